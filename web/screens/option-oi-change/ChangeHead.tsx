import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { toned } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import { SideFact, SideHead, SideNote } from "../../kit/table/SideHead.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { oiChange } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";
import { METRIC_WORDS } from "./words.ts";

const factsOf = ({ snapshot }: PaneState<Snapshot>) => ({
  changes: snapshot?.sinceClose ?? [Number.NaN, Number.NaN],
  percents: snapshot?.sinceClosePercent ?? [Number.NaN, Number.NaN],
  frame: snapshot?.frame ?? 0,
});

/** 'CALLS Change In OI +327.94 L (+141%)', and what the cells count in. */
export function ChangeHead({ side }: { readonly side: "ce" | "pe" }): ReactNode {
  const pane = oiChange.use();
  const { changes, percents, frame } = useSlowFact(pane.stateAtom, factsOf);
  const metric = useAtomValue(pane.metricAtom);
  const inLots = useAtomValue(pane.inLotsAtom);
  const at = side === "ce" ? 0 : 1;
  const percent = percents[at] ?? Number.NaN;
  const { words, isCounted } = METRIC_WORDS[metric];
  const unit = isCounted ? ` in ${inLots ? "lots" : "units"}` : "";
  return (
    <SideHead side={side}>
      <SideFact
        label="Change In OI"
        value={formats.lakhUnit.text(changes[at] ?? Number.NaN)}
        {...toned(percent, `(${formats.signedWholePercent.text(percent)})`)}
      />
      <SideNote>{side === "ce" ? `${words}${unit}, ${frame} min` : "newest next to the strike"}</SideNote>
    </SideHead>
  );
}
