/** Strategies that are only thought of, valued as the market is now: a subscription as long as the part is mounted. */
import { atom } from "jotai";
import { type RefObject, useMemo } from "react";
import { pane as trialsPane } from "../../components/strategy-trials/pane.ts";
import type { Params, Snapshot, Trial } from "../../components/strategy-trials/snapshot.ts";
import { useFact } from "../../state/market/slow-fact.ts";
import { createStateAtom, type PaneElement, type PaneState, usePane } from "../../state/pane/pane.ts";
import { useStrategy } from "./strategy-pane.ts";

const NONE: readonly (Trial | undefined)[] = [];
const trialsOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.trials ?? NONE;

/**
 * @param trials stable (`useMemo`)
 * @param root of the part: hidden, it is not valued
 * @returns in the order of the question; of the question before, until the answer has come
 */
export function useTrials(
  trials: Params["trials"],
  root: RefObject<PaneElement | null>,
): readonly (Trial | undefined)[] {
  const { contextAtom } = useStrategy();
  const stateAtom = useMemo(() => createStateAtom<Snapshot>("strategy-trials.state"), []);
  const paramsAtom = useMemo(() => atom((): Params => ({ trials })), [trials]);
  usePane(trialsPane, { contextAtom, paramsAtom, stateAtom }, root);
  return useFact(stateAtom, trialsOf);
}
