import { describe, expect, test } from "vitest";
import type { FrozenDay } from "#contract/domain/clock.ts";
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import type { Snapshot } from "./snapshot.ts";

const STRIKES = [23_900, 24_000, 24_100].map((strike) => ({
  strike,
  ce: { ltp: 24_060 - strike + 200, oi: 1 },
  pe: { ltp: 200, oi: 1 },
}));
const room = (over: object = {}): RoomDay =>
  makeRoom({ spot: { ltp: 24_000 }, future: { ltp: 24_050 }, strikes: STRIKES, ...over });

function run(day: RoomDay, past?: FrozenDay, minutes = 1, scratch = derivation.createScratch()): Snapshot {
  const context = makePane();
  const snapshot = derivation.derive(
    {
      market: makeMarket(marketRoom(day, { minuteVersion: minutes })),
      pane: past === undefined ? context : { ...context, day: past },
      params: {},
      clock: { mode: "live", date: day.date, minute: minute(600), speed: 1 },
      kernel: undefined as unknown as Kernel,
    },
    scratch,
  );
  if (!snapshot) throw new Error("no snapshot");
  return snapshot;
}

/** Minutes 0..to with a spot of 24,000 + slot, but for those left out. */
function fill(day: RoomDay, to: number, without: (slot: number) => boolean = () => false): RoomDay {
  for (let slot = 0; slot <= to; slot++) {
    day.live.columns[LTP]![0] = (24_000 + slot) * day.priceScale;
    if (!without(slot)) closeMinute(day, slot);
  }
  return day;
}

describe("the day strip", () => {
  test("session, first and last recorded minute, and the spot in rupees", () => {
    const { open, close, first, last, line, basis, holes, cadence } = run(fill(room(), 30));
    expect([open, close, first, last, cadence, basis]).toEqual([555, 940, 555, 585, 1, "spot"]);
    expect([line[0], line[30], line[31]]).toEqual([24_000, 24_030, Number.NaN]);
    expect([...holes]).toEqual([]); // what is to come is no gap
  });

  test("minutes that were not recorded are gaps: at the start, inside, and at the end of a finished day", () => {
    const day = fill(room(), 30, (slot) => slot < 3 || (slot > 10 && slot < 15));
    expect([...run(day).holes]).toEqual([555, 558, 565, 570]);
    expect(run(day).first).toBe(558);
    expect(run(day).line[12]).toBeNaN();
    expect([...run(day, "today").holes]).toEqual([555, 558, 565, 570]);
    expect([...run(day, { source: "sim", date: day.date }).holes]).toEqual([555, 558, 565, 570, 585, 940]);
  });

  test("between the points of a five-minute source nothing is missing", () => {
    const day = { ...fill(room(), 30, (slot) => slot % 5 !== 0), cadence: 5 };
    expect([...run(day).holes]).toEqual([]);
    const late = { ...fill(room(), 30, (slot) => slot % 5 !== 0 || slot === 15), cadence: 5 };
    expect([...run(late).holes]).toEqual([565, 575]);
  });

  test("without a spot the future, without a future the parity forward", () => {
    const future = room({ spot: undefined });
    closeMinute(future, 0);
    expect([run(future).basis, run(future).line[0]]).toEqual(["future", 24_050]);
    const forward = room({ spot: undefined, future: undefined });
    closeMinute(forward, 0);
    expect([run(forward).basis, run(forward).line[0]]).toEqual(["forward", 24_060]);
  });

  test("nothing recorded: neither first nor last", () => {
    const { first, last, holes } = run(room());
    expect([first, last, holes.length]).toEqual([Number.NaN, Number.NaN, 0]);
  });

  test("is made anew when a minute closes, not for a step of a replay", () => {
    const day = fill(room(), 3);
    const scratch = derivation.createScratch();
    const first = run(day, undefined, 1, scratch);
    expect(run(day, undefined, 1, scratch)).toBe(first);
    closeMinute(day, 4);
    expect(run(day, undefined, 2, scratch).last).toBe(559);
  });
});
