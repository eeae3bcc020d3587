import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { OI, type RoomDay } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { maxPainIndex } from "#market/strikes/max-pain.ts";
import { buildStrikeTable } from "#market/strikes/strikes.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { axisTitle, barData, barSpec, lineData } from "./chart.ts";
import { derivation } from "./derive.ts";
import type { Snapshot } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const pane = makePane();
const clockAt = (at: number, mode: MarketClock["mode"] = "replay"): MarketClock => ({
  mode,
  date: isoDate("2026-08-18"),
  minute: minute(at),
  speed: 1,
});

/** Strikes 100 apart from 23,000, with the open interest given. */
function chain(calls: readonly number[], puts: readonly number[]): RoomDay {
  return makeRoom({
    spot: { ltp: 23_500 },
    strikes: calls.map((oi, i) => ({
      strike: 23_000 + i * 100,
      ce: { ltp: 10, oi, prevOi: 100 },
      pe: { ltp: 10, oi: puts[i] ?? 0, prevOi: 80 },
    })),
  });
}

function setOi(day: RoomDay, row: number, oi: number): void {
  day.live.columns[OI][row] = oi;
}

function run(day: RoomDay, clock: MarketClock, scratch = derivation.createScratch(), structure = 1): Snapshot {
  const room = marketRoom(day, { structureVersion: structure });
  const snapshot = derivation.derive({ market: makeMarket(room), pane, params: {}, clock, kernel }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

test("pain is rupees, of a currency too: its open interest counts contracts of 1,000", () => {
  const strikes = [83, 83.5].map((strike) => ({ strike, ce: { ltp: 0.1, oi: 200 }, pe: { ltp: 0.1, oi: 10 } }));
  const day = makeRoom({ symbol: "USDINR", future: { ltp: 83.25 }, strikes });
  closeMinute(day, 0);
  const snapshot = run(day, clockAt(540));
  expect([...snapshot.pain]).toEqual([5_000, 100_000]);
  expect([...snapshot.dayHigh]).toEqual([5_000, 100_000]);
});

describe("by hand", () => {
  // pain(23000) = 200*100 + 300*200 = 80,000; pain(23100) = 100*100 + 300*100 = 40,000;
  // pain(23200) = 100*200 + 400*100 = 60,000.
  const day = chain([100, 400, 50], [20, 200, 300]);

  test("total pain, its least, and the max pain strike", () => {
    const snapshot = run(day, clockAt(555, "live"));
    expect([...snapshot.strikes]).toEqual([23_000, 23_100, 23_200]);
    expect([...snapshot.pain]).toEqual([80_000, 40_000, 60_000]);
    expect(snapshot.least).toBe(40_000);
    expect(snapshot.maxPain).toBe(23_100);
  });

  test("PCR with two decimals; its change from unrounded figures", () => {
    const snapshot = run(day, clockAt(555, "live"));
    expect(snapshot.pcr).toBe(0.95); // 520 / 550
    expect(snapshot.pcrChange).toBe(18); // (0.9454 - 0.8) / 0.8
  });

  test("bars, labels '{total} ( +{total - min} )' and the mark at the middle strike", () => {
    const snapshot = run(day, clockAt(555, "live"));
    const data = barData(snapshot, "lakh", false);
    expect(data?.columns).toEqual([Float64Array.of(0.8, 0.4, 0.6)]);
    expect(data?.marks).toEqual([{ at: 23_100 }]);
    const [bars] = barSpec(false, String).series;
    if (bars?.kind !== "bar" || !data?.columns[0]) throw new Error("no bars");
    const labels = Array.from(data.columns[0], (value, i) => bars.labelText?.(value, i, data.columns[0] ?? []));
    expect(labels).toEqual(["0.80 ( +0.40 )", "0.40 ( +0 )", "0.60 ( +0.20 )"]);
    expect(axisTitle("crore")).toBe("Maxpain ( In Crores )");
    expect(axisTitle("lakh")).toBe("Maxpain ( In Lakhs )");
    expect(barData(snapshot, "crore", false)?.columns[0]?.[0]).toBeCloseTo(0.008, 12);
    const none = { ...snapshot, strikes: new Float64Array(0) };
    expect(barData(none, "crore", false)).toBeUndefined();
  });

  test("the outlines come with the switch, over the same bars", () => {
    const snapshot = run(day, clockAt(555, "live"));
    expect(barSpec(true, String).series.map(({ id }) => id)).toEqual(["pain", "day-high"]);
    expect(barData(snapshot, "lakh", true)?.columns).toHaveLength(2);
  });

  test("labels lie flat up to seven strikes, then slant", () => {
    const { x } = barSpec(false, String);
    if (x.kind !== "strike") throw new Error("not by strike");
    const [seven, fourteen, more] = [7, 14, 17].map((strikes) => x.rotation?.(strikes));
    expect(seven).toBe(0);
    expect(new Set([seven, fourteen, more]).size).toBe(3);
  });

  test("without open interest there is no max pain, and nothing to draw", () => {
    const snapshot = run(chain([0, 0], [0, 0]), clockAt(555, "live"));
    expect(snapshot.maxPain).toBeNaN();
    expect(snapshot.strikes).toHaveLength(0);
    expect(barData(snapshot, "crore", false)).toBeUndefined();
  });
});

test("shows eight strikes each side of max pain, fewer at the chain's end", () => {
  const calls = new Array<number>(41).fill(100);
  const middle = run(chain(calls, calls), clockAt(555, "live"));
  expect(middle.strikes).toHaveLength(17);
  expect(middle.strikes[8]).toBe(middle.maxPain);
  const edge = run(chain(calls, new Array<number>(41).fill(0)), clockAt(555, "live"));
  expect(edge.maxPain).toBe(23_000);
  expect(edge.strikes).toHaveLength(9);
});

describe("through the day", () => {
  test("the line has a point a slot, a gap where there is a hole, and no future", () => {
    const day = chain([100, 400, 50], [20, 200, 300]);
    closeMinute(day, 0);
    setOi(day, 5, 90_000); // calls far above... the market moves up
    closeMinute(day, 3);
    closeMinute(day, 5);
    const snapshot = run(day, clockAt(558));
    expect([...snapshot.series.lines.maxpain]).toEqual([
      23_100,
      Number.NaN,
      Number.NaN,
      snapshot.series.lines.maxpain[3],
    ]);
    expect(snapshot.series.lines.maxpain[3]).not.toBeNaN();
    const data = lineData(snapshot);
    expect(Array.from(data?.x ?? [])).toEqual([555, 556, 557, 558]);
    expect(data?.cadence).toBe(1);
  });

  test("day highs are never below the bars, and keep what has passed", () => {
    const day = chain([100, 400, 50], [20, 200, 300]);
    closeMinute(day, 0);
    setOi(day, 1, 1);
    setOi(day, 2, 1);
    const snapshot = run(day, clockAt(556, "live"));
    snapshot.dayHigh.forEach((high, i) => {
      expect(high).toBeGreaterThanOrEqual(snapshot.pain[i] ?? Number.NaN);
    });
    expect(Math.max(...snapshot.dayHigh)).toBe(80_000);
  });

  test("a tick that raises a day high counts as long as it stands: a page loaded later shows the same", () => {
    const day = chain([100, 400, 50], [20, 200, 300]);
    closeMinute(day, 0);
    const scratch = derivation.createScratch();
    setOi(day, 1, 100_000);
    const raised = run(day, clockAt(556, "live"), scratch);
    expect(Math.max(...raised.dayHigh)).toBe(Math.max(...raised.pain));
    setOi(day, 1, 100);
    const settled = run(day, clockAt(556, "live"), scratch);
    expect(settled).toEqual(run(day, clockAt(556, "live")));
    expect(Math.max(...settled.dayHigh)).toBe(80_000);
  });

  test("grown minute by minute it is what it would be from scratch; going back is going back", () => {
    const oi = fc.integer({ min: 0, max: 1e6 });
    const minutes = fc.array(fc.record({ isHole: fc.boolean(), oi: fc.array(oi, { minLength: 8, maxLength: 8 }) }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(minutes, fc.array(fc.nat({ max: 11 }), { maxLength: 8 }), (history, visits) => {
        const day = chain([1, 1, 1, 1], [1, 1, 1, 1]);
        history.forEach((one, slot) => {
          one.oi.forEach((value, i) => {
            setOi(day, i + 1, value);
          });
          if (!one.isHole) closeMinute(day, slot);
        });
        if (history.every(({ isHole }) => isHole)) return;
        const scratch = derivation.createScratch();
        const first = history.findIndex(({ isHole }) => !isHole);
        for (const visit of [...visits, 11]) {
          const at = clockAt(555 + Math.max(visit, first));
          expect(run(day, at, scratch)).toEqual(run(day, at));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a room that was loaded anew is read anew", () => {
    const day = chain([100, 400, 50], [20, 200, 300]);
    closeMinute(day, 0);
    closeMinute(day, 2);
    const scratch = derivation.createScratch();
    expect(run(day, clockAt(557), scratch).series.lines.maxpain[1]).toBeNaN();
    closeMinute(day, 1); // healed
    expect(run(day, clockAt(557), scratch, 2).series.lines.maxpain[1]).toBe(23_100);
  });
});

test("the kernel's max pain and the shared derivation's are one", () => {
  const oi = fc.array(fc.tuple(fc.integer({ min: 0, max: 2e8 }), fc.integer({ min: 0, max: 2e8 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(oi, (pairs) => {
      const day = chain(
        pairs.map(([call]) => call),
        pairs.map(([, put]) => put),
      );
      const table = buildStrikeTable(day.tokens);
      const index = new Int32Array(1);
      const column = { cells: day.live.columns[OI], stride: day.live.capacity };
      kernel.maxPain(column, table.ce, table.pe, 0, 1, index);
      expect(index[0]).toBe(maxPainIndex(table, day.live.columns[OI], 0));
    }),
    { numRuns: 200 },
  );
});
