import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { isoDate } from "#contract/domain/units.ts";
import type { BookOrderBody } from "#contract/wire/http/order-bodies.ts";
import { ContractName } from "../../../components/orders/ContractName.tsx";
import { toneOf } from "../../../components/tone.ts";
import { formats } from "../../../format/format.ts";
import { isFlashingAtom } from "../../../kit/pane/flashing.ts";
import styles from "../dashboard.module.css";
import { shortSymbol } from "./book-words.ts";
import type { PositionTotals } from "./position-rows.ts";

/** What an order or a position is of, in words; the broker's symbol where today does not list it, else in the tooltip. */
export function BookName({ of }: { readonly of: Pick<BookOrderBody, "contract" | "symbol"> }): ReactNode {
  const { contract, symbol } = of;
  if (!contract) return <b>{shortSymbol(symbol)}</b>;
  const { underlying, expiry, strike, type } = contract;
  return (
    <span className={styles["name"]} title={symbol}>
      <ContractName contract={{ symbol: underlying, expiry: isoDate(expiry), strike, type }} />
    </span>
  );
}

/** As {@link BookName}, with the broker's own symbol below. */
export function BookSymbol({ of }: Parameters<typeof BookName>[0]): ReactNode {
  return (
    <span className={styles["symbol"]}>
      <BookName of={of} />
      {of.contract ? <small>{shortSymbol(of.symbol)}</small> : undefined}
    </span>
  );
}

interface MoneyProps {
  readonly value: number;
  readonly title?: string;
}

/** Rupees with a sign, green or red. */
export function Money({ value, title }: MoneyProps): ReactNode {
  return (
    <span data-tone={toneOf(value)} title={title}>
      {formats.signedPrice.text(value)}
    </span>
  );
}

export const OF_DAY = "Of the whole day, with positions that are closed";

interface TotalProps {
  readonly value: number;
  /** How many figures it is the sum of: the sum of none has no colour. */
  readonly of: number;
}

/** A total: negative red, others green. */
export function Total({ value, of }: TotalProps): ReactNode {
  const tone = of === 0 || Number.isNaN(value) ? undefined : value < 0 ? "down" : "up";
  return <span data-tone={tone}>{formats.signedPrice.text(value)}</span>;
}

/** The last row of a table of positions. */
export const profitTotals = ({ realized, unrealized, total, of }: PositionTotals) => ({
  "Realized P&L": <Total value={realized} of={of} />,
  "Unrealized P&L": <Total value={unrealized} of={of} />,
  "Total P&L": <Total value={total} of={of} />,
});

export function SideMark({ side }: { readonly side: 1 | -1 }): ReactNode {
  return (
    <span className={styles["side"]} data-side={side === 1 ? "buy" : "sell"}>
      {side === 1 ? "Buy" : "Sell"}
    </span>
  );
}

const FLASH_MS = 300;

/** A price that flashes when it changes. */
export function LastPrice({ value, text }: { readonly value: number; readonly text: string }): ReactNode {
  const cell = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  const isFlashing = useAtomValue(isFlashingAtom);
  useEffect(() => {
    const element = cell.current;
    const isFirst = Number.isNaN(before.current) || before.current === value;
    before.current = value;
    if (isFirst || element === null || !isFlashing) return;
    element.dataset["flash"] = "";
    const timer = setTimeout(() => delete element.dataset["flash"], FLASH_MS);
    return () => {
      clearTimeout(timer);
      delete element.dataset["flash"];
    };
  }, [value, isFlashing]);
  return (
    <span ref={cell} className={styles["last"]}>
      {text}
    </span>
  );
}
