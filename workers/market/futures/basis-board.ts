/**
 * Basis and cost of carry of every future of a room, against the spots of its exchange. Market-wide screens read one board: it is
 * computed once a worker for each state of the two rooms.
 *
 * Hot: 208 rows a few times a second; buffers are reused, and a board is valid until the next call.
 */

import type { MarketClock } from "#contract/domain/clock.ts";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { closingAuction, daysBetween } from "#contract/domain/reference/calendar.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";
import { columnOf, dayMomentAt } from "../reference/moment.ts";
import { costOfCarry } from "./future-row.ts";
import type { FuturesBoard } from "./futures-board.ts";

/** By row of the futures room's token table; NaN where it is not known, and while the cash market's closing auction holds the spot. */
export interface BasisBoard {
  /** Future less spot, rupees. */
  readonly basis: Float64Array;
  /** What the future is dearer than the spot, per cent a year, simple, over calendar days; NaN on the expiry day. */
  readonly carry: Float64Array;
}

interface Kept {
  readonly board: BasisBoard;
  /** The spot's row of each future's row; -1 where the room has none. */
  readonly spotRows: Int32Array;
  structure: string;
  state: string;
}

const kept = new WeakMap<RoomDay, Kept>();

/** @param futures the board of `room` at the same clock @param spots undefined where they cannot be had, or are on their way */
export function basisBoard(
  room: MarketRoom,
  futures: FuturesBoard,
  spots: MarketRoom | undefined,
  clock: MarketClock,
): BasisBoard {
  const { day } = room;
  let known = kept.get(day);
  if (known === undefined || known.spotRows.length !== futures.rows) {
    known = create(futures.rows);
    kept.set(day, known);
  }
  const at = dayMomentAt(spots, clock);
  const structure = `${room.structureVersion} ${spots?.structureVersion} ${spots?.day.date}`;
  const isNew = structure !== known.structure;
  const state = `${room.minuteVersion} ${room.tickVersion} ${spots?.minuteVersion} ${spots?.tickVersion} ${clock.mode} ${Math.floor(clock.minute)}`;
  if (!isNew && state === known.state) return known.board;
  known.structure = structure;
  known.state = state;
  if (isNew) placeSpots(known.spotRows, day, spots?.day);
  const { basis, carry } = known.board;
  const auction = closingAuction("equity-derivatives", day.date);
  if (!at || (auction && at.minute >= auction.from && at.minute < auction.to)) {
    basis.fill(Number.NaN);
    carry.fill(Number.NaN);
    return known.board;
  }
  const days = daysBetween(day.date, day.expiry);
  const prices = columnOf(at.moment, LTP);
  for (let row = 0; row < futures.rows; row++) {
    const spotRow = known.spotRows[row]!;
    const scaled = spotRow < 0 ? -1 : (prices?.[at.moment.base + spotRow] ?? -1);
    const spot = scaled > 0 ? scaled / at.day.priceScale : Number.NaN;
    basis[row] = futures.price[row]! - spot;
    carry[row] = costOfCarry(futures.price[row]!, spot, days) * 100;
  }
  return known.board;
}

const create = (rows: number): Kept => ({
  board: { basis: new Float64Array(rows).fill(Number.NaN), carry: new Float64Array(rows).fill(Number.NaN) },
  spotRows: new Int32Array(rows).fill(-1),
  structure: "",
  state: "",
});

function placeSpots(spotRows: Int32Array, { tokens }: RoomDay, spots: RoomDay | undefined): void {
  const names = spots?.tokens.symbol?.slice(0, spots.tokens.length) ?? [];
  const rowOf = new Map(names.map((name, row) => [name, row]));
  for (let row = 0; row < spotRows.length; row++) spotRows[row] = rowOf.get(tokens.symbol?.[row] ?? "") ?? -1;
}
