/**
 * The simulated market against the numbers measured on recorded days, each within the spread of those days. One day
 * four days before a weekly expiry, one expiry day, and the spot of a hundred days.
 */
import { describe, expect, it } from "vitest";
import { ASK, BID, createColumns, LTP, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { tradingDays } from "#contract/domain/reference/calendar.ts";
import { ABSENT, isoDate } from "#contract/domain/units.ts";
import { RoomRun } from "../options/room-run.ts";
import { simulatedDay } from "../past/simulated-history.ts";
import { pathOf } from "../underlyings/spot-path.ts";
import { levelsOf } from "./levels.ts";
import { marketDay } from "./market-day.ts";
import { scheduleOf } from "./schedule.ts";

const SEED = 7;
const FRIDAY = isoDate("2026-11-27");
const WEEKLY = "NIFTY-12/1/2026";
const MONTHLY = "NIFTY-12/29/2026";

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
const median = (values: readonly number[]): number => quantile(values, 0.5);
const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

function expectWithin(value: number, low: number, high: number): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

function roomOf(name: string, date = FRIDAY, seed = SEED): RoomDay {
  const room = simulatedDay(seed, date).room(name);
  if (!room) throw new Error(`${name} is not listed`);
  return room;
}

const at = (room: RoomDay, field: number, slot: number, row: number): number =>
  room.minutes.columns[field]?.[slot * room.minutes.stride + row] ?? Number.NaN;

/** Rows of calls; the put of the strike is the next row. */
const calls = (room: RoomDay): number[] =>
  Array.from({ length: room.tokens.length }, (_, row) => row).filter((row) => room.tokens.type[row] === CE);

const mid = (room: RoomDay, slot: number, row: number): number | undefined => {
  const [bid, ask] = [at(room, BID, slot, row), at(room, ASK, slot, row)];
  return bid === ABSENT || ask === ABSENT ? undefined : (bid + ask) / 200;
};

/** K + C - P of the strikes, nearest to the money first. */
function forwards(room: RoomDay, slot: number): { readonly strike: number; readonly forward: number }[] {
  const found: { strike: number; forward: number; gap: number }[] = [];
  for (const row of calls(room)) {
    const strike = (room.tokens.strike[row] ?? 0) / 100;
    const [call, put] = [mid(room, slot, row), mid(room, slot, row + 1)];
    if (call !== undefined && put !== undefined)
      found.push({ strike, forward: strike + call - put, gap: Math.abs(call - put) });
  }
  return found.sort((a, b) => a.gap - b.gap);
}

const total = (room: RoomDay, field: number, slot: number, type: number): number => {
  let sum = 0;
  for (let row = 0; row < room.tokens.length; row++)
    if (room.tokens.type[row] === type) sum += at(room, field, slot, row);
  return sum;
};

describe("the spot of a hundred days", () => {
  const days = tradingDays("equity-derivatives", isoDate("2026-03-02"), isoDate("2026-07-31"));
  const closes = days.map((date) => {
    const schedule = scheduleOf(date);
    const spot = pathOf(SEED, levelsOf(SEED, date), schedule).spot[0] ?? new Int32Array();
    const first = (schedule.equity.open - schedule.from) * 60;
    return Array.from({ length: 376 }, (_, i) => Math.log(spot[first + i * 60 + 59] ?? Number.NaN) * 1e4);
  });

  it("moves 2.8 bp a minute, lognormally from day to day", () => {
    const sds = closes.map((path) => deviation(path.slice(1).map((value, i) => value - (path[i] ?? 0))));
    expectWithin(median(sds), 2.4, 3.7);
    expect(quantile(sds, 0.9) / quantile(sds, 0.1)).toBeGreaterThan(1.6);
  });

  it("reverts within the day: variance ratios 0.8 at 15 minutes and 0.6 at an hour", () => {
    const variance = (span: number) => {
      const moves = closes.flatMap((path) => path.slice(span).map((value, i) => value - (path[i] ?? 0)));
      return moves.reduce((sum, move) => sum + move * move, 0) / moves.length / span;
    };
    expectWithin(variance(15) / variance(1), 0.68, 0.92);
    expectWithin(variance(60) / variance(1), 0.48, 0.75);
  });

  it("closes 79 bp from the close before, with gaps of 25", () => {
    const moves = closes.slice(1).map((path, i) => (path.at(-1) ?? 0) - (closes[i]?.at(-1) ?? 0));
    expectWithin(deviation(moves), 55, 105);
    const gaps = closes.slice(1).map((path, i) => Math.abs((path[0] ?? 0) - (closes[i]?.at(-1) ?? 0)));
    expectWithin(median(gaps), 16, 36);
  });
});

describe("a near weekly, four days out", () => {
  const room = roomOf(WEEKLY);
  const slots = Array.from({ length: 36 }, (_, i) => 20 + i * 10);

  it("is quoted 1 tick wide below 10, about 0.2 % at the money", () => {
    const cheap: number[] = [];
    const atMoney: number[] = [];
    for (const slot of slots) {
      for (const row of calls(room)) {
        const [bid, ask] = [at(room, BID, slot, row), at(room, ASK, slot, row)];
        if (bid === ABSENT || ask > 20_000) continue;
        if (ask < 1000) cheap.push((ask - bid) / 5);
        else if (ask > 8000) atMoney.push((ask - bid) / 5);
      }
    }
    expect(median(cheap)).toBe(1);
    expectWithin(median(atMoney), 3, 6);
  });

  it("has parity to a third of a point", () => {
    const errors = slots.map((slot) => {
      const all = forwards(room, slot);
      const level = all[0]?.strike ?? 0;
      const near = all.filter(({ strike }) => Math.abs(strike / level - 1) < 0.01);
      return deviation(near.map(({ forward }) => forward));
    });
    expectWithin(median(errors), 0.12, 0.45);
  });

  it("shows a third of last prices outside the quote", () => {
    let outside = 0;
    let traded = 0;
    for (const slot of slots) {
      for (let row = 2; row < room.tokens.length; row++) {
        if (at(room, VOL, slot, row) === 0 || at(room, BID, slot, row) === ABSENT) continue;
        traded++;
        const last = at(room, LTP, slot, row);
        if (last < at(room, BID, slot, row) || last > at(room, ASK, slot, row)) outside++;
      }
    }
    expectWithin(outside / traded, 0.18, 0.45);
  });

  it("holds 0.55 to 1.05 puts a call, and turns its OI over twenty times", () => {
    const last = room.minutes.slots - 1;
    for (const slot of slots) expectWithin(total(room, OI, slot, PE) / total(room, OI, slot, CE), 0.5, 1.1);
    expectWithin(total(room, VOL, last, PE) / total(room, VOL, last, CE), 0.75, 1.2);
    const volume = total(room, VOL, last, CE) + total(room, VOL, last, PE);
    expectWithin(volume / (total(room, OI, last, CE) + total(room, OI, last, PE)), 12, 32);
  });

  it("changes some 40-50 % of its rows a second, and its OI in bursts", () => {
    const model = marketDay(SEED, FRIDAY).model(WEEKLY);
    if (!model) throw new Error("not listed");
    const columns = createColumns(model.table.length);
    const run = new RoomRun(model, columns);
    while (run.slot < 149) run.minute();
    const changed = new Uint16Array(model.table.length);
    let rows = 0;
    let bursts = 0;
    const oi = columns[OI] as Float64Array;
    for (let s = 0; s < 600; s++) {
      const before = oi.slice();
      rows += run.second(150 + Math.floor(s / 60), s % 60, changed);
      if (before.filter((value, row) => value !== oi[row]).length > 10) bursts++;
    }
    expectWithin(rows / 600 / model.table.length, 0.35, 0.6);
    expectWithin(bursts, 3, 10);
  });
});

describe("a monthly, a month out", () => {
  it("is wider, and holds more puts than calls", () => {
    const room = roomOf(MONTHLY);
    const slot = 200;
    const near = forwards(room, slot)[0]?.strike ?? 0;
    const row = calls(room).find((entry) => room.tokens.strike[entry] === near * 100) ?? 0;
    expectWithin((at(room, ASK, slot, row) - at(room, BID, slot, row)) / 5, 9, 28);
    expectWithin(total(room, OI, slot, PE) / total(room, OI, slot, CE), 0.95, 1.4);
  });
});

describe("the expiry day", () => {
  it("keeps a straddle of 30 points for the closing auction, which is nothing at 15:40", () => {
    const room = roomOf("NIFTY-8/18/2026", isoDate("2026-08-18"), 1);
    // At the forward, between the strikes: 0.8 x F x sd. A listed straddle adds up to half a step on either side.
    const straddle = (slot: number) => {
      const near = forwards(room, slot)[0]?.strike ?? 0;
      const row = calls(room).find((entry) => room.tokens.strike[entry] === near * 100) ?? 0;
      return (mid(room, slot, row) ?? 0) + (mid(room, slot, row + 1) ?? 0);
    };
    expectWithin(straddle(90), 45, 110);
    expectWithin(straddle(330), 30, 80);
    expectWithin(straddle(375), 18, 60);
    const last = room.minutes.slots - 1;
    const near = forwards(room, last - 1)[0]?.strike ?? 0;
    const row = calls(room).find((entry) => room.tokens.strike[entry] === near * 100) ?? 0;
    expect(Math.min(at(room, LTP, last, row), at(room, LTP, last, row + 1))).toBeLessThan(500);
  });
});
