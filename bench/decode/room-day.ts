/** How small is a day? 400 contracts x 376 minutes x 6 fields, against JSON of the same figures. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import {
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  HIGH,
  LOW,
  LTP,
  OI,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, PE } from "#contract/domain/instruments.ts";
import { isoDate, minute, priceScale } from "#contract/domain/units.ts";
import { decodeRoomDay, encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { interleave, median, medianRatio, note, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";
import { fairPrice, TICK } from "../synthetic/ticks.ts";

const ROWS = 400;
const SLOTS = 376;
const LOT = 75;
const STEP = 5_000;
const SPOT = 2_450_000;
const DAY_FIELDS = [LTP, VWAP, OI, VOL, HIGH, LOW];

/** A day in which contracts near the money trade every minute, and the wings now and then. */
function createDay(seed: number): RoomDay {
  const random = createRandom(seed);
  const fields = DAY_FIELDS.reduce((mask, field) => mask | (1 << field), 0);
  const tokens = createTokenTable(ROWS);
  const minutes = createMinuteColumns(ROWS, SLOTS, fields);
  const at = minutes.columns;
  for (let line = 0; line < ROWS; line++) {
    tokens.token[line] = 12_345_678 + line * 256;
    tokens.type[line] = line % 2 === 0 ? CE : PE;
    tokens.strike[line] = SPOT + ((line >> 1) - ROWS / 4) * STEP;
    tokens.lotSize[line] = LOT;
  }
  tokens.length = ROWS;
  let spot = SPOT;
  for (let slot = 0; slot < SLOTS; slot++) {
    spot += random.normal() * 700;
    minutes.state[slot] = COMPLETE;
    for (let line = 0; line < ROWS; line++) {
      const cell = slot * ROWS + line;
      const before = cell - ROWS;
      const chance = Math.exp(-Math.abs(tokens.strike[line] - spot) / (40 * STEP));
      if (slot > 0 && random.next() > chance) {
        for (const field of DAY_FIELDS) at[field][cell] = at[field][before];
        continue;
      }
      const ltp = Math.max(
        TICK,
        Math.round((fairPrice(tokens.type[line], tokens.strike[line], spot) + random.normal() * 15) / TICK) * TICK,
      );
      const traded = LOT * Math.ceil(-Math.log(1 - random.next()) * 2_000 * chance ** 2);
      const volume = slot === 0 ? 0 : at[VOL][before];
      const vwap = slot === 0 ? ltp : at[VWAP][before];
      at[LTP][cell] = ltp;
      at[VOL][cell] = volume + traded;
      const paid = (slot === 0 ? ltp : (ltp + at[LTP][before]) / 2) * (1 + random.normal() * 0.01);
      at[VWAP][cell] = Math.round((vwap * volume + paid * traded) / (volume + traded));
      at[OI][cell] =
        slot === 0
          ? LOT * Math.round(random.next() * 90_000)
          : Math.max(0, at[OI][before] + LOT * Math.round(random.normal() * 300 * chance));
      at[HIGH][cell] = slot === 0 ? ltp : Math.max(at[HIGH][before], ltp);
      at[LOW][cell] = slot === 0 ? ltp : Math.min(at[LOW][before], ltp);
    }
  }
  return {
    room: "NIFTY-8/18/2026",
    symbol: "NIFTY",
    exchange: "NSE",
    expiry: isoDate("2026-08-18"),
    date: isoDate("2026-08-14"),
    source: "sim",
    priceScale: priceScale(100),
    open: minute(555),
    cadence: 1,
    tokens,
    live: createLiveColumns(ROWS),
    minutes,
  };
}

/** {token: [an array a field]}, prices in rupees. */
function toJson({ tokens, minutes }: RoomDay): string {
  const map: Record<string, number[][]> = {};
  for (let line = 0; line < ROWS; line++) {
    map[tokens.token[line]] = DAY_FIELDS.map((field) =>
      Array.from(
        { length: SLOTS },
        (_, slot) => minutes.columns[field][slot * ROWS + line] / (field === OI || field === VOL ? 1 : 100),
      ),
    );
  }
  return JSON.stringify(map);
}

export async function roomDayRows(question: string, short: boolean): Promise<Row[]> {
  const day = createDay(20_260_814);
  const json = toJson(day);
  const blob = encodeRoomDay(day, TICK);
  const read = decodeRoomDay(blob);
  for (const field of DAY_FIELDS) {
    if (!read.day.minutes.columns[field].every((value, cell) => value === day.minutes.columns[field][cell])) {
      throw new Error(`field ${field} of the day came back changed`);
    }
  }
  const brotli = brotliCompressSync(blob, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  const gzipJson = gzipSync(json);
  const values = ROWS * SLOTS * DAY_FIELDS.length;
  let kept: unknown;
  const times = interleave(short ? 5 : 7, {
    decode: () => {
      kept = decodeRoomDay(blob);
    },
    parse: () => {
      kept = JSON.parse(json);
    },
    encode: () => {
      kept = encodeRoomDay(day, TICK);
    },
  });
  if (kept === undefined) throw new Error("nothing was measured");
  return [
    row(question, "room-day blob, brotli 4 / JSON", brotli.length / json.length),
    row(question, "room-day blob, brotli 4 / gzip JSON", brotli.length / gzipJson.length),
    note(question, "room-day decode time / JSON.parse", medianRatio(times.decode, times.parse), "x"),
    note(question, "room-day blob, uncompressed", blob.length / values, "B/value"),
    note(question, "room-day blob, brotli 4", brotli.length / values, "B/value"),
    note(question, "room-day blob, gzip 6", gzipSync(blob).length / values, "B/value"),
    note(question, "room-day JSON", json.length / values, "B/value"),
    note(question, "room-day encode", median(times.encode), "ms"),
    note(question, "room-day decode", median(times.decode), "ms"),
  ];
}
