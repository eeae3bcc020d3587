/**
 * Rooms of a day of which the journal knows the minutes: each stands where its last minute ended, and nothing is run again.
 * Volume, vwap, high and low are running figures, and all of them are among a minute's columns.
 */
import { createColumns, MISSING_MINUTE, type RoomDay, slotColumns, VOL, VWAP } from "#contract/domain/columns.ts";
import { isSpotSymbol, type RoomName } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { openMinutes } from "../../../market/minutes/pack-room.ts";
import { futuresRoom } from "../futures/futures-room.ts";
import type { RoomModel } from "../options/room-model.ts";
import type { SpotListing } from "../underlyings/spot-room.ts";
import { LiveRoom } from "./live-room.ts";
import type { MarketDay } from "./market-day.ts";
import { futureModelsOf, optionRoom, spotRoomOf } from "./room-days.ts";
import type { RunnableRoom, RunState } from "./run.ts";

/** How a room of the journal stands at a second of its day. */
export interface RoomStand {
  readonly known: Pick<RoomDay, "tokens" | "priceScale">;
  readonly second: number;
  /** Undefined before its session: it has not run. */
  readonly state: RunState | undefined;
}

/** @param second a whole minute. @returns undefined where the journal does not know the room so */
export function standOf(known: RoomDay, second: number): RoomStand | undefined {
  const last = lastBefore(known, second);
  if (!isWhole(known, last)) return undefined;
  return { known, second, state: last < 0 ? undefined : stateAt(known, last) };
}

/**
 * The room as it stands, without the minutes before; undefined where its contracts are others.
 * @param into its room-day: a new one unless told
 */
export function resumedRoom(
  day: MarketDay,
  name: RoomName,
  { known, second, state }: RoomStand,
  into?: RoomDay,
): LiveRoom | undefined {
  const room = runnable(day, name, known);
  if (!room) return undefined;
  if (!state) return LiveRoom.at(room, second, into);
  const roomDay = into ?? room.roomDay(openMinutes);
  return new LiveRoom(room, roomDay, room.run(roomDay.live.columns, state));
}

/** Gives a room-day that is not made yet the previous figures of the journal, where its contracts are the same. */
export function showPrevious(known: RoomDay, { tokens }: RoomDay): void {
  const { length } = tokens;
  const isSame =
    known.tokens.length === length && tokens.token.every((token, row) => known.tokens.token[row] === token);
  if (!isSame) return;
  for (const name of ["prevClose", "prevOi", "prevVol"] as const)
    tokens[name].set(known.tokens[name].subarray(0, length));
}

/** The last slot that is over at `second` of the day; -1 before the session. */
const lastBefore = ({ open, minutes }: RoomDay, second: number): number =>
  Math.max(Math.min(second / 60 - open, minutes.slots), 0) - 1;

/** A room that was not made before the journal ended has neither all minutes nor previous figures: it is run from its open. */
function isWhole({ symbol, minutes, tokens }: RoomDay, last: number): boolean {
  const previous = isSpotSymbol(symbol) ? tokens.prevClose : tokens.prevOi;
  return !minutes.state.subarray(0, last + 1).includes(MISSING_MINUTE) && previous.some((value) => value !== ABSENT);
}

/** The room with the previous figures of the journal; undefined where its contracts are others. */
function runnable(day: MarketDay, name: RoomName, known: RoomStand["known"]): RunnableRoom | undefined {
  const spots = day.spots.find((listing) => listing.name === name);
  if (spots) return resumedSpots(day, spots, known);
  const option = day.model(name);
  const listing = day.futures.find((futures) => futures.name === name);
  const models = option ? [option] : listing ? [...futureModelsOf(day, listing)] : [];
  let rows = 0;
  for (const model of models) {
    if (!takePrevious(model, known, rows)) return undefined;
    rows += model.table.length;
  }
  if (rows !== known.tokens.length) return undefined;
  return option ? optionRoom(option) : listing && futuresRoom(listing, models);
}

/** The spot room with the journal's previous closes; undefined where its underlyings are others. */
function resumedSpots(day: MarketDay, listing: SpotListing, { tokens }: RoomStand["known"]): RunnableRoom | undefined {
  const symbols = listing.spots.map(({ underlying }) => underlying.symbol);
  const known = tokens.symbol?.slice(0, tokens.length) ?? [];
  if (known.length !== symbols.length || known.some((symbol, row) => symbol !== symbols[row])) return undefined;
  return spotRoomOf(day, listing, (symbol) => tokens.prevClose[symbols.indexOf(symbol)] ?? ABSENT);
}

/** Takes the previous figures of the model's contracts, which begin at `first` in the journal's; false where they do not. */
function takePrevious(
  { table, listing }: RoomModel,
  { tokens, priceScale }: RoomStand["known"],
  first: number,
): boolean {
  const scale = priceScale / listing.underlying.priceScale;
  for (let row = 0; row < table.length; row++) {
    const at = first + row;
    if (at >= tokens.length || tokens.token[at] !== table.token[row]) return false;
    const close = tokens.prevClose[at]!;
    table.prevClose[row] = close === ABSENT ? ABSENT : close / scale;
    table.prevOi[row] = tokens.prevOi[at]!;
    table.prevVol[row] = tokens.prevVol[at]!;
  }
  return true;
}

/** Turnover is the rounded vwap's: vwap may differ in its last digit from that of a run without a restart. */
function stateAt({ minutes, tokens }: RoomDay, slot: number): RunState {
  const rows = tokens.length;
  const { columns: of, base } = slotColumns(minutes, slot);
  const columns = createColumns(rows);
  for (const [field, column] of columns.entries()) column.set(of[field]!.subarray(base, base + rows));
  const traded = (row: number): boolean => columns[VWAP][row] !== ABSENT && columns[VOL][row] !== ABSENT;
  const turnover = Float64Array.from({ length: rows }, (_, row) =>
    traded(row) ? columns[VWAP][row]! * columns[VOL][row]! : 0,
  );
  return { slot, columns, turnover };
}
