import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { isCurrency } from "#contract/domain/instruments.ts";
import { round2 } from "#contract/domain/units.ts";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { toned } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import { PcrFigure } from "../../kit/pane/figures/PcrFigure.tsx";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { priceFormats } from "./figures.ts";
import { oigraph } from "./pane.ts";
import { type Snapshot, STRIKE_RANGES } from "./snapshot.ts";

const PLOTS = [
  { value: "oi", label: "OI" },
  { value: "premium", label: "Premium" },
] as const;
const RANGE_OPTIONS = STRIKE_RANGES.map((strikeRange) => ({
  value: strikeRange,
  label: `${strikeRange} strikes`,
}));

const factsOf = ({ snapshot, context }: PaneState<Snapshot>) => ({
  isCurrency: isCurrency(context?.symbol ?? ""),
  price: snapshot?.price ?? Number.NaN,
  prevPrice: snapshot?.prevPrice ?? Number.NaN,
  decimals: snapshot?.decimals ?? 2,
  strikeText: strikeTextOf(snapshot?.strikes),
  maxPain: snapshot?.maxPain ?? Number.NaN,
  pcr: snapshot?.pcr ?? Number.NaN,
  pcrChange: snapshot?.pcrChange ?? Number.NaN,
});

/** Strikes around ATM, and what is plotted. */
export function GraphSelectors(): ReactNode {
  const { plotAtom, strikeRangeAtom } = oigraph.use();
  const [plot, choosePlot] = useAtom(plotAtom);
  const [strikeRange, chooseRange] = useAtom(strikeRangeAtom);
  return (
    <>
      <Select
        label="Strikes around ATM"
        prefix="ATM ±"
        options={RANGE_OPTIONS}
        value={strikeRange}
        onChange={chooseRange}
      />
      <SegmentedControl label="Plot type" segments={PLOTS} value={plot} onChange={choosePlot} />
    </>
  );
}

export function GraphFigures(): ReactNode {
  const { stateAtom } = oigraph.use();
  const { isCurrency, price, prevPrice, decimals, strikeText, maxPain, pcr, pcrChange } = useSlowFact(
    stateAtom,
    factsOf,
  );
  const moved = round2(((price - prevPrice) / prevPrice) * 100); // the sign of what is shown decides its colour
  return (
    <>
      <HeaderFigure
        label={isCurrency ? "Future" : "Spot"}
        value={priceFormats(decimals).plain.text(price)}
        {...toned(moved, formats.signedPercent.text(moved))}
      />
      <HeaderFigure label="Maxpain" value={strikeText(maxPain)} />
      <PcrFigure pcr={pcr} change={pcrChange} />
    </>
  );
}
