import type { ReactNode } from "react";
import { isCurrency } from "#contract/domain/instruments.ts";
import type { ChainFacts, ChainSnapshot } from "#contract/domain/snapshots/chain-table.ts";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { toned } from "../../components/tone.ts";
import { movedText } from "../../format/moved-text.ts";
import { strikeText } from "../../format/strike-text.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { PcrFigure } from "../pane/figures/PcrFigure.tsx";
import { type PriceFormats, usePriceFormats } from "../pane/figures/use-decimals.ts";
import styles from "./chain.module.css";
import type { ChainPane } from "./chain-atoms.ts";

const NONE: Partial<ChainFacts> = {};
const factsOf = ({ snapshot }: PaneState<ChainSnapshot>): Partial<ChainFacts> => snapshot?.facts ?? NONE;
const isCurrencyOf = ({ context }: PaneState<ChainSnapshot>): boolean => isCurrency(context?.symbol ?? "");

interface ChainFiguresProps {
  readonly pane: Pick<ChainPane, "stateAtom">;
  readonly isGraph: boolean;
  /** Only some of the strikes are shown: PCR is theirs. */
  readonly isRange: boolean;
  readonly showsStraddle?: boolean;
  /** As of the table. */
  readonly sidesSwapped: boolean;
}

/** The figures of the chain; in the OI graph the legend of its bars. */
export function ChainFigures(props: ChainFiguresProps): ReactNode {
  const { pane, isGraph, isRange, showsStraddle = false, sidesSwapped } = props;
  const { stateAtom } = pane;
  const {
    spot,
    prevSpot,
    future = [],
    maxPain = Number.NaN,
    pcr,
    pcrChange,
    straddle = Number.NaN,
  } = useSlowFact(stateAtom, factsOf);
  const hasNoSpot = useSlowFact(stateAtom, isCurrencyOf);
  const prices = usePriceFormats(pane);
  return (
    <>
      {hasNoSpot ? undefined : <MovingFigure label="Spot" now={spot} before={prevSpot} prices={prices} />}
      <MovingFigure label="Future" now={future[0]} before={future[1]} prices={prices} />
      {isGraph ? (
        <GraphLegend sidesSwapped={sidesSwapped} />
      ) : (
        <>
          <HeaderFigure label="Maxpain" value={strikeText(maxPain)} />
          <PcrFigure label={isRange ? "Range PCR" : "PCR"} pcr={pcr} change={pcrChange} />
          {showsStraddle ? <HeaderFigure label="ATM straddle" value={prices.price.text(straddle)} /> : undefined}
        </>
      )}
    </>
  );
}

interface MovingFigureProps {
  readonly label: string;
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly prices: PriceFormats;
}

/** The move of a day for which the header keeps a place; a wilder one makes it wider once. */
const USUAL_MOVE = -0.03;

/** A price, its change and its change in per cent against the previous close. */
function MovingFigure({ label, now = Number.NaN, before = Number.NaN, prices }: MovingFigureProps): ReactNode {
  const { price, signed } = prices;
  const change = now - before;
  return (
    <HeaderFigure
      label={label}
      value={price.text(now)}
      room={movedText(signed, before * USUAL_MOVE, before)}
      {...toned(change, movedText(signed, change, before))}
    />
  );
}

const LEGEND = ["Previous OI", "Current OI", "High OI", "Low OI"] as const;

/** In the OI graph the legend stands where max pain and PCR stand otherwise. */
function GraphLegend({ sidesSwapped }: Pick<ChainFiguresProps, "sidesSwapped">): ReactNode {
  return (
    <ul className={styles["legend"]} aria-label="Legend" data-swapped={sidesSwapped || undefined}>
      {LEGEND.map((label) => (
        <li key={label} className={styles["legendItem"]} data-mark={label}>
          {label}
        </li>
      ))}
    </ul>
  );
}
