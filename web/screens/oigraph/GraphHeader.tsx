import { useAtom } from "jotai";
import type { ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { HeaderFigure } from "../../components/HeaderFigure.tsx";
import { PaneHeader } from "../../components/PaneHeader.tsx";
import { ExpirySelect } from "../../components/pane/ExpirySelect.tsx";
import { PaneFreshness } from "../../components/pane/PaneFreshness.tsx";
import { PaneReplay } from "../../components/pane/PaneReplay.tsx";
import { SymbolSelect } from "../../components/pane/SymbolSelect.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { Select } from "../../components/Select.tsx";
import { toned } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import type { PaneState } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import { plotAtom, reachAtom, stateAtom } from "./atoms.ts";
import { hasPartStrikes, priceFormats, strikeText } from "./figures.ts";
import { screen } from "./screen.ts";
import { REACHES, type Reach, type Snapshot } from "./snapshot.ts";

const PLOTS = [
  { value: "oi", label: "OI" },
  { value: "premium", label: "Premium" },
] as const;
const REACH_OPTIONS = REACHES.map((reach) => ({ value: `${reach}` as const, label: `${reach} strikes` }));

const isLoadingOf = ({ status }: PaneState<Snapshot>): boolean => status === "loading";

const factsOf = ({ snapshot, context }: PaneState<Snapshot>) => ({
  isCurrency: context !== undefined && underlyingOf(context.symbol).kind === "currency",
  price: snapshot?.price ?? Number.NaN,
  prevPrice: snapshot?.prevPrice ?? Number.NaN,
  decimals: snapshot?.decimals ?? 2,
  inParts: hasPartStrikes(snapshot?.strikes),
  maxPain: snapshot?.maxPain ?? Number.NaN,
  pcr: snapshot?.pcr ?? Number.NaN,
  pcrChange: snapshot?.pcrChange ?? Number.NaN,
});

/** Title, selectors, and the figures of the moment that is drawn. */
export function GraphHeader(): ReactNode {
  const isLoading = useSlowFact(stateAtom, isLoadingOf);
  const [plot, choosePlot] = useAtom(plotAtom);
  const [reach, chooseReach] = useAtom(reachAtom);
  return (
    <PaneHeader
      group="A"
      title={screen.title}
      symbol={<SymbolSelect disabled={isLoading} />}
      expiry={<ExpirySelect disabled={isLoading} />}
      selectors={
        <>
          <Select
            label="Strikes around ATM"
            prefix="ATM ±"
            options={REACH_OPTIONS}
            value={`${reach}`}
            onChange={(value) => chooseReach(Number(value) as Reach)}
          />
          <SegmentedControl label="Plot type" segments={PLOTS} value={plot} onChange={choosePlot} />
        </>
      }
      figures={<GraphFigures />}
      freshness={<PaneFreshness stateAtom={stateAtom} />}
      replay={<PaneReplay />}
    />
  );
}

/** 'Maxpain : 24,200' and 'PCR : 0.62 ( −32 % )', green when PCR rose against the previous day, red when it fell. */
function GraphFigures(): ReactNode {
  const { isCurrency, price, prevPrice, decimals, inParts, maxPain, pcr, pcrChange } = useSlowFact(stateAtom, factsOf);
  const moved = round2(((price - prevPrice) / prevPrice) * 100); // the sign of what is shown decides its colour
  return (
    <>
      <HeaderFigure
        label={isCurrency ? "Future" : "Spot"}
        value={priceFormats(decimals).plain.text(price)}
        {...toned(moved, formats.signedPercent.text(moved))}
      />
      <HeaderFigure label="Maxpain" value={strikeText(maxPain, inParts)} />
      <HeaderFigure
        label="PCR"
        value={formats.price.text(pcr)}
        {...toned(pcrChange, `( ${formats.signedWhole.text(pcrChange)} % )`)}
      />
    </>
  );
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
