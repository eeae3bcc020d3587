/** What a future built up on each finished day, out of the documents, and so far today, out of its room. */

import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP, OI } from "#contract/domain/columns.ts";
import { futuresRoomName, underlyingOf } from "#contract/domain/instruments.ts";
import { isTradingDay } from "#contract/domain/reference/calendar.ts";
import { scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { type IsoDate, minute } from "#contract/domain/units.ts";
import { futureBarsName, futureBuildUpsName } from "#contract/wire/document-names.ts";
import type { BuildUpDays } from "#contract/wire/documents.ts";
import { defineDerivation, type Market } from "#contract/worker/derivation.ts";
import { ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { addBuildUps } from "#market/futures/build-up-sums.ts";
import { futureRow } from "#market/futures/future-row.ts";
import { inSession } from "#market/futures/own-session.ts";
import { type DayMoment, dayMomentAt } from "#market/reference/moment.ts";
import { type ListedBars, periodTable } from "./derive-periods.ts";
import { screen } from "./screen.ts";
import { BUCKETS, expiriesOf, type Params, type Snapshot } from "./snapshot.ts";

/** From this minute on today has a column: 03:30 UTC. */
const TODAY_FROM = 9 * 60;
/** A cumulative view follows the live market at every third update. */
const UPDATES = 3;

interface Scratch {
  last: Snapshot | undefined;
  /** What the last snapshot was made of, but for live ticks. */
  key: string;
  updates: number;
}

/** Figures of one expiry by day. */
interface Listed {
  readonly expiry: IsoDate;
  readonly days: Map<IsoDate, readonly number[]>;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({ last: undefined, key: "", updates: 0 }),

  derive({ market, pane, params, clock }, scratch) {
    const { exchange, symbol } = pane;
    const futureExpiry = ownFutureExpiry(pane);
    if (futureExpiry === undefined) return undefined;
    const roomOf = (expiry: IsoDate) => inSession(market.room(futuresRoomName(exchange, expiry)), symbol);
    const room = roomOf(futureExpiry);
    // Before the open a feed may have told nothing yet: finished days are there all the same.
    const at = dayMomentAt(room, clock);
    const isOfBars = params.show !== "buildUps";
    const own = isOfBars ? futureBarsName(futureExpiry) : futureBuildUpsName(futureExpiry);
    if (!room || (!market.doc(own) && !market.missing(own))) return undefined;

    const expiries = expiriesOf(params, pane);
    const key = `${params.show} ${versionOf(expiries, market, pane, clock)}`;
    if (params.cumulative && clock.mode === "live" && scratch.last && scratch.key === key) {
      scratch.updates++;
      if (scratch.updates % UPDATES !== 0) return scratch.last;
    } else scratch.updates = 0;
    scratch.key = key;

    let pending = 0;
    const listed = expiries.map((expiry): Listed => {
      const document = isOfBars ? undefined : market.doc(futureBuildUpsName(expiry));
      pending = Math.max(pending, document?.pending ?? 0);
      const days = finishedDays(document, symbol);
      // The document of a past day holds how that day ended, which a replay does not know yet.
      if (clock.mode !== "history") days.delete(clock.date);
      // The room is nearer to the truth than what was made of it.
      const today = dayMomentAt(roomOf(expiry), clock);
      const sums = today && soFar(today, symbol);
      if (sums) days.set(today.day.date, sums);
      return { expiry, days };
    });

    const bars = isOfBars
      ? expiries.map(
          (expiry): ListedBars => ({
            expiry,
            document: market.doc(futureBarsName(expiry)),
            at: dayMomentAt(roomOf(expiry), clock),
          }),
        )
      : [];
    for (const { document } of bars) pending = Math.max(pending, document?.pending ?? 0);
    const dates = new Set(listed.flatMap(({ days }) => [...days.keys()]));
    const { segment } = underlyingOf(symbol);
    if (clock.minute > TODAY_FROM && isTradingDay(segment, clock.date)) dates.add(clock.date);
    const { day } = room;
    const until = at?.minute ?? minute(Math.floor(clock.minute));
    const isRunning = clock.mode !== "history" && until < day.open + day.minutes.slots - 1;
    const sorted = [...dates].filter((date) => date <= clock.date).sort();
    const row = futureRow(day, symbol);
    const close = day.tokens.prevClose[row] ?? -1;
    const price = row < 0 || !at ? -1 : (at.moment.columns[LTP]![at.moment.base + row] ?? -1);
    scratch.last = {
      show: params.show,
      dates: sorted,
      ...figuresOf(sorted, listed, params.cumulative ? symbol : undefined),
      running: isRunning ? sorted.indexOf(clock.date) : -1,
      until,
      pending,
      periods: periodTable({
        symbol,
        show: params.show,
        own: bars.find(({ expiry }) => expiry === futureExpiry) ?? { expiry: futureExpiry, document: undefined, at },
        all: params.cumulative ? bars : undefined,
        today: clock.date,
        isRunning,
        hasEnded: clock.mode === "history",
      }),
      finished: isOfBars ? finishedBars(bars, symbol) : sorted.filter((date) => date < clock.date).length,
      isListed: row >= 0,
      price: price > 0 ? price / day.priceScale : Number.NaN,
      previousClose: close > 0 ? close / day.priceScale : Number.NaN,
    };
    return scratch.last;
  },
});

/** Whatever a snapshot is made of, but for the live ticks. */
function versionOf(
  expiries: readonly IsoDate[],
  market: Market,
  { exchange, symbol }: PaneContext,
  clock: MarketClock,
): string {
  const parts = expiries.map((expiry) => {
    const room = market.room(futuresRoomName(exchange, expiry));
    const document = market.doc(futureBuildUpsName(expiry)) ?? market.doc(futureBarsName(expiry));
    return `${expiry} ${room?.structureVersion} ${room?.minuteVersion} ${document?.pending} ${document?.dates.length}`;
  });
  return [symbol, clock.mode, clock.date, ...parts].join();
}

const finishedBars = (bars: readonly ListedBars[], symbol: string): number =>
  Math.max(0, ...bars.map(({ document }) => (document?.symbols.includes(symbol) ? document.dates.length : 0)));

function finishedDays(document: BuildUpDays | undefined, symbol: string): Map<IsoDate, readonly number[]> {
  const days = new Map<IsoDate, readonly number[]>();
  const row = document?.symbols.indexOf(symbol) ?? -1;
  if (!document || row < 0) return days;
  const { longBuild, shortBuild, longUnwind, shortCover } = document.columns;
  for (const [day, date] of document.dates.entries()) {
    const cell = row * document.dates.length + day;
    const sums = [longBuild, shortBuild, longUnwind, shortCover].map((column) => column[cell]!);
    if (!sums.some(Number.isNaN)) days.set(date, sums);
  }
  return days;
}

/** What was built up on the day of a room up to a moment; undefined where it does not list the symbol, or has no figures yet. */
function soFar({ day, closed, tail }: DayMoment, symbol: string): readonly number[] | undefined {
  const row = futureRow(day, symbol);
  if (row < 0) return undefined;
  const sums = new Float64Array(BUCKETS);
  const { columns } = day.live;
  const now = tail < 0 ? undefined : { price: columns[LTP]![row]!, oi: columns[OI]![row]! };
  return addBuildUps(sums, day.minutes, row, closed, now) > 0 ? Array.from(sums) : undefined;
}

/** @param symbol whose expiries are added up: days that lack one of those listed then are named; undefined: one expiry alone */
function figuresOf(
  dates: readonly IsoDate[],
  listed: readonly Listed[],
  symbol: string | undefined,
): Pick<Snapshot, "figures" | "lacking"> {
  const figures = new Float64Array(dates.length * BUCKETS).fill(Number.NaN);
  const lacking = new Uint8Array(dates.length);
  for (const [d, date] of dates.entries()) {
    for (const { days } of listed) {
      const sums = days.get(date);
      if (!sums) continue;
      for (let i = 0; i < BUCKETS; i++) {
        const before = figures[d * BUCKETS + i]!;
        figures[d * BUCKETS + i] = (Number.isNaN(before) ? 0 : before) + sums[i]!;
      }
    }
    if (symbol === undefined) continue;
    const found = (expiry: IsoDate): boolean => listed.some((one) => one.expiry === expiry && one.days.has(date));
    lacking[d] = scheduledFutures(symbol, date).filter((expiry) => !found(expiry)).length;
  }
  return { figures, lacking };
}
