/** Rooms for tests of the wire: contracts with awkward numbers, and an encoder with a client in step. */
import { ALL_FIELDS, createLiveColumns, createMinuteColumns } from "../../domain/columns.ts";
import { CE, createTokenTable, EQ, PE, type TokenTable } from "../../domain/instruments.ts";
import { ABSENT } from "../../domain/units.ts";
import { createFrameEncoder, createRoomCursor, decodeFrame, FLAG_OPEN, type RoomTables } from "../frame.ts";

export const HEADER = { time: 44_100_000, flags: FLAG_OPEN };
export const TICK = 5;
export const LOT = 75;

export function createTokens(rows: number, capacity = rows): TokenTable {
  const tokens = createTokenTable(capacity);
  for (let row = 0; row < rows; row++) setToken(tokens, row);
  tokens.length = rows;
  return tokens;
}

function setToken(tokens: TokenTable, row: number): void {
  tokens.token[row] = 3_000_000_000 + row * 7 - (row % 3) * 100;
  tokens.type[row] = row === 0 ? EQ : row % 2 === 0 ? CE : PE;
  tokens.strike[row] = row === 0 ? 0 : 2_400_000 + (row >> 1) * 5_000;
  tokens.lotSize[row] = row === 0 ? 1 : LOT;
  tokens.prevClose[row] = row % 5 === 0 ? ABSENT : row * 100;
  tokens.prevOi[row] = row % 4 === 0 ? ABSENT : row * 5e9;
  tokens.prevVol[row] = row * 75;
}

export const createRoom = (rows: number, slots = 4, fields = ALL_FIELDS): RoomTables => ({
  tokens: createTokens(rows),
  live: createLiveColumns(rows),
  minutes: createMinuteColumns(rows, slots, fields),
});

export const snapshotOf = (room: RoomTables): number[][] => room.live.columns.map((column) => [...column]);

/** An encoder and a client in step, and a way to make the next delta. */
export function createPair(rows = 12) {
  const live = createLiveColumns(rows);
  const tokens = createTokens(rows);
  const encoder = createFrameEncoder({ tokens, tick: TICK }, { epoch: 3 });
  const room = createRoom(rows);
  const cursor = createRoomCursor();
  let value = 0;
  const next = (): Uint8Array => {
    live.columns[0][value % rows] = 1_000 + value * TICK;
    live.columns[3][value++ % rows] = value * LOT;
    const frame = encoder.encodeDelta(live, HEADER);
    if (!frame) throw new Error("nothing changed");
    return frame;
  };
  decodeFrame(encoder.encodeSnapshot(HEADER), room, cursor);
  return { live, tokens, encoder, room, cursor, next };
}
