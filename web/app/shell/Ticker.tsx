import { atom, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import type { ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { classNames } from "../../components/class-names.ts";
import { activeExchangeAtom } from "../../state/letters.ts";
import { liveIndexAtom, universeAtom } from "../../state/market.ts";
import styles from "./ticker.module.css";
import { TICKER_SYMBOLS, type TickerSymbol, tickerFigures } from "./ticker-figures.ts";

/** One atom an index, so that a move of one re-renders three words and nothing else. */
const figuresAtoms = {
  NIFTY: figuresAtom("NIFTY"),
  BANKNIFTY: figuresAtom("BANKNIFTY"),
  SENSEX: figuresAtom("SENSEX"),
  BANKEX: figuresAtom("BANKEX"),
} as const;

function figuresAtom(symbol: TickerSymbol) {
  const liveAtom = selectAtom(liveIndexAtom, (index) => index[symbol]);
  const figures = atom((get) => tickerFigures(get(liveAtom), get(universeAtom), symbol));
  figures.debugLabel = `ticker ${symbol}`;
  return figures;
}

/** The indices of the chosen exchange. */
export function Ticker(): ReactNode {
  const exchange = useAtomValue(activeExchangeAtom);
  return (
    <ul className={styles["ticker"]} aria-label="Indices">
      {TICKER_SYMBOLS[exchange].map((symbol) => (
        <TickerIndex key={symbol} symbol={symbol} />
      ))}
    </ul>
  );
}

function TickerIndex({ symbol }: { readonly symbol: TickerSymbol }): ReactNode {
  const { value, change, tone } = useAtomValue(figuresAtoms[symbol]);
  return (
    <li className={styles["index"]} data-index={symbol}>
      <span className={styles["name"]}>{underlyingOf(symbol).title}</span>
      <span className={styles["value"]}>{value}</span>
      <span className={classNames(styles["change"], tone && styles[tone])}>{change}</span>
    </li>
  );
}
