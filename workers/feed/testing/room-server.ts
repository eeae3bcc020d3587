/** One room as the server keeps it, for tests: a day, real frames of it, and the blob that a load would give. */
import {
  COMPLETE,
  CORE_FIELDS,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  hasField,
  LTP,
  OI,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, PE, roomName } from "#contract/domain/instruments.ts";
import { isoDate, minute, priceScale } from "#contract/domain/units.ts";
import { createFrameEncoder, FLAG_OPEN, type FrameEncoder, growRoomDay } from "#contract/wire/frame.ts";

const EXPIRY = isoDate("2026-08-25");
export const ROOM = roomName("NIFTY", EXPIRY);
const OPEN = 555;

export interface RoomServer {
  readonly day: RoomDay;
  /** Milliseconds since midnight of the frame that comes next. */
  time: number;
  /** Sets the last price of a row (any number does), its OI and volume to match, and gives the tick frame. */
  tick(row: number, price: number): Uint8Array;
  /** Closes the next minute. */
  minute(): Uint8Array;
  /** Lists two more contracts. */
  list(): Uint8Array;
  snapshot(): Uint8Array;
  wholeDictionary(): Uint8Array;
  /** Learns the previous close of a row. */
  learn(row: number, prevClose: number): Uint8Array;
  /** Another leader: the next frames are of another epoch. */
  restart(): void;
  /** The day as a load gives it: a copy. */
  blob(): RoomDay;
}

export function createRoomServer(strikes = 2, date = "2026-08-18"): RoomServer {
  const day: RoomDay = {
    room: ROOM,
    symbol: "NIFTY",
    exchange: "NSE",
    expiry: EXPIRY,
    date: isoDate(date),
    source: "sim",
    priceScale: priceScale(100),
    open: minute(OPEN),
    cadence: 1,
    tokens: createTokenTable(strikes * 2),
    live: createLiveColumns(strikes * 2),
    minutes: createMinuteColumns(strikes * 2, 120, CORE_FIELDS),
  };
  let epoch = 1;
  let encoder: FrameEncoder;
  let slot = 0;
  const server: RoomServer = {
    day,
    time: OPEN * 60_000,
    tick(row, price) {
      const { columns } = day.live;
      columns[LTP][row] = price * 5;
      columns[OI][row] = price * 65;
      columns[VOL][row] += 65;
      const frame = encoder.encodeDelta(day.live, header());
      if (!frame) throw new Error("nothing changed");
      return frame;
    },
    minute() {
      for (let field = 0; field < FIELD_COUNT; field++) {
        if (!hasField(day.minutes.fields, field)) continue;
        day.minutes.columns[field].set(
          day.live.columns[field].subarray(0, day.tokens.length),
          slot * day.minutes.stride,
        );
      }
      day.minutes.state[slot] = COMPLETE;
      return encoder.encodeMinute(day.minutes, slot++, header());
    },
    list() {
      addStrike();
      const frame = encoder.encodeDictionary(day.tokens, header());
      if (!frame) throw new Error("nothing was listed");
      return frame;
    },
    snapshot: () => encoder.encodeSnapshot(header()),
    wholeDictionary: () => encoder.encodeWholeDictionary(header()),
    learn(row, prevClose) {
      day.tokens.prevClose[row] = prevClose;
      return encoder.encodeKnownRows(header());
    },
    restart: start,
    blob: () => structuredClone(day),
  };

  function header() {
    server.time += 250;
    return { time: server.time, flags: FLAG_OPEN };
  }

  function addStrike(): void {
    const { length } = day.tokens;
    growRoomDay(day, length + 2);
    for (let i = 0; i < 2; i++) {
      const row = length + i;
      day.tokens.token[row] = 1000 + row;
      day.tokens.type[row] = i === 0 ? CE : PE;
      day.tokens.strike[row] = 2_400_000 + length * 2500;
      day.tokens.lotSize[row] = 65;
      day.live.columns[LTP][row] = 5;
      day.live.columns[OI][row] = 0;
      day.live.columns[VOL][row] = 0;
    }
    day.tokens.length += 2;
  }

  function start(): void {
    epoch++;
    encoder = createFrameEncoder({ tokens: day.tokens, tick: 5 }, { epoch });
    encoder.encodeDelta(day.live, header());
  }

  for (let i = 0; i < strikes; i++) addStrike();
  epoch = 0;
  encoder = createFrameEncoder({ tokens: day.tokens, tick: 5 }, { epoch });
  encoder.encodeDelta(day.live, header());
  return server;
}
