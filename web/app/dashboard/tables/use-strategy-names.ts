import { useSetAtom } from "jotai";
import { useEffect, useState } from "react";
import { listStrategiesAtom } from "../../../state/saved/strategies.ts";
import { type StrategyNames, strategyName } from "./strategy-groups.ts";

/**
 * @param ids names are asked for anew where another one comes
 * @returns what a strategy is called, by its id
 */
export function useStrategyNames(ids: readonly string[]): (id: string) => string {
  const list = useSetAtom(listStrategiesAtom);
  const [names, setNames] = useState<StrategyNames>();
  const key = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id may be that of a strategy that was not kept before
  useEffect(() => {
    list().then(
      (listed) => setNames(new Map(listed.map(({ id, name }) => [id, name]))),
      (error: unknown) => console.warn("strategies:", error),
    );
  }, [list, key]);
  return (id) => strategyName(id, names);
}
