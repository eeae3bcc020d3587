import { useAtomValue, useStore } from "jotai";
import { Fragment, type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { setText } from "../../../components/set-text.ts";
import { useVisibleRows } from "../../../components/visible-rows.ts";
import { numberFormat } from "../../../format/format.ts";
import { frameQueue } from "../../../frame/frame-queue.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { SideName } from "../../pane/figures/SideName.tsx";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { ageOfCode, ageWords } from "../../pricing/age-words.ts";
import { strikeTextOf } from "../../strikes/strike-list.ts";
import { useStrategy } from "../strategy-pane.ts";
import { FutureRow } from "./FutureRow.tsx";
import { LegButtons, LotInput } from "./LegButtons.tsx";
import styles from "./ladder.module.css";

/** Rows above the strike at the money when the ladder opens. */
const CONTEXT_ROWS = 9;
/** CSS pixels, as in the style sheet. */
const ROW_HEIGHT = 24;
/** Rows that come and go together. */
const STEP = 4;
const deltas = numberFormat({ decimals: 2 });

/** What the rows are, ticks aside: a price that comes or goes counts; its figure does not, nor which strike is at the money. */
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
    hasAtm: atm >= 0,
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
  readonly hasAtm: boolean;
  readonly showsDelta: boolean;
}

function Rows({ expiry, strikes, calls, puts, hasAtm, showsDelta }: RowsProps): ReactNode {
  const { legsAtom, stateAtom } = useStrategy();
  const store = useStore();
  const legs = useAtomValue(legsAtom);
  const byKey = useMemo(() => new Map(legs.map((leg) => [legKey(leg), leg])), [legs]);
  const list = useRef<HTMLDivElement>(null);
  const values = useMemo(() => strikes.split(",").map(Number), [strikes]);
  const textOf = strikeTextOf(values);

  // Of hundreds of buttons one row's are tab stops; from B and S the arrows go to the row above or below.
  const [visited, visit] = useState(0);
  const stop = Math.min(visited, values.length - 1);
  // The ladder opens at the money; later it stays where the user has it.
  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || !hasAtm || !list.current) return;
    isPlaced.current = true;
    const atm = store.get(stateAtom).snapshot?.ladder.atm ?? 0;
    visit(atm);
    list.current.scrollTop = Math.max(atm - CONTEXT_ROWS, 0) * ROW_HEIGHT;
    // In a room that is too narrow for it the strikes are in view, in its middle, and not the calls alone.
    const room = list.current.closest("section")?.parentElement;
    if (room) room.scrollLeft = (room.scrollWidth - room.clientWidth) / 2;
  }, [hasAtm, store, stateAtom]);
  const { first, end } = useVisibleRows(list, { rowHeight: ROW_HEIGHT, count: values.length, step: STEP });

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { target } = event;
    if (step === 0 || !(target instanceof HTMLButtonElement)) return;
    const place = (row: number) => [
      ...(list.current?.querySelector(`[data-row="${row}"]`)?.querySelectorAll("button") ?? []),
    ];
    const next = place(stop + step)[place(stop).indexOf(target)];
    if (!next) return;
    event.preventDefault();
    visit(stop + step);
    next.focus();
  }

  // What stands in the page costs each of its frames: only what can be seen is there, and where the keyboard is or goes next.
  const shown = useMemo(() => {
    const rows = new Set([stop - 1, stop, stop + 1]);
    for (let row = first; row < end; row++) rows.add(row);
    return [...rows].filter((row) => row >= 0 && row < values.length).sort((a, b) => a - b);
  }, [first, end, stop, values]);
  usePrices(list, shown, showsDelta);

  return (
    <div
      ref={list}
      role="toolbar"
      aria-label="Contracts"
      aria-orientation="vertical"
      className={styles["rows"]}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => visit(Number(target.closest<HTMLElement>("[data-row]")?.dataset["row"]))}
    >
      {shown.map((index, nth) => (
        <Fragment key={values[index]}>
          <Gap rows={index - (shown[nth - 1] ?? -1) - 1} />
          <Row
            index={index}
            strike={values[index] ?? Number.NaN}
            text={textOf(values[index] ?? Number.NaN)}
            call={byKey.get(legKey({ expiry, strike: values[index] ?? Number.NaN, type: "CE" }))}
            put={byKey.get(legKey({ expiry, strike: values[index] ?? Number.NaN, type: "PE" }))}
            expiry={expiry}
            hasCall={calls[index] === "1"}
            hasPut={puts[index] === "1"}
            isStop={index === stop}
          />
        </Fragment>
      ))}
      <Gap rows={values.length - (shown.at(-1) ?? -1) - 1} />
    </div>
  );
}

/** In the place of rows that are not in the page. */
function Gap({ rows }: { readonly rows: number }): ReactNode {
  return rows > 0 ? <div style={{ height: rows * ROW_HEIGHT }} /> : undefined;
}

interface RowProps {
  /** Of all strikes. */
  readonly index: number;
  readonly expiry: string;
  readonly strike: number;
  /** The strike as it is shown. */
  readonly text: string;
  readonly call: StrategyLeg | undefined;
  readonly put: StrategyLeg | undefined;
  readonly hasCall: boolean;
  readonly hasPut: boolean;
  readonly isStop: boolean;
}

const Row = memo(function Row(props: RowProps): ReactNode {
  const { index, expiry, strike, text, call, put, hasCall, hasPut, isStop } = props;
  const ce = { expiry, strike, type: "CE" } as const;
  const pe = { expiry, strike, type: "PE" } as const;
  return (
    <div className={styles["row"]} data-row={index}>
      <div className={styles["half"]} data-side={call?.action}>
        <span className={styles["figure"]} />
        <LotInput contract={ce} leg={call} isStop={isStop} />
        <LegButtons contract={ce} leg={call} hasPrice={hasCall} isStop={isStop} />
      </div>
      <span className={styles["strike"]}>{text}</span>
      <div className={styles["half"]} data-side={put?.action}>
        <LegButtons contract={pe} leg={put} hasPrice={hasPut} isStop={isStop} />
        <LotInput contract={pe} leg={put} isStop={isStop} />
        <span className={styles["figure"]} />
      </div>
    </div>
  );
});

/**
 * Time stamp of the last frame in which a ladder wrote. Its figures cost a frame half of its time, more in the layout than
 * here: where one has written, another waits for the next frame. It waits once, or one that changes all the time would keep it out.
 */
let writtenAt = Number.NaN;

/**
 * Writes the live figures straight into the rows, in the frame of the charts and after them: a tick is no work for React,
 * and a chart that is painted after words has the page laid out for each of its texts.
 */
function usePrices(
  list: { readonly current: HTMLDivElement | null },
  rows: readonly number[],
  showsDelta: boolean,
): void {
  const pane = useStrategy();
  const store = useStore();
  const { price } = usePriceFormats(pane);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const format = showsDelta ? deltas : price;
    // In the order of the page: of each row the call's, then the put's.
    const cells = element.getElementsByClassName(styles["figure"] ?? "");
    const shown: number[] = [];
    const ages: number[] = [];
    let atmShown = Number.NaN;
    const write = (): void => {
      const ladder = store.get(pane.stateAtom).snapshot?.ladder;
      if (!ladder) return;
      const { ce, pe, atm } = ladder;
      if (atm !== atmShown)
        for (const [nth, row] of rows.entries()) markMoney(cells, nth, atm < 0 ? Number.NaN : row - atm);
      atmShown = atm;
      for (const [nth, row] of rows.entries()) {
        for (const [place, side] of [ce, pe].entries()) {
          const cell = 2 * nth + place;
          const value = (showsDelta ? side.delta : side.ltp)[row] ?? Number.NaN;
          const age = side.age[row] ?? 0;
          const element = cells[cell];
          if (!(element instanceof HTMLElement)) continue;
          if (!Object.is(shown[cell], value)) setText(element, format.text(value));
          if (!Object.is(ages[cell], age)) markAge(element, age);
          shown[cell] = value;
          ages[cell] = age;
        }
      }
    };
    write();
    let hasWaited = false;
    const frames = frameQueue().join(element, (now) => {
      hasWaited = now === writtenAt && !hasWaited;
      if (hasWaited) {
        frames.request();
        return;
      }
      writtenAt = now;
      queueMicrotask(write);
    });
    const end = store.sub(pane.stateAtom, () => frames.request());
    return () => {
      end();
      frames.dispose();
    };
  }, [store, pane, list, rows, price, showsDelta]);
}

/** @param above rows that the strike is above the one at the money; NaN where none is */
function markMoney(cells: HTMLCollectionOf<Element>, nth: number, above: number): void {
  const [call, put] = [cells[2 * nth]?.parentElement, cells[2 * nth + 1]?.parentElement];
  call?.parentElement?.toggleAttribute("data-atm", above === 0);
  call?.toggleAttribute("data-itm", above < 0);
  put?.toggleAttribute("data-itm", above > 0);
}

/** A price of an earlier day stands beside those of today, and need not fit between them: it is quiet, and says how old it is. */
function markAge(cell: HTMLElement, age: number): void {
  cell.toggleAttribute("data-quiet", age !== 0);
  if (age === 0) cell.removeAttribute("title");
  else cell.title = `Not traded today: ${ageWords(ageOfCode(age))}`;
}
