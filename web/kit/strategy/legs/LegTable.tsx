import { memo, type ReactNode } from "react";
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import { legKey, type Side, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { toneOf } from "../../../components/tone.ts";
import { type CellFormat, numberFormat } from "../../../format/format.ts";
import { SideName } from "../../pane/figures/SideName.tsx";
import { strikeTextOf } from "../../strikes/strike-list.ts";
import { money } from "../figures/figure-rows.ts";
import common from "../strategy.module.css";
import type { Mark } from "./marks.ts";

const percent = numberFormat({ decimals: 2, suffix: "%" });

interface LegTableProps {
  readonly legs: readonly StrategyLeg[];
  /** What the market says of them, by `legKey`. */
  readonly marks: Readonly<Record<string, Mark>>;
  /** Of the underlying's prices. */
  readonly price: CellFormat;
  /** In the place of a leg's average: a field where it can be typed over. */
  readonly entry: (leg: StrategyLeg) => ReactNode;
  /** At the end of a leg's line. */
  readonly actions: (leg: StrategyLeg) => ReactNode;
}

/** The legs of a strategy, a line each. */
export function LegTable({ legs, marks, price, entry, actions }: LegTableProps): ReactNode {
  const textOf = strikeTextOf(legs.map(({ strike }) => strike));
  return (
    <table className={common["table"]}>
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">Side</span>
          </th>
          <th>Lots</th>
          <th>Expiry</th>
          <th>Contract</th>
          <th data-right="">Entry</th>
          <th data-right="">LTP</th>
          <th data-right="">IV</th>
          <th data-right="">P&L</th>
          <th>
            <span className="visually-hidden">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {legs.map((leg) => (
          <tr key={legKey(leg)} data-closed={leg.action === undefined || undefined}>
            <ContractCells leg={leg} strike={textOf(leg.strike)} />
            <td data-right="">{entry(leg)}</td>
            <MarkCells leg={leg} mark={marks[legKey(leg)]} price={price} />
            <td>{actions(leg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** B or S in its colour; nothing where nothing is open. */
export function SideBadge({ side }: { readonly side: Side | undefined }): ReactNode {
  if (side === undefined) return undefined;
  return (
    <span className={common["badge"]} data-side={side}>
      {side === "buy" ? "B" : "S"}
    </span>
  );
}

interface ContractCellsProps {
  readonly leg: StrategyLeg;
  readonly strike: string;
}

/** What no tick changes. */
const ContractCells = memo(function ContractCells({ leg, strike }: ContractCellsProps): ReactNode {
  const { action, totalContracts, lotSize, type, expiry } = leg;
  const sign = action === "sell" ? "−" : action === "buy" ? "+" : "";
  return (
    <>
      <td>
        <SideBadge side={action} />
      </td>
      <td>{`${sign}${totalContracts}x${lotSize}`}</td>
      <td className={common["quiet"]}>{expiryLabel(parseExpiry(expiry))}</td>
      <td className={common["strong"]}>
        {type === "FUT" ? (
          "Futures"
        ) : (
          <>
            {strike} <SideName side={type === "CE" ? "ce" : "pe"}>{type}</SideName>
          </>
        )}
      </td>
    </>
  );
});

interface MarkCellsProps {
  readonly leg: StrategyLeg;
  readonly mark: Mark | undefined;
  readonly price: CellFormat;
}

function MarkCells({ leg: { action, type, realised }, mark, price }: MarkCellsProps): ReactNode {
  const { price: ltp = Number.NaN, unrealised = Number.NaN, iv = Number.NaN, isTwinIv = false, isExpired } = mark ?? {};
  return (
    <>
      <td data-right="">{price.text(ltp)}</td>
      <td
        data-right=""
        title={isTwinIv ? "Its own price admits no IV: the target stands on the other side's" : undefined}
      >
        {isExpired ? "expired" : type === "FUT" ? "" : `IV: ${percent.text(iv)}`}
      </td>
      <td data-right="" data-tone={toneOf(action === undefined ? realised : unrealised)}>
        {action === undefined ? "" : money.text(unrealised)}
        {realised === 0 ? "" : ` (${money.text(realised)})`}
      </td>
    </>
  );
}
