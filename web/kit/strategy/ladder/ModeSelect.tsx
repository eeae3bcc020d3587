import { useAtom } from "jotai";
import type { ReactNode } from "react";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { Select } from "../../../components/controls/Select.tsx";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { useStrategy } from "../strategy-pane.ts";
import type { LadderMode } from "./mode.ts";

const hasFutureOf = ({ snapshot }: PaneState<StrategySnapshot>): boolean => snapshot?.future !== undefined;

/** Options, or the future of an expiry that has one. */
export function ModeSelect(): ReactNode {
  const pane = useStrategy();
  const [mode, setMode] = useAtom(pane.modeAtom);
  const hasFuture = useSlowFact(pane.stateAtom, hasFutureOf);
  const modes: readonly { value: LadderMode; label: string }[] = [
    { value: "Options", label: "Options" },
    ...(hasFuture ? [{ value: "Futures" as const, label: "Futures" }] : []),
  ];
  return <Select label="Options or futures" options={modes} value={mode} onChange={setMode} />;
}
