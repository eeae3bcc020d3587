import type { ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { formats } from "../../format/format.ts";
import { movedText } from "../../format/moved-text.ts";
import type { Draft, TicketContract } from "../../state/orders/draft.ts";
import { toneOf } from "../tone.ts";
import { ContractName } from "./ContractName.tsx";
import styles from "./orders.module.css";
import { ltpWords } from "./ticket-words.ts";

interface TicketHeadProps {
  readonly contract: TicketContract;
  readonly draft: Pick<Draft, "ltp" | "side" | "lot" | "symbolName">;
  readonly previousClose: number;
  /** Absent: the side stands. */
  readonly onFlip?: (() => void) | undefined;
  readonly isLocked: boolean;
}

const SIDES = [
  { side: 1, label: "BUY", tone: "buy" },
  { side: -1, label: "SELL", tone: "sell" },
] as const;

/** What is traded, at what price it stands, and on which side. */
export function TicketHead({ contract, draft, previousClose, onFlip, isLocked }: TicketHeadProps): ReactNode {
  const { ltp, side, lot } = draft;
  const change = ltp - previousClose;
  const signed = underlyingOf(contract.symbol).decimals === 4 ? formats.signedPrice4 : formats.signedPrice;
  return (
    <div className={styles["head"]}>
      <div className={styles["headWords"]}>
        <ContractName contract={contract} />
        <p className={styles["ltp"]}>
          <span data-ltp="">{ltpWords(draft)}</span>{" "}
          {Number.isNaN(change) ? undefined : (
            <span data-tone={toneOf(change)}>{movedText(signed, change, previousClose)}</span>
          )}{" "}
          · lot {lot}
        </p>
      </div>
      {onFlip === undefined ? (
        <span className={styles["side"]} data-side={side === 1 ? "buy" : "sell"}>
          {side === 1 ? "BUY" : "SELL"}
        </span>
      ) : (
        <div className={styles["toggle"]} role="radiogroup" aria-label="Side">
          {SIDES.map((one) => (
            <label key={one.label} data-side={one.tone}>
              <input
                type="radio"
                name="side"
                checked={one.side === side}
                disabled={isLocked}
                onChange={() => onFlip()}
              />
              {one.label}
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
