/** Room for more contracts: tables grow by copying, and the room-day points to the new ones. */
import {
  type Column,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  type LiveColumns,
  type MinuteColumns,
} from "../../domain/columns.ts";
import { createTokenTable, type TokenTable } from "../../domain/instruments.ts";

/** The tables that frames are written into: a RoomDay, or any object with these three. */
export interface RoomTables {
  tokens: TokenTable;
  live: LiveColumns;
  minutes: MinuteColumns;
}

/**
 * Makes every table of the room hold at least `rows` rows; false when they did. Grown tables are new objects: views
 * of the old ones show a day that no longer moves.
 */
export function growRoomDay(room: RoomTables, rows: number): boolean {
  const fits = rows <= room.tokens.token.length && rows <= room.live.capacity && rows <= room.minutes.stride;
  if (fits) return false;
  const capacity = Math.ceil((rows * 1.125) / 8) * 8;
  if (rows > room.tokens.token.length) room.tokens = growTokens(room.tokens, capacity);
  if (rows > room.live.capacity) room.live = growLive(room.live, capacity);
  if (rows > room.minutes.stride) room.minutes = growMinutes(room.minutes, capacity);
  return true;
}

function growTokens(tokens: TokenTable, capacity: number): TokenTable {
  const grown = createTokenTable(capacity);
  grown.length = tokens.length;
  grown.token.set(tokens.token);
  grown.type.set(tokens.type);
  grown.strike.set(tokens.strike);
  grown.lotSize.set(tokens.lotSize);
  grown.prevClose.set(tokens.prevClose);
  grown.prevOi.set(tokens.prevOi);
  grown.prevVol.set(tokens.prevVol);
  if (tokens.symbol) grown.symbol = tokens.symbol;
  return grown;
}

export function growLive(live: LiveColumns, capacity: number): LiveColumns {
  const grown = createLiveColumns(capacity);
  for (let field = 0; field < FIELD_COUNT; field++) grown.columns[field].set(live.columns[field]);
  return grown;
}

function growMinutes(minutes: MinuteColumns, stride: number): MinuteColumns {
  const grown = createMinuteColumns(stride, minutes.slots, minutes.fields);
  grown.state.set(minutes.state);
  for (let field = 0; field < FIELD_COUNT; field++)
    spreadRows(minutes.columns[field], minutes, grown.columns[field], stride);
  return grown;
}

function spreadRows(from: Column, minutes: MinuteColumns, to: Column, stride: number): void {
  if (from.length === 0) return;
  for (let slot = 0; slot < minutes.slots; slot++) {
    to.set(from.subarray(slot * minutes.stride, (slot + 1) * minutes.stride), slot * stride);
  }
}
