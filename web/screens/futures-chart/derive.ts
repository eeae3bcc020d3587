/** Price, average price, open interest and basis of one future through the day. */

import { LTP, OI, type RoomDay, VWAP } from "#contract/domain/columns.ts";
import { futuresRoomName, roomName } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { LAKH } from "#contract/domain/units.ts";
import { defineDerivation, type Market, type MarketRoom } from "#contract/worker/derivation.ts";
import { ownFutureExpiries, ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { costOfCarry, figureAt, futureRow, rollCost, rollShare, spotAt, spotRow } from "#market/futures/future-row.ts";
import { inSession } from "#market/futures/own-session.ts";
import { createDayLines, type DayLines, type Stretch } from "#market/lines/day-lines.ts";
import { dayMomentAt } from "#market/reference/moment.ts";
import { screen } from "./screen.ts";
import { hasCoi, type LineId, type Params, type Snapshot } from "./snapshot.ts";

/** A future of the symbol in its room. */
interface Listed {
  readonly room: MarketRoom;
  readonly row: number;
}

interface Combined {
  readonly futures: readonly Listed[];
  readonly lacking: readonly string[];
  /** Every expiry has arrived. */
  readonly isWhole: boolean;
}

/** What changes count from. */
interface Base {
  readonly oi: number;
  /** NaN: the previous day. */
  readonly from: number;
}

interface Scratch {
  readonly lines: DayLines<LineId>;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({ lines: createDayLines(["price", "vwap", "oi", "coi", "basis"]) }),

  derive({ market, pane, params, clock }, scratch) {
    const { exchange, symbol } = pane;
    const futureExpiry = ownFutureExpiry(pane);
    if (futureExpiry === undefined) return undefined;
    const at = dayMomentAt(inSession(market.room(futuresRoomName(exchange, futureExpiry)), symbol), clock);
    if (!at) return undefined;
    const { day, room } = at;
    const own: Listed = { room, row: futureRow(day, symbol) };
    const combined = params.coi && hasCoi(symbol) ? combinedOf(own, market, pane) : undefined;
    const spotRoom = market.room(roomName(symbol, pane.expiry));
    const eq = spotRoom ? spotRow(spotRoom.day) : -1;
    const spotOf = (slot: number, isInProgress: boolean): number =>
      spotRoom ? spotAt(spotRoom.day, eq, slot + day.open - spotRoom.day.open, isInProgress) : Number.NaN;

    const oi = baseOf([own]);
    const coi = combined?.isWhole ? baseOf(combined.futures) : undefined;

    function read({ lines, minutes, from, to, first }: Stretch<LineId>): void {
      const isInProgress = minutes !== day.minutes;
      for (let i = from; i < to; i++) {
        const slot = first + i;
        const price = rupeesAt(own, LTP, slot, isInProgress);
        lines.price[i] = price;
        lines.vwap[i] = rupeesAt(own, VWAP, slot, isInProgress);
        lines.oi[i] = (oiAt([own], slot, isInProgress) - oi.oi) / LAKH;
        lines.coi[i] = coi && combined ? (oiAt(combined.futures, slot, isInProgress) - coi.oi) / LAKH : Number.NaN;
        lines.basis[i] = price - spotOf(slot, isInProgress);
      }
    }
    const versions = [...(combined?.futures ?? []), ...(spotRoom ? [{ room: spotRoom }] : [])].map(
      (one) => `${one.room.structureVersion} ${one.room.minuteVersion}`,
    );
    const key = [own.row, oi.oi, coi?.oi, ...versions].join();
    // What the lines count from makes others of them; what is loaded of the other rooms does not.
    const series = { ...scratch.lines.upTo(at, { key, read }), key: `${oi.oi} ${coi?.oi}` };

    const { slot } = at.moment;
    const price = rupeesAt(own, LTP, slot, slot < 0);
    const spot = spotOf(at.minute - day.open, slot < 0);
    const days = daysBetween(day.date, day.expiry);
    const close = day.tokens.prevClose[own.row] ?? -1;
    return {
      series,
      isListed: own.row >= 0,
      oiFrom: oi.from,
      coiFrom: coi?.from ?? Number.NaN,
      lacking: combined?.lacking ?? [],
      price,
      previousClose: close > 0 ? close / day.priceScale : Number.NaN,
      spot,
      carry: costOfCarry(price, spot, days),
      days,
      ...rollOf(combined, own, (one) => {
        const then = dayMomentAt(one.room, clock);
        return then && { slot: then.moment.slot, isInProgress: then.moment.slot < 0 };
      }),
    };
  },
});

type Place = { readonly slot: number; readonly isInProgress: boolean } | undefined;

/** What has been rolled over, and what it costs to go from this expiry to the next. */
function rollOf(
  combined: Combined | undefined,
  own: Listed,
  placeOf: (future: Listed) => Place,
): Pick<Snapshot, "rolled" | "rollCost" | "rollCostYearly"> {
  const unknown = Number.NaN;
  const none = { rolled: { later: unknown, next: unknown }, rollCost: unknown, rollCostYearly: unknown };
  if (!combined?.isWhole) return none;
  const byExpiry = combined.futures.toSorted((a, b) => (a.room.day.expiry < b.room.day.expiry ? -1 : 1));
  const next = byExpiry[byExpiry.indexOf(own) + 1];
  const at = (future: Listed | undefined, read: (future: Listed, place: NonNullable<Place>) => number): number => {
    const place = future && placeOf(future);
    return future && place ? read(future, place) : Number.NaN;
  };
  const priceOf = (future: Listed | undefined): number =>
    at(future, (one, { slot, isInProgress }) => rupeesAt(one, LTP, slot, isInProgress));
  const held = byExpiry.map((future) => at(future, (one, { slot, isInProgress }) => oiAt([one], slot, isInProgress)));
  const [price, later] = [priceOf(own), priceOf(next)];
  const days = next ? daysBetween(own.room.day.expiry, next.room.day.expiry) : Number.NaN;
  return {
    rolled: { later: rollShare(held, "later"), next: rollShare(held, "next") },
    rollCost: later / price - 1,
    rollCostYearly: rollCost(price, later, days),
  };
}

/** The symbol's futures of all expiries that list it. */
function combinedOf(own: Listed, market: Market, pane: PaneContext): Combined {
  const { exchange, symbol } = pane;
  const futureExpiry = ownFutureExpiry(pane);
  const futures = own.row < 0 ? [] : [own];
  const lacking: string[] = [];
  let isWhole = own.row >= 0;
  for (const expiry of ownFutureExpiries(pane)) {
    if (expiry === futureExpiry) continue;
    const name = futuresRoomName(exchange, expiry);
    // Rooms that begin at other minutes have other slots for a minute.
    const room = inSession(market.room(name), symbol);
    if (!room) {
      isWhole = false;
      if (market.missing(name)) lacking.push(expiry);
      continue;
    }
    const row = futureRow(room.day, symbol);
    if (row >= 0) futures.push({ room, row });
  }
  return { futures, lacking, isWhole };
}

function rupeesAt({ room: { day }, row }: Listed, field: number, slot: number, isInProgress: boolean): number {
  const price = figureAt(day, field, row, slot, isInProgress);
  return price > 0 ? price / day.priceScale : Number.NaN;
}

/** OI of all of them; NaN unless each is known. */
function oiAt(futures: readonly Listed[], slot: number, isInProgress: boolean): number {
  let sum = 0;
  for (const { room, row } of futures) sum += figureAt(room.day, OI, row, slot, isInProgress);
  return sum;
}

/** The previous day's OI where each future has it; else that of the first minute in which each has one. */
function baseOf(futures: readonly Listed[]): Base {
  const previous = futures.reduce((sum, { room, row }) => {
    const oi = room.day.tokens.prevOi[row] ?? -1;
    return oi < 0 ? Number.NaN : sum + oi;
  }, 0);
  if (!Number.isNaN(previous)) return { oi: previous, from: Number.NaN };
  const day: RoomDay | undefined = futures[0]?.room.day;
  for (let slot = 0; day && slot < day.minutes.slots; slot++) {
    const oi = oiAt(futures, slot, false);
    if (!Number.isNaN(oi)) return { oi, from: day.open + slot };
  }
  return { oi: Number.NaN, from: Number.NaN };
}
