/**
 * The days before the board's own, as a pane's lines show them: each a subscription of the same screen to a finished day, with
 * the params of today. It is derived once, and again when the params change; between, its worker lets go of its rooms.
 */
import { type Atom, atom, type createStore, type ExtractAtomValue } from "jotai";
import type { PricedOn } from "#contract/domain/choices/pricing.ts";
import type { StrikeList } from "#contract/domain/choices/strike-choice.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { hoursOf, previousTradingDay } from "#contract/domain/reference/calendar.ts";
import type { SeriesSet } from "#contract/domain/snapshots/series-set.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { PaneContext, ScreenDefinition } from "#contract/worker/screen.ts";
import type { ChartData } from "../../../charts/chart-spec.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { historyDaysAtom, recordedDay, sourceOf } from "../../../state/clock/history.ts";
import { type clientAtom, exchangeClockAtom } from "../../../state/market/market.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { minuteNotes } from "../minute-notes.ts";
import { createDayRow, type PastDay } from "./day-row-data.ts";
import { followDays } from "./listed-days.ts";
import { pinned, strikesIn } from "./pinned.ts";

/** A snapshot of lines; of options, with the strikes that there are. */
export interface DaySnapshot {
  readonly series: SeriesSet<string>;
  readonly pricedOn?: PricedOn | undefined;
  readonly strikes?: StrikeList;
}

export interface DaysPane {
  readonly screen: ScreenDefinition<unknown, DaySnapshot>;
  readonly contextAtom: Atom<PaneContext | undefined>;
  readonly askedParamsAtom: Atom<unknown>;
  readonly stateAtom: Atom<PaneState<DaySnapshot>>;
}

/** Days before the board's own, for the charts of a pane. */
export interface DaysBefore {
  /** What makes the data of one chart of the board's snapshot and these days. */
  chart(ids: readonly string[]): (snapshot: DaySnapshot, date: IsoDate) => ChartData;
  /** Tells of a day that came or changed. */
  subscribe(listener: () => void): () => void;
}

type Client = Pick<NonNullable<ExtractAtomValue<typeof clientAtom>>, "subscribe">;

/** A day that stands still is held so long: whoever changes the params once often does so again. */
const HELD_MS = 10_000;

/** A day that is asked for. */
interface Asked {
  /** What tells it from all others. */
  readonly id: string;
  readonly date: IsoDate;
  /** Absent: nobody has recorded it, or the list of days is not loaded. */
  readonly pane?: PaneContext;
  readonly blank: PastDay;
}

interface OpenDay {
  setParams(params: unknown): void;
  read(): PastDay;
  close(): void;
}

/** @param count days, the board's own included */
export function openPastDays(
  store: ReturnType<typeof createStore>,
  client: Client,
  { screen, contextAtom, askedParamsAtom, stateAtom }: DaysPane,
  count: number,
): DaysBefore & { close(): void } {
  const listeners = new Set<() => void>();
  const open = new Map<string, OpenDay>();
  /** Oldest first; another array whenever one of them changed. */
  let past: readonly PastDay[] = [];

  const dateAtom = atom((get) => get(stateAtom).clock?.date);
  const atmAtom = atom((get) => get(stateAtom).snapshot?.strikes?.atm ?? Number.NaN);
  const pinnedAtom = atom((get) => pinned(get(askedParamsAtom), get(atmAtom)));

  const askedAtom = atom((get): readonly Asked[] => {
    const context = get(contextAtom);
    let date = get(dateAtom);
    if (!context || date === undefined) return [];
    const { symbol, day } = context;
    const { segment } = underlyingOf(symbol);
    const source = sourceOf(day, get(exchangeClockAtom)?.time.source);
    const list = get(historyDaysAtom);
    const asked: Asked[] = [];
    for (let i = 1; i < count; i++) {
      date = previousTradingDay(segment, date);
      const key = list && recordedDay(list, date, source, screen.home === "market" ? undefined : symbol);
      const pane: PaneContext | undefined = key && { ...context, day: key, isWhole: true };
      const session = hoursOf(segment, date);
      const why = list && !key ? { why: "Not recorded" } : {};
      asked.unshift({
        id: pane ? JSON.stringify(pane) : "",
        date,
        ...(pane && { pane }),
        blank: { date, session, noteAt: () => "", ...why },
      });
    }
    return asked;
  });

  function tell(): void {
    past = store.get(askedAtom).map(({ id, blank }) => open.get(id)?.read() ?? blank);
    for (const listener of listeners) listener();
  }

  /** Opens what is asked for, and closes what is not any more. */
  function follow(): void {
    const asked = store.get(askedAtom);
    for (const [id, day] of open) {
      if (asked.some((one) => one.id === id)) continue;
      open.delete(id);
      day.close();
    }
    const params = store.get(pinnedAtom);
    for (const { id, pane, blank } of asked)
      if (pane && params !== undefined && !open.has(id))
        open.set(id, openDay(client, screen, { pane, params }, blank, tell));
    tell();
  }

  function turn(): void {
    const params = store.get(pinnedAtom);
    if (params !== undefined) for (const day of open.values()) day.setParams(params);
    follow();
  }

  const lacksAtom = atom((get) => get(askedAtom).some(({ pane }) => !pane));
  const ends = [store.sub(askedAtom, follow), store.sub(pinnedAtom, turn), followDays(store, lacksAtom)];
  follow();

  return {
    chart(ids) {
      const row = createDayRow(ids);
      return ({ series, pricedOn }, date) => row(past, { date, series, noteAt: minuteNotes(series.x, pricedOn) });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const end of ends) end();
      for (const day of open.values()) day.close();
    },
  };
}

function openDay(
  client: Client,
  screen: DaysPane["screen"],
  initial: { readonly pane: PaneContext; readonly params: unknown },
  blank: PastDay,
  changed: () => void,
): OpenDay {
  let { params } = initial;
  let day = blank;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = client.subscribe(screen, { ...initial, visible: true }, (message) => {
    if (message.type === "loading") return;
    // As if it were painted: it stands still, and the next one comes with other params alone.
    if (message.type === "snapshot") subscription.painted(message.sequence);
    // What is refused stays so; a server that fails is asked again, and only while somebody waits.
    if (message.type === "snapshot" || (message.status > 0 && message.status < 500)) hold();
    day = message.type === "snapshot" ? dayOf(blank, message.snapshot, params) : { ...blank, why: message.message };
    changed();
  });

  /** Counts as seen for a while after its answer: then its worker lets go of its rooms, and the answer stays. */
  function hold(): void {
    clearTimeout(timer);
    timer = setTimeout(() => subscription.setVisible(false), HELD_MS);
  }

  return {
    setParams(next) {
      params = next;
      subscription.setParams(params);
      subscription.setVisible(true);
      clearTimeout(timer);
    },
    read: () => day,
    close() {
      clearTimeout(timer);
      subscription.dispose();
    },
  };
}

function dayOf(blank: PastDay, { series, pricedOn, strikes }: DaySnapshot, params: unknown): PastDay {
  // A screen shows another strike in place of one that the chain does not list.
  const unlisted = strikes && strikesIn(params).find((strike) => !strikes.strikes.includes(strike));
  if (unlisted !== undefined) return { ...blank, why: `${strikeText(unlisted)} not listed` };
  return { ...blank, series, noteAt: minuteNotes(series.x, pricedOn) };
}
