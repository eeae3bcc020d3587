/** A day of 400 contracts by minute, from a seed. */
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
import { createRandom } from "./random.ts";
import { fairPrice, TICK } from "./ticks.ts";

const ROWS = 400;
const SLOTS = 376;
const LOT = 75;
const STEP = 5_000;
const SPOT = 2_450_000;
export const DAY_FIELDS = [LTP, VWAP, OI, VOL, HIGH, LOW];

/** A day in which contracts near the money trade every minute, and the wings now and then. */
export function createRoomDay(seed: number): RoomDay {
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
