import { describe, expect, test } from "vitest";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { OPEN as DAY_OPEN, readExpiryDay, shownAt } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { roundLots, thresholdsOf } from "./derive-thresholds.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";
import { cellContent } from "./words.ts";

const NONE = Number.NaN;
const OPEN = 555;
const CALL = 3; // of 110

function makeDay(steps: number) {
  const cell = { ltp: 5, oi: 1000, vol: 0 };
  const strikes = [100, 110, 120, 130].map((strike) => ({ strike, ce: cell, pe: cell }));
  const live = makeLiveDay(makeRoom({ spot: { ltp: 111 }, strikes }));
  for (let slot = 0; slot <= steps; slot++) {
    live.set(OI, CALL, 1000 + slot * 10);
    live.set(VOL, CALL, slot * 7);
    live.set(LTP, CALL, 500 + slot);
    live.close(slot);
  }
  return live;
}
type Live = ReturnType<typeof makeDay>;

function run(live: Live, slot: number, params: Partial<Params> = {}, mode: "live" | "replay" = "replay"): Snapshot {
  const input = { ...live.input(slot, mode), kernel: undefined as unknown as Kernel };
  const merged = { ...screen.defaults, ...params };
  const snapshot = derivation.derive({ ...input, params: merged }, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}
const rowOf = ({ times }: Snapshot, cells: Float64Array, row: number): number[] =>
  Array.from(cells.subarray(row * times.length, (row + 1) * times.length));

describe("cells", () => {
  test("are changes from interval to interval; the highest strike is on top", () => {
    const snapshot = run(makeDay(9), 9);
    expect([...snapshot.strikes]).toEqual([130, 120, 110, 100]);
    expect(snapshot.atmRow).toBe(2);
    expect(Array.from(snapshot.times, (time) => time - OPEN)).toEqual([3, 6, 9]);
    expect(rowOf(snapshot, snapshot.ce.change, 2)).toEqual([30, 30, 30]);
    expect(rowOf(snapshot, snapshot.pe.change, 2)).toEqual([0, 0, 0]);
    expect(rowOf(snapshot, snapshot.ce.percent, 2)[0]).toBeCloseTo(3, 10);
    expect(rowOf(snapshot, snapshot.ce.ltp, 2)).toEqual([5.03, 5.06, 5.09]);
    expect([...snapshot.ce.net]).toEqual([30, 30, 30]);
    expect([...snapshot.spotLine]).toEqual([111, 111, 111]);
    expect(
      rowOf(run(makeDay(9), 9, { metric: "volume" }), run(makeDay(9), 9, { metric: "volume" }).ce.change, 2),
    ).toEqual([21, 21, 21]);
  });

  test("only the strikes of the range are there, and the newest interval may still run", () => {
    const snapshot = run(makeDay(9), 8, { range: 1 });
    expect([...snapshot.strikes]).toEqual([120, 110, 100]);
    expect([snapshot.isPartial, snapshot.times.at(-1)]).toEqual([true, OPEN + 8]);
    const live = makeDay(9);
    live.set(OI, CALL, 5000);
    expect(rowOf(run(live, 10, {}, "live"), run(live, 10, {}, "live").ce.change, 2).at(-1)).toBe(5000 - 1090);
  });

  test("a hole is a gap, and so is the interval that begins in it", () => {
    const live = makeDay(6);
    live.close(15, 18);
    const snapshot = run(live, 18);
    expect(Array.from(snapshot.times, (time) => time - OPEN)).toEqual([3, 6, 9, 12, 15, 18]);
    expect([...snapshot.isGap]).toEqual([0, 0, 1, 1, 1, 0]);
    expect(rowOf(snapshot, snapshot.ce.change, 2)).toEqual([30, 30, NONE, NONE, NONE, 0]);
    expect(snapshot.spotLine[2]).toBeNaN();
  });

  test("the first interval begins at the open, also while it runs", () => {
    const look = { inLots: false, decimals: 2, note: "" } as const;
    const title = (slot: number, column: number): string =>
      cellContent(run(makeDay(31), slot, { frame: 15 }), { row: 2, column }, look).title;
    expect(title(4, 0)).toBe("110 · 09:15 to 09:19");
    expect([title(31, 0), title(31, 2)]).toEqual(["110 · 09:15 to 09:30", "110 · 09:45 to 09:46"]);
  });

  test("before the second interval there is none", () => expect(run(makeDay(0), 0).times).toHaveLength(0));
});

describe("thresholds", () => {
  test("are fixed in lots for NIFTY's OI, else parts of the 98th percentile in round lots", () => {
    expect(thresholdsOf({ symbol: "NIFTY", metric: "oi", lot: 65, changes: [] })).toEqual(
      [500, 2000, 5000, 10_000, 20_000].map((lots) => lots * 65),
    );
    const changes = [Float64Array.from({ length: 100 }, (_, i) => (i % 2 ? -1 : 1) * (i + 1) * 35 * 10)];
    expect(thresholdsOf({ symbol: "BANKNIFTY", metric: "oi", lot: 35, changes }).map((units) => units / 35)).toEqual([
      20, 100, 200, 500, 1000,
    ]);
    expect(thresholdsOf({ symbol: "BANKNIFTY", metric: "oi", lot: 35, changes: [] })).toHaveLength(5);
  });

  test.each([
    [0.3, 1],
    [1.4, 1],
    [1.5, 2],
    [3.4, 2],
    [3.5, 5],
    [7.5, 10],
    [980, 1000],
  ])("%f lots are %i", (lots, round) => expect(roundLots(lots)).toBe(round));
});

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  test("every cell of 24,250 against the raw file; 11:30 to 11:33", () => {
    const day = readExpiryDay();
    const snapshot = shownAt(day, derivation, 800);
    const row = snapshot.strikes.indexOf(24_250);
    snapshot.times.forEach((to, column) => {
      const from = DAY_OPEN + (Math.ceil((to - DAY_OPEN) / 3) - 1) * 3;
      for (const [cells, side] of [
        [snapshot.ce, "CE"],
        [snapshot.pe, "PE"],
      ] as const) {
        const change = day.of(to, 24_250, side).oi - day.of(from, 24_250, side).oi;
        expect(cells.change[row * snapshot.times.length + column]).toBeCloseTo(change, 4);
      }
    });
    const at = row * snapshot.times.length + snapshot.times.indexOf(11 * 60 + 33);
    const lots = (value: number | undefined) => Math.round((value ?? NONE) / 65);
    expect([lots(snapshot.ce.change[at]), lots(snapshot.pe.change[at])]).toEqual([-2416, -43_598]);
    expect([snapshot.ce.ltp[at], snapshot.pe.ltp[at]]).toEqual([13.7, 77.55]);
  });
});
