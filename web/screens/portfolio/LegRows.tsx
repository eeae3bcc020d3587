import type { ReactNode } from "react";
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { hasClosing } from "#contract/domain/strategy/portfolio.ts";
import { formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { SideName } from "../../kit/pane/SideName.tsx";
import { SideBadge } from "../../kit/strategy/legs/LegTable.tsx";
import type { HeldStrategy } from "./book.ts";
import { CauseCells, CauseHeaders } from "./CauseCells.tsx";
import { SHOWN_CAUSES } from "./causes.ts";
import { Exit } from "./Exit.tsx";
import { LiveCell } from "./LiveCells.tsx";
import { contractText, unitsOf } from "./leg-words.ts";
import styles from "./legs.module.css";

/** CSS pixels, as in the style sheet: heading and lower edge, and each leg. */
const FRAME = 28;
const LEG = 30;
export const heightOfLegs = (count: number): number => FRAME + count * LEG;

interface LegRowsProps {
  /** The place of its strategy among the rows. */
  readonly row: number;
  readonly rowIndex: number;
  readonly strategy: HeldStrategy;
  /** Place of its first leg among those of all strategies. */
  readonly start: number;
  /** '1' by leg where its price is known. */
  readonly priced: string;
  readonly hasCauses: boolean;
}

/** The legs of a strategy that is expanded. */
export function LegRows(props: LegRowsProps): ReactNode {
  const { row, rowIndex, strategy, start, priced, hasCauses } = props;
  const { id, symbol, legs } = strategy;
  return (
    <tr className={styles["legs"]} data-row={row} aria-rowindex={rowIndex}>
      <td />
      <td colSpan={hasCauses ? 7 + SHOWN_CAUSES.length : 7}>
        <table aria-label="Legs" className={styles["table"]}>
          <thead>
            <tr>
              <th data-right="">Qty</th>
              <th>B/S</th>
              <th>Contract</th>
              <th data-right="">Price</th>
              <th data-right="">Ltp</th>
              <th data-right="">P&L</th>
              <th>Close</th>
              {hasCauses ? <CauseHeaders /> : undefined}
            </tr>
          </thead>
          <tbody>
            {legs.map((leg, at) => (
              <tr key={leg.id} data-closed={leg.isClosed || undefined}>
                <td data-right="">{formats.whole.text(unitsOf(leg))}</td>
                <td>
                  <SideBadge side={leg.action} />
                </td>
                <td>
                  <Contract symbol={symbol} leg={leg} />
                </td>
                <td data-right="">{formats.price.text(leg.isClosed ? Number.NaN : leg.ltp)}</td>
                <LiveCell figure="price" at={start + at} strong />
                <LiveCell figure="leg" at={start + at} plus={leg.realised} />
                <td>
                  <Exit
                    what={{ ids: [id], legId: leg.id }}
                    of={contractText(symbol, leg)}
                    isOpen={!leg.isClosed}
                    hasPrice={priced[at] === "1"}
                    isClosing={hasClosing(leg)}
                  />
                </td>
                {hasCauses ? <CauseCells of="legs" at={start + at} /> : undefined}
              </tr>
            ))}
          </tbody>
        </table>
      </td>
    </tr>
  );
}

function Contract({ symbol, leg: { expiry, strike, type } }: { readonly symbol: string; readonly leg: StrategyLeg }) {
  const day = expiryLabel(parseExpiry(expiry));
  if (type === "FUT") return `${symbol} ${day} FUT`;
  return (
    <>
      {symbol} {day} <b>{strikeText(strike)}</b> <SideName side={type === "CE" ? "ce" : "pe"}>{type}</SideName>
    </>
  );
}
