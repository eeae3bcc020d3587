import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { Fragment, memo, type ReactNode, useCallback, useMemo } from "react";
import { expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import { hasClosing, type StopTarget, tradeStatus, WHOLE_PORTFOLIO } from "#contract/domain/strategy/portfolio.ts";
import type { Profits } from "#contract/domain/strategy/profits.ts";
import { classNames } from "../../components/class-names.ts";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { toneOf } from "../../components/tone.ts";
import { counted, namedFew } from "../../format/count-words.ts";
import { formats } from "../../format/format.ts";
import { WindowedTable } from "../../kit/table/WindowedTable.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { CauseCells, CauseHeaders } from "./attribution/CauseCells.tsx";
import { SHOWN_CAUSES } from "./attribution/causes.ts";
import { type HeldStrategy, realisedOf } from "./book/book.ts";
import { isOpenAtom } from "./book/positions.ts";
import { Exit } from "./closing/Exit.tsx";
import { LegRows, legRowCount } from "./LegRows.tsx";
import { LiveCell } from "./LiveCells.tsx";
import { portfolio } from "./pane.ts";
import styles from "./portfolio.module.css";
import { portfolioCsv } from "./portfolio-csv.ts";
import { stopsAtom } from "./stops/stops.ts";
import { foundIn, hasOpenPrice, rowsOf, type StrategyAt, unpricedIn } from "./strategy-rows.ts";

const HEADERS = [
  "Name",
  "Stop and target",
  "Trade status",
  "Realised Profit",
  "Unrealised Profit",
  "Total Profit",
  "Close",
];

/** The price of each leg, known or not, as text: React has to know no more of a tick. */
const pricedOf = (snapshot: Profits | undefined): string =>
  Array.from(snapshot?.prices ?? [], (price) => (price > 0 ? "1" : "0")).join("");

/** CSS pixels, as in the style sheet. */
const ROW_HEIGHT = 28;
/** Rows that come and go together. */
const STEP = 4;

/** The strategies, a row each, and the total. */
export function Rows(): ReactNode {
  const pane = portfolio.use();
  const strategies = useAtomValue(pane.heldAtom);
  const stops = useAtomValue(stopsAtom);
  const [expanded, expand] = useAtom(pane.expandedAtom);
  const hasCauses = useAtomValue(pane.hasCausesAtom);
  const find = useAtomValue(pane.findAtom);
  const priced = useSlowFact(pane.profitsAtom, pricedOf);
  const isOpen = useAtomValue(isOpenAtom);
  const all = useMemo(() => rowsOf(strategies), [strategies]);
  const found = useMemo(() => foundIn(all, find), [all, find]);
  const { list, indices } = useMemo(() => placesOf(found, expanded), [found, expanded]);
  const store = useStore();
  const csv = useMemo(
    () => ({
      name: "strategies",
      text: () => portfolioCsv(store.get(pane.heldAtom), store.get(pane.profitsAtom)),
    }),
    [store, pane],
  );
  const toggle = useCallback(
    (id: string): void =>
      expand((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    [expand],
  );

  const hasPrice = (one: StrategyAt): boolean => hasOpenPrice(one, priced);
  const unpriced = (one: StrategyAt): readonly string[] => unpricedIn(one, priced, isOpen);

  function row(place: number): ReactNode {
    const one = found[place]!;
    const { strategy, at, start } = one;
    const isExpanded = expanded.has(strategy.id);
    const rowIndex = indices[place]!;
    return (
      <Fragment key={strategy.id}>
        <StrategyRow
          strategy={strategy}
          row={place}
          rowIndex={rowIndex}
          at={at}
          hasPrice={hasPrice(one)}
          unpriced={namedFew(unpriced(one))}
          stop={stops[strategy.name]}
          isExpanded={isExpanded}
          hasCauses={hasCauses}
          onToggle={toggle}
        />
        {isExpanded ? (
          <LegRows
            row={place}
            rowIndex={rowIndex + 1}
            strategy={strategy}
            start={start}
            priced={priced.slice(start, start + strategy.legs.length)}
            hasCauses={hasCauses}
          />
        ) : undefined}
      </Fragment>
    );
  }

  return (
    <WindowedTable
      label="Strategies"
      csv={csv}
      list={list}
      rowCount={indices.at(-1)!}
      columns={hasCauses ? HEADERS.length + 1 + SHOWN_CAUSES.length : HEADERS.length + 1}
      className={hasCauses ? classNames(styles["table"], styles["causes"]) : styles["table"]}
      head={
        <tr aria-rowindex={1}>
          <th>
            <span className="visually-hidden">Stop and target settings</span>
          </th>
          {HEADERS.map((header) => (
            <th key={header} scope="col" data-right={/Profit/.test(header) || undefined}>
              {header}
            </th>
          ))}
          {hasCauses ? <CauseHeaders /> : undefined}
        </tr>
      }
      foot={
        <TotalRow
          strategies={strategies}
          rowIndex={indices.at(-1)!}
          hasPrice={all.some(hasPrice)}
          unpriced={namedFew(all.flatMap((one) => (unpriced(one).length > 0 ? one.strategy.name : [])))}
          stop={stops[WHOLE_PORTFOLIO]}
          hasCauses={hasCauses}
        />
      }
      row={row}
    >
      {found.length === 0 ? <p className={styles["none"]}>No strategy has these letters in its name.</p> : undefined}
    </WindowedTable>
  );
}

/** Where rows stand, and as which they are counted aloud: the heading is the first, the total the last. */
function placesOf(found: readonly StrategyAt[], expanded: ReadonlySet<string>) {
  const tops = new Float64Array(found.length + 1);
  const indices: number[] = [2];
  found.forEach(({ strategy }, place) => {
    const rows = 1 + (expanded.has(strategy.id) ? legRowCount(strategy) : 0);
    tops[place + 1] = tops[place]! + rows * ROW_HEIGHT;
    indices.push(indices[place]! + rows);
  });
  return { list: { rowHeight: tops, count: found.length, step: STEP }, indices };
}

interface RowProps {
  readonly rowIndex: number;
  readonly stop: StopTarget | undefined;
  /** One of its open legs has a price. */
  readonly hasPrice: boolean;
  /** What keeps it from being closed, as it has none: contracts, or strategies; '' for nothing. */
  readonly unpriced: string;
  readonly hasCauses: boolean;
}

interface StrategyRowProps extends RowProps {
  readonly strategy: HeldStrategy;
  /** Its place among the rows. */
  readonly row: number;
  /** Its place among all strategies. */
  readonly at: number;
  readonly isExpanded: boolean;
  readonly onToggle: (id: string) => void;
}

const StrategyRow = memo(function StrategyRow(props: StrategyRowProps): ReactNode {
  const { strategy, isExpanded, onToggle, ...shared } = props;
  const { id, name, symbol, expiry, legs } = strategy;
  return (
    <ProfitRow {...shared} name={name} of={[strategy]} status={tradeStatus(legs)}>
      <button
        type="button"
        className={styles["name"]}
        aria-expanded={isExpanded}
        title={name}
        onClick={() => onToggle(id)}
      >
        <span className={styles["turn"]} data-open={isExpanded || undefined}>
          <Icon name="chevron-down" size={14} />
        </span>
        <b>{name}</b>
        <span className={styles["quiet"]}>{`${symbol} ${expiryLabel(parseExpiry(expiry))}`}</span>
      </button>
    </ProfitRow>
  );
});

/** @param props.strategies all of them, whichever are found */
function TotalRow(props: RowProps & { readonly strategies: readonly HeldStrategy[] }): ReactNode {
  const { strategies, ...shared } = props;
  const legs = strategies.reduce((sum, one) => sum + one.legs.length, 0);
  const words = `${counted(strategies.length, "strategy", "strategies")}, ${counted(legs, "leg")}`;
  return (
    <ProfitRow {...shared} name={WHOLE_PORTFOLIO} of={strategies}>
      <span className={styles["name"]}>
        <span />
        <b>{WHOLE_PORTFOLIO}</b>
        <span className={styles["quiet"]}>{words}</span>
      </span>
    </ProfitRow>
  );
}

interface ProfitRowProps extends RowProps {
  readonly name: string;
  /** What it adds up: one strategy, or all. */
  readonly of: readonly HeldStrategy[];
  /** Of a strategy, its place among the rows and among all strategies. */
  readonly row?: number;
  readonly at?: number;
  readonly status?: string;
  /** The name as it is shown. */
  readonly children: ReactNode;
}

function ProfitRow(props: ProfitRowProps): ReactNode {
  const { name, of, row, rowIndex, at, status, stop, hasPrice, unpriced, hasCauses, children } = props;
  const realised = of.reduce((sum, one) => sum + realisedOf(one), 0);
  const isWhole = at === undefined;
  const isOpenLeg = useAtomValue(isOpenAtom);
  const isOpen = of.some(({ legs }) => legs.some(isOpenLeg));
  return (
    <tr className={isWhole ? styles["total"] : styles["row"]} data-row={row} aria-rowindex={rowIndex}>
      <td>{isOpen && hasPrice ? <Cog of={name} /> : undefined}</td>
      <td>{children}</td>
      <td>
        <StopMessage stop={stop} />
      </td>
      <td>{status}</td>
      <td data-right="" data-tone={toneOf(realised)}>
        {formats.signedPrice.text(realised)}
      </td>
      <LiveCell figure={isWhole ? "whole" : "strategy"} at={at} />
      <LiveCell figure={isWhole ? "whole" : "strategy"} at={at} plus={realised} strong />
      <td>
        <Exit
          what={{ ids: of.map(({ id }) => id) }}
          of={name}
          isOpen={isOpen}
          unpriced={unpriced}
          isClosing={of.some(({ legs }) => legs.some(hasClosing))}
        />
      </td>
      {hasCauses ? <CauseCells of={isWhole ? "whole" : "strategies"} at={at} /> : undefined}
    </tr>
  );
}

function Cog({ of }: { readonly of: string }): ReactNode {
  const ask = useSetAtom(portfolio.use().stopOfAtom);
  return (
    <IconButton label={`Stop and target of ${of}`} onClick={() => ask(of)}>
      <Icon name="settings" size={14} />
    </IconButton>
  );
}

function StopMessage({ stop }: { readonly stop: StopTarget | undefined }): ReactNode {
  if (!stop || stop.message === "") return "-";
  if (!stop.isHit) return stop.message;
  const isStop = stop.message.startsWith("Stop");
  return (
    <span className={styles["hit"]} data-kind={isStop ? "stop" : "target"}>
      <Icon name={isStop ? "warning" : "check"} size={14} /> {stop.message}
    </span>
  );
}
