/** A chain of four strikes whose figures can be worked out by hand, and what the new option chain derives of it. */

import type { PricingChoice } from "#contract/domain/choices/pricing.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import { ASK, ASK_QTY, BID, BID_QTY, HIGH, LOW, OPEN, type RoomDay, VWAP } from "#contract/domain/columns.ts";
import { addDays } from "#contract/domain/reference/calendar.ts";
import {
  CALLS,
  type ColumnKey,
  columnSlot,
  type ChainParams as Params,
  PUTS,
  type ChainSnapshot as Snapshot,
} from "#contract/domain/snapshots/chain-table.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { type PlainOption, plainValue } from "#kernel/testing/plain-black.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { type Cell, makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { derivation } from "../screens/option-chain-new/derive.ts";
import { screen } from "../screens/option-chain-new/screen.ts";

const kernel = createKernel(loadQuantModule());

export const SPOT = 24_060;
export const LOT = 65;
export const YEARS = 7 / 365;
export const cell = (ltp: number, oi: number, vol: number, prevClose: number, prevOi: number): Cell => ({
  ltp,
  oi,
  vol,
  prevClose,
  prevOi,
  prevVol: vol / 2,
});

/** Rows: 0 spot, 1 future, then 2 CE and 3 PE of 23,900; 4, 5 of 24,000; 6, 7 of 24,100; 8, 9 of 24,200. */
export function chain(): RoomDay {
  const day = makeRoom({
    spot: { ltp: SPOT, prevClose: 24_000 },
    future: { ltp: 24_110, prevClose: 24_050, oi: 777, vol: 888 },
    strikes: [
      { strike: 23_900, ce: cell(230, 130_000, 65_000, 240, 195_000), pe: cell(35, 520_000, 650_000, 40, 390_000) },
      { strike: 24_000, ce: cell(150, 650_000, 1_300_000, 120, 520_000), pe: cell(60, 260_000, 390_000, 75, 325_000) },
      { strike: 24_100, ce: cell(95, 260_000, 520_000, 95, 195_000), pe: cell(105, 195_000, 130_000, 100, 195_000) },
      { strike: 24_200, ce: cell(55, 390_000, 0, 50, 0), pe: { ltp: 160 } },
    ],
  });
  const set = (field: number, row: number, value: number): void => {
    day.live.columns[field][row] = value;
  };
  // The call of 24,000: rupees x 100.
  set(VWAP, 4, 14_000);
  set(OPEN, 4, 11_000);
  set(HIGH, 4, 16_000);
  set(LOW, 4, 11_000);
  set(BID, 4, 14_990);
  set(BID_QTY, 4, 130);
  set(ASK, 4, 15_010);
  set(ASK_QTY, 4, 195);
  // Its put opened at the day's high.
  set(OPEN, 5, 8000);
  set(HIGH, 5, 8000);
  set(LOW, 5, 5500);
  // The call of 24,200 has not traded today: the feed's figures of its day are not of today.
  set(OPEN, 8, 5000);
  set(HIGH, 8, 5000);
  set(LOW, 8, 5000);
  return day;
}

export const clockAt = (at: number, mode: MarketClock["mode"] = "live"): MarketClock => ({
  mode,
  date: isoDate("2026-08-18"),
  minute: minute(at),
  speed: 1,
});

export function run(
  day: RoomDay,
  params: Partial<Params>,
  clock = clockAt(600),
  isMonthly = true,
  pricing?: PricingChoice,
): Snapshot {
  const room = marketRoom(day);
  const pane = makePane({
    symbol: day.symbol,
    expiry: day.expiry,
    expiries: isMonthly ? [day.expiry] : [day.expiry, addDays(day.expiry, 1)],
    pricing,
  });
  const all = { ...screen.defaults, strikeRange: 100, ...params };
  const input = { market: makeMarket(room), pane, params: all, clock, kernel };
  const snapshot = derivation.derive(input, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

export const at = ({ values, slots }: Snapshot, row: number, slot: number): number =>
  values[row * slots + slot] ?? Number.NaN;
export const styleAt = ({ styles, slots }: Snapshot, row: number, slot: number): number =>
  styles[row * slots + slot] ?? 0;

/** One column's figures of both sides, strike by strike. */
export function figures(key: ColumnKey, params: Partial<Params> = {}, day = chain()) {
  const snapshot = run(day, { columns: [key], ...params });
  const side = (one: 0 | 1) =>
    Array.from({ length: snapshot.rows }, (_, row) => at(snapshot, row, columnSlot(1, one, 0)));
  return { calls: side(CALLS), puts: side(PUTS) };
}

export const NONE = Number.NaN;
/** Without the last bits of a division; never -0. */
export const neat = (value: number): number => Number(value.toFixed(9)) + 0;

/** The volatility at which the option costs `price`. */
export function solve(option: PlainOption, price: number): number {
  let [low, high] = [0.001, 3];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (plainValue(option, middle).price < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
