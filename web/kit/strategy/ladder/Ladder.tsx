import { useAtomValue, useStore } from "jotai";
import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { numberFormat } from "../../../format/format.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { SideName } from "../../pane/SideName.tsx";
import { usePriceFormats } from "../../pane/use-decimals.ts";
import { useStrategy } from "../strategy-pane.ts";
import { FutureRow } from "./FutureRow.tsx";
import { LegButtons, LotInput } from "./LegButtons.tsx";
import styles from "./ladder.module.css";

/** Rows above the strike at the money when the ladder opens. */
const CONTEXT_ROWS = 9;
const deltas = numberFormat({ decimals: 2 });

/** What the rows are, ticks aside: a price that comes or goes counts, its figure does not. */
function skeletonOf({ snapshot, context }: PaneState<StrategySnapshot>) {
  if (!snapshot || !context) return undefined;
  const { strikes, ce, pe, atm, lotSize } = snapshot.ladder;
  const priced = (prices: Float64Array): string => Array.from(prices, (price) => (price > 0 ? "1" : "0")).join("");
  return {
    symbol: context.symbol,
    expiry: expiryKey(context.expiry),
    strikes: Array.from(strikes).join(),
    calls: priced(ce.ltp),
    puts: priced(pe.ltp),
    atm,
    lotSize,
  };
}

/** The strikes of the expiry, or its future: what each costs, and two buttons for each contract. */
export function Ladder(): ReactNode {
  const pane = useStrategy();
  const mode = useAtomValue(pane.modeAtom);
  const skeleton = useSlowFact(pane.stateAtom, skeletonOf);
  const [showsDelta, showDelta] = useState(false);
  if (!skeleton) return <div className={styles["ladder"]} />;
  if (mode === "Futures") return <FutureRow expiry={skeleton.expiry} />;
  const { symbol, expiry, lotSize } = skeleton;
  const figure = showsDelta ? "Delta" : "LTP";
  const toggle = (
    <button type="button" className={styles["toggle"]} title="LTP or delta" onClick={() => showDelta(!showsDelta)}>
      {figure} ⇄
    </button>
  );
  return (
    <section className={styles["ladder"]} aria-label="Strikes">
      <header className={styles["title"]}>
        <SideName side="ce">CALLS</SideName>
        <span>{`${symbol} lot ${lotSize}`}</span>
        <SideName side="pe">PUTS</SideName>
      </header>
      <div className={styles["head"]}>
        {toggle}
        <span>Lots</span>
        <span />
        <span>Strike</span>
        <span />
        <span>Lots</span>
        {toggle}
      </div>
      <Rows key={`${symbol} ${expiry}`} {...skeleton} showsDelta={showsDelta} />
    </section>
  );
}

interface RowsProps {
  readonly expiry: string;
  readonly strikes: string;
  readonly calls: string;
  readonly puts: string;
  readonly atm: number;
  readonly showsDelta: boolean;
}

function Rows({ expiry, strikes, calls, puts, atm, showsDelta }: RowsProps): ReactNode {
  const { legsAtom } = useStrategy();
  const legs = useAtomValue(legsAtom);
  const byKey = useMemo(() => new Map(legs.map((leg) => [legKey(leg), leg])), [legs]);
  const list = useRef<HTMLDivElement>(null);
  const values = useMemo(() => strikes.split(",").map(Number), [strikes]);
  usePrices(list, showsDelta);

  // The ladder opens at the money; later it stays where the user has it.
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    const row = list.current?.children[Math.max(atm - CONTEXT_ROWS, 0)];
    if (isPlaced.current || atm < 0 || !list.current || !(row instanceof HTMLElement)) return;
    isPlaced.current = true;
    list.current.scrollTop = row.offsetTop - list.current.offsetTop;
  }, [atm]);

  // Of hundreds of buttons one row's are tab stops; from B and S the arrows go to the row above or below.
  const [visited, visit] = useState<number>();
  const stop = visited !== undefined && visited < values.length ? visited : Math.max(atm, 0);
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { target } = event;
    if (step === 0 || !(target instanceof HTMLButtonElement)) return;
    const place = (row: number) => [...(list.current?.children[row]?.querySelectorAll("button") ?? [])];
    const next = place(stop + step)[place(stop).indexOf(target)];
    if (!next) return;
    event.preventDefault();
    visit(stop + step);
    next.focus();
  }

  return (
    <div
      ref={list}
      role="toolbar"
      aria-label="Contracts"
      aria-orientation="vertical"
      className={styles["rows"]}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => visit([...(list.current?.children ?? [])].findIndex((row) => row.contains(target)))}
    >
      {values.map((strike, index) => (
        <Row
          key={strike}
          strike={strike}
          isAtm={index === atm}
          isItmCall={index < atm}
          call={byKey.get(legKey({ expiry, strike, type: "CE" }))}
          put={byKey.get(legKey({ expiry, strike, type: "PE" }))}
          expiry={expiry}
          hasCall={calls[index] === "1"}
          hasPut={puts[index] === "1"}
          isStop={index === stop}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly expiry: string;
  readonly strike: number;
  readonly isAtm: boolean;
  readonly isItmCall: boolean;
  readonly call: StrategyLeg | undefined;
  readonly put: StrategyLeg | undefined;
  readonly hasCall: boolean;
  readonly hasPut: boolean;
  readonly isStop: boolean;
}

const Row = memo(function Row(props: RowProps): ReactNode {
  const { expiry, strike, isAtm, isItmCall, call, put, hasCall, hasPut, isStop } = props;
  const ce = { expiry, strike, type: "CE" } as const;
  const pe = { expiry, strike, type: "PE" } as const;
  return (
    <div className={styles["row"]} data-atm={isAtm || undefined}>
      <div className={styles["half"]} data-side={call?.action} data-itm={isItmCall || undefined}>
        <span className={styles["figure"]} />
        <LotInput contract={ce} leg={call} isStop={isStop} />
        <LegButtons contract={ce} leg={call} hasPrice={hasCall} isStop={isStop} />
      </div>
      <span className={styles["strike"]}>{strikeText(strike)}</span>
      <div className={styles["half"]} data-side={put?.action} data-itm={(!isItmCall && !isAtm) || undefined}>
        <LegButtons contract={pe} leg={put} hasPrice={hasPut} isStop={isStop} />
        <LotInput contract={pe} leg={put} isStop={isStop} />
        <span className={styles["figure"]} />
      </div>
    </div>
  );
});

/** Writes the live figures straight into the rows: a tick of two hundred prices is no work for React. */
function usePrices(list: { readonly current: HTMLDivElement | null }, showsDelta: boolean): void {
  const pane = useStrategy();
  const store = useStore();
  const { price } = usePriceFormats(pane);
  useEffect(() => {
    const format = showsDelta ? deltas : price;
    const write = (): void => {
      const ladder = store.get(pane.stateAtom).snapshot?.ladder;
      const rows = list.current?.children;
      if (!ladder || !rows) return;
      const { ce, pe } = ladder;
      const columns = showsDelta ? [ce.delta, pe.delta] : [ce.ltp, pe.ltp];
      for (let i = 0; i < rows.length; i++) {
        const figures = rows[i]?.querySelectorAll(`.${styles["figure"]}`);
        columns.forEach((column, side) => {
          const cell = figures?.[side];
          const text = format.text(column[i] ?? Number.NaN);
          if (cell && cell.textContent !== text) cell.textContent = text;
        });
      }
    };
    write();
    return store.sub(pane.stateAtom, write);
  }, [store, pane, list, price, showsDelta]);
}
