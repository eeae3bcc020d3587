/**
 * Rooms of a day of which the journal knows the minutes: each stands where its last minute ended, and nothing is run again.
 * Volume, vwap, high and low are running figures, and all of them are among a minute's columns.
 */
import { createColumns, MISSING_MINUTE, type RoomDay, slotColumns, VOL, VWAP } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { openMinutes } from "../../../market/minutes/pack-room.ts";
import { futuresRoom } from "../futures/futures-room.ts";
import type { RoomModel } from "../options/room-model.ts";
import { LiveRoom } from "./live-room.ts";
import type { MarketDay } from "./market-day.ts";
import { futureModels, optionRoom } from "./room-days.ts";
import type { RunnableRoom, RunState } from "./run.ts";

/**
 * The room as it stood at the beginning of `second` of the day, a whole minute, without the minutes before it; undefined
 * where the journal does not know it so.
 */
export function resumedRoom(day: MarketDay, name: RoomName, known: RoomDay, second: number): LiveRoom | undefined {
  const room = runnable(day, name, known);
  if (!room) return undefined;
  const last = Math.min(second / 60 - known.open, known.minutes.slots) - 1;
  // Before its session a room has not run.
  if (last < 0) return LiveRoom.at(room, second);
  if (known.minutes.state[last] === MISSING_MINUTE) return undefined;
  const roomDay = room.roomDay(openMinutes);
  return new LiveRoom(room, roomDay, room.run(roomDay.live.columns, stateAt(known, last)));
}

/** The room with the previous figures of the journal; undefined where its contracts are others. */
function runnable(day: MarketDay, name: RoomName, known: RoomDay): RunnableRoom | undefined {
  const option = day.model(name);
  const listing = day.futures.find((futures) => futures.name === name);
  const models = option ? [option] : listing ? futureModels(day, listing) : [];
  let rows = 0;
  for (const model of models) {
    if (!takePrevious(model, known, rows)) return undefined;
    rows += model.table.length;
  }
  if (rows !== known.tokens.length) return undefined;
  return option ? optionRoom(option) : listing && futuresRoom(listing, models);
}

/** Takes the previous figures of the model's contracts, which begin at `first` in the journal's; false where they do not. */
function takePrevious({ table, listing }: RoomModel, { tokens, priceScale }: RoomDay, first: number): boolean {
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
