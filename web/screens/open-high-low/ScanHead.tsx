import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { SideFact, SideHead } from "../../kit/table/SideHead.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { openHighLow } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const countsOf = ({ snapshot }: PaneState<Snapshot>) => snapshot?.counts;

/** 'CALLS Open=High 11 H Break 10 of 64 traded'; '-' while nothing is counted yet. */
export function ScanHead({ side }: { readonly side: "ce" | "pe" }): ReactNode {
  const { stateAtom, modeAtom } = openHighLow.use();
  const mode = useAtomValue(modeAtom);
  const {
    qualified = "-",
    broken = "-",
    traded = "-",
  } = useSlowFact(stateAtom, countsOf)?.[side === "ce" ? 0 : 1] ?? {};
  const isLow = mode === "low";
  return (
    <SideHead side={side}>
      <SideFact label={isLow ? "Open=Low" : "Open=High"} value={qualified} />
      <SideFact label={isLow ? "L Break" : "H Break"} value={broken} />
      <span>{`of ${traded} traded`}</span>
    </SideHead>
  );
}
