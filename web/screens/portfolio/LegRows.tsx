import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel, parseExpiry, underlyingOf } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { hasClosing } from "#contract/domain/strategy/portfolio.ts";
import { toneOf } from "../../components/tone.ts";
import { formats, priceFormatOf } from "../../format/format.ts";
import { SideName } from "../../kit/pane/figures/SideName.tsx";
import { SideBadge } from "../../kit/strategy/legs/LegTable.tsx";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { CauseCells } from "./attribution/CauseCells.tsx";
import type { HeldStrategy } from "./book/book.ts";
import { isOpenAtom } from "./book/positions.ts";
import { Exit } from "./closing/Exit.tsx";
import { LiveCell, LivePrice } from "./LiveCells.tsx";
import { contractText, unitsOf } from "./leg-words.ts";
import styles from "./legs.module.css";

/** Rows of a strategy whose legs are shown, besides its own: a heading and the legs. */
export const legRowCount = ({ legs }: HeldStrategy): number => 1 + legs.length;

interface LegRowsProps {
  /** The place of its strategy among the rows. */
  readonly row: number;
  /** Of the heading. */
  readonly rowIndex: number;
  readonly strategy: HeldStrategy;
  /** Place of its first leg among those of all strategies. */
  readonly start: number;
  /** '1' by leg where its price is known. */
  readonly priced: string;
  readonly hasCauses: boolean;
}

/** The legs of a strategy that is expanded, in the columns of the strategies: each figure stands under what it is a part of. */
export function LegRows(props: LegRowsProps): ReactNode {
  const { row, rowIndex, strategy, start, priced, hasCauses } = props;
  const { id, symbol, legs } = strategy;
  const { decimals } = underlyingOf(symbol);
  const isOpen = useAtomValue(isOpenAtom);
  const textOf = strikeTextOf(legs.map(({ strike }) => strike));
  return (
    <>
      <tr className={styles["head"]} data-row={row} aria-rowindex={rowIndex}>
        <td />
        <td className={styles["contract"]}>
          <span>Qty</span>
          <span>B/S</span>
          <span>Contract</span>
        </td>
        <td className={styles["prices"]}>
          <span>Price</span>
          <span>Ltp</span>
        </td>
        <td />
        <td />
        <td />
        <td data-right="">P&L</td>
        <td>Close</td>
      </tr>
      {legs.map((leg, at) => (
        <tr
          key={leg.id}
          className={styles["leg"]}
          data-leg=""
          data-closed={leg.isClosed || undefined}
          data-row={row}
          aria-rowindex={rowIndex + 1 + at}
        >
          <td />
          <td className={styles["contract"]}>
            <span>{formats.whole.text(unitsOf(leg))}</span>
            <span>
              <SideBadge side={leg.action} />
            </span>
            <span>
              <Contract symbol={symbol} leg={leg} strike={textOf(leg.strike)} />
            </span>
          </td>
          <td className={styles["prices"]}>
            <span>{priceFormatOf(decimals).text(leg.isClosed ? Number.NaN : leg.ltp)}</span>
            <LivePrice at={start + at} decimals={decimals} />
          </td>
          <td />
          <td data-right="" data-tone={toneOf(leg.realised)}>
            {formats.signedPrice.text(leg.realised)}
          </td>
          <LiveCell figure="leg" at={start + at} />
          <LiveCell figure="leg" at={start + at} plus={leg.realised} strong />
          <td>
            <Exit
              what={{ ids: [id], legId: leg.id }}
              of={contractText(symbol, leg)}
              isOpen={isOpen(leg)}
              unpriced={priced[at] === "1" ? "" : contractText(symbol, leg)}
              isClosing={hasClosing(leg)}
            />
          </td>
          {hasCauses ? <CauseCells of="legs" at={start + at} /> : undefined}
        </tr>
      ))}
    </>
  );
}

interface ContractProps {
  readonly symbol: string;
  readonly leg: StrategyLeg;
  /** As the others are written. */
  readonly strike: string;
}

function Contract({ symbol, leg: { expiry, type }, strike }: ContractProps) {
  const day = expiryLabel(parseExpiry(expiry));
  if (type === "FUT") return `${symbol} ${day} FUT`;
  return (
    <>
      {symbol} {day} <b>{strike}</b> <SideName side={type === "CE" ? "ce" : "pe"}>{type}</SideName>
    </>
  );
}
