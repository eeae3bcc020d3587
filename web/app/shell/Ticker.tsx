import { atom, useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { replayedSpotsAtom } from "../../components/index-spots/atoms.ts";
import { TICKER_SYMBOLS, type TickerSymbol } from "../../components/index-spots/ticker-symbols.ts";
import { lazyPart } from "../../components/lazy-part.ts";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { liveIndexAtom, universeAtom } from "../../state/market/market.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { activeExchangeAtom } from "../../state/pane/letters.ts";
import styles from "./ticker.module.css";
import { type TickerFigures, tickerFigures } from "./ticker-figures.ts";

/** One atom an index, so that a move of one re-renders three words and nothing else. */
const figuresAtoms = {
  NIFTY: figuresAtom("NIFTY"),
  BANKNIFTY: figuresAtom("BANKNIFTY"),
  SENSEX: figuresAtom("SENSEX"),
  BANKEX: figuresAtom("BANKEX"),
} as const;

function figuresAtom(symbol: TickerSymbol) {
  const liveAtom = atom((get) => get(liveIndexAtom)[symbol]);
  const figures = atom((get) => {
    // What is live, or stands at the close, would tell the future of a replayed minute.
    const spot = get(isReplayingAtom) ? (get(replayedSpotsAtom)[symbol] ?? Number.NaN) : get(liveAtom);
    return tickerFigures(spot, get(universeAtom), symbol);
  });
  figures.debugLabel = `ticker ${symbol}`;
  return figures;
}

/** They come once a second, and go with the words of a pane that ticks soon after them. */
const PATIENCE_MS = 400;
const figuresOf = (figures: TickerFigures): TickerFigures => figures;

const ReplaySpots = lazyPart(() => import("../../components/index-spots/ReplaySpots.tsx"), "ReplaySpots");

/** The indices of the chosen exchange: live, at the close of a past day, or at the replayed minute. */
export function Ticker(): ReactNode {
  const isReplaying = useAtomValue(isReplayingAtom);
  const exchange = useAtomValue(activeExchangeAtom);
  return (
    <ul className={styles["ticker"]} aria-label="Indices">
      {TICKER_SYMBOLS[exchange].map((symbol) => (
        <TickerIndex key={symbol} symbol={symbol} />
      ))}
      <Suspense>{isReplaying ? <ReplaySpots /> : undefined}</Suspense>
    </ul>
  );
}

function TickerIndex({ symbol }: { readonly symbol: TickerSymbol }): ReactNode {
  const { value, change, tone } = useSlowFact(figuresAtoms[symbol], figuresOf, PATIENCE_MS);
  return (
    <li className={styles["index"]} data-index={symbol}>
      <span className={styles["name"]}>{underlyingOf(symbol).title}</span>
      <span className={styles["value"]}>{value}</span>
      <span className={styles["change"]} data-tone={tone}>
        {change}
      </span>
    </li>
  );
}
