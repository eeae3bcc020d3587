import { atom, useAtomValue } from "jotai";
import { type ReactNode, useMemo, useState } from "react";
import { listedName } from "#contract/domain/reference/expiries.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { GttBody, PositionBody, StrategyPart } from "#contract/wire/http/order-bodies.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import type { LivePrices } from "../../../components/last-prices/use-prices.ts";
import { Icon } from "../../../components/more-icons.tsx";
import { formats } from "../../../format/format.ts";
import { liveListAtom } from "../../../state/clock/day.ts";
import { futuresOf } from "../../../state/market/currency-futures.ts";
import { ConvertDialog } from "../changes/ConvertDialog.tsx";
import { isConvertible } from "../changes/convert.ts";
import { ExitQuestion } from "../changes/ExitQuestion.tsx";
import { MovesMenu } from "../changes/MovesMenu.tsx";
import { StrategyExit } from "../changes/StrategyExit.tsx";
import styles from "../dashboard.module.css";
import { type BookColumn, BookTable, figure } from "./BookTable.tsx";
import { nameWords, priceText, productWords } from "./book-words.ts";
import { BookName, LastPrice, Money, profitTotals, SideMark } from "./cells.tsx";
import { closeQuestion, type PositionRow, rowOf, type SharedRow, totalsOf, withShares } from "./position-rows.ts";
import { StrategyPositions } from "./StrategyPositions.tsx";
import { type StrategyGroup, strategyGroups } from "./strategy-groups.ts";

interface PositionsProps {
  readonly positions: readonly PositionBody[];
  /** What strategies have of them. */
  readonly parts: readonly StrategyPart[];
  readonly gtts: readonly GttBody[];
  readonly prices: LivePrices;
  /** Strategies of which no new orders go. */
  readonly stopped: readonly string[];
  /** Those of the day that are closed, too, and what was bought and sold. */
  readonly isAll: boolean;
  readonly tellsRealized: boolean;
  readonly hidesConvert: boolean;
  /** Something was changed. */
  readonly onDone: () => void;
}

/** What a price is joined under; undefined for what today does not list. */
export const priceNameAtom = atom((get) => {
  const live = get(liveListAtom); // whatever day the board looks at
  return ({ contract }: Pick<PositionBody, "contract">): string | undefined => {
    if (!contract) return undefined;
    const { underlying, expiry, strike, type } = contract;
    return listedName(underlying, isoDate(expiry), strike, type, futuresOf(live, underlying));
  };
});
priceNameAtom.debugLabel = "priceName";

/** Positions with their profit and loss at the last prices. */
export function Positions(props: PositionsProps): ReactNode {
  const { positions, parts, gtts, prices, stopped, isAll, tellsRealized, hidesConvert, onDone } = props;
  const [grouping, setGrouping] = useState<"all" | "strategy">("all");
  const [closing, setClosing] = useState<PositionBody>();
  const [converting, setConverting] = useState<PositionBody>();
  const [exiting, setExiting] = useState<{ readonly group: StrategyGroup; readonly name: string }>();
  const isShown = ({ netQty }: PositionBody): boolean => isAll || netQty !== 0;
  const priceNameOf = useAtomValue(priceNameAtom);
  const ltpOf = (position: PositionBody): number => prices.of(priceNameOf(position));
  const rows = withShares(positions.filter(isShown).map((position) => rowOf(position, ltpOf, tellsRealized)));
  const columns = useMemo(
    () => (isAll ? ALL_COLUMNS : heldColumns(gtts, setClosing, hidesConvert ? undefined : setConverting)),
    [isAll, gtts, hidesConvert],
  );
  return (
    <>
      {parts.length === 0 ? undefined : (
        <div className={styles["filter"]}>
          <SegmentedControl label="Positions" segments={GROUPINGS} value={grouping} onChange={setGrouping} />
          {grouping === "strategy" ? <span>{OF_TODAY}</span> : undefined}
        </div>
      )}
      {parts.length > 0 && grouping === "strategy" ? (
        <StrategyPositions
          groups={strategyGroups(positions, parts, tellsRealized)}
          isShown={isShown}
          columns={isAll ? ALL_COLUMNS : GROUP_COLUMNS}
          ltpOf={ltpOf}
          stopped={stopped}
          onStopped={onDone}
          onExit={isAll ? undefined : (group, name) => setExiting({ group, name })}
        />
      ) : (
        <BookTable
          label={isAll ? "All Positions" : "Positions"}
          columns={columns}
          rows={rows}
          keyOf={({ position }) => position.id}
          totals={profitTotals(totalsOf(rows))}
          empty={isAll ? "Nothing was traded today." : "There is no open position."}
        />
      )}
      {closing === undefined ? undefined : (
        <ExitQuestion
          title="Close Position"
          question={closeQuestion(closing)}
          body={{ data: closing }}
          closed={[closing]}
          gtts={gtts}
          onClose={() => setClosing(undefined)}
          onDone={onDone}
        />
      )}
      {exiting === undefined ? undefined : (
        <StrategyExit {...exiting} {...{ positions, gtts }} onClose={() => setExiting(undefined)} onDone={onDone} />
      )}
      {converting === undefined ? undefined : (
        <ConvertDialog position={converting} gtts={gtts} onClose={() => setConverting(undefined)} onDone={onDone} />
      )}
    </>
  );
}

type Column = BookColumn<PositionRow>;

const symbol: Column = {
  header: "Symbol",
  width: 214,
  cell: ({ position }) => <BookName of={position} />,
};
const side: Column = {
  header: "Buy/Sell",
  width: 70,
  cell: ({ position }) => (position.netQty === 0 ? undefined : <SideMark side={position.side} />),
};
const product: Column = { header: "Product", width: 78, cell: ({ position }) => productWords(position.productType) };
const quantity = (header: string, of: (position: PositionBody) => number): Column =>
  figure(header, 78, ({ position }) => formats.whole.text(of(position)));
const price = (header: string, of: (position: PositionBody) => number): Column =>
  figure(header, 84, ({ position }) => priceText(position, of(position)));
const money = (header: string, of: (row: PositionRow) => number): Column =>
  figure(header, 112, (row) => <Money value={of(row)} />);
const netQty: Column = figure("Net Qty", 96, ({ position }) => formats.signedWhole.text(position.netQty));
const avgPrice = price("Avg price", (position) => position.avgPrice);
const last: Column = figure("LTP", 84, ({ position, ltp }) => (
  <LastPrice value={ltp} text={priceText(position, ltp)} />
));
const profits: readonly Column[] = [
  money("Realized P&L", ({ realized }) => realized),
  money("Unrealized P&L", ({ unrealized }) => unrealized),
  money("Total P&L", ({ total }) => total),
];

const bar: BookColumn<SharedRow> = {
  header: "(against the largest)",
  width: 96,
  cell: ({ total, share }) => (
    <span className={styles["bar"]} aria-hidden="true" data-tone={total < 0 ? "down" : "up"}>
      <i style={{ width: `${share * 50}%` }} />
    </span>
  ),
};

/** @param onConvert absent: the broker's positions keep their product */
function heldColumns(
  gtts: readonly GttBody[],
  onClose: (position: PositionBody) => void,
  onConvert: ((position: PositionBody) => void) | undefined,
): readonly BookColumn<SharedRow>[] {
  const close: Column = {
    header: "(close)",
    width: 84,
    cell: ({ position }) => (
      <span className={styles["moves"]}>
        <IconButton label={`Close ${nameWords(position)}`} title="Close" onClick={() => onClose(position)}>
          <Icon name="close" />
        </IconButton>
        <MovesMenu {...{ position, gtts }} />
      </span>
    ),
  };
  const convert: Column = {
    header: "Convert Position",
    width: 130,
    cell: ({ position }) =>
      isConvertible(position) ? (
        <Button size="header" kind="quiet" onClick={() => onConvert?.(position)}>
          Convert
        </Button>
      ) : undefined,
  };
  return [symbol, close, side, product, netQty, avgPrice, last, ...profits, bar, ...(onConvert ? [convert] : [])];
}

const GROUP_COLUMNS: readonly Column[] = [symbol, side, product, netQty, avgPrice, last, ...profits];

const OF_TODAY = "Strategies have what was traded for them today; what was held before stands without one.";

const GROUPINGS = [
  { value: "all", label: "As the broker has them" },
  { value: "strategy", label: "By strategy" },
] as const;

const ALL_COLUMNS: readonly Column[] = [
  ...GROUP_COLUMNS,
  quantity("Buy Qty", ({ buyQty }) => buyQty),
  price("Buy Avg", ({ buyAvg }) => buyAvg),
  quantity("Sell Qty", ({ sellQty }) => sellQty),
  price("Sell Avg", ({ sellAvg }) => sellAvg),
  price("Net Avg", ({ netAvg }) => netAvg),
];
