import { beforeAll, describe, expect, test } from "vitest";
import { LTP, OI } from "#contract/domain/columns.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { derivation } from "./derive.ts";
import type { Params, Snapshot } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

/** Rows: spot, then call and put by strike. */
const SPOT = 0;
const row = (strike: number, side: "ce" | "pe"): number => 1 + (strike - 100) / 5 + (side === "ce" ? 0 : 1);

/** Strikes 100, 110, 120; ATM 110. */
const makeDay = () =>
  makeLiveDay(
    makeRoom({
      spot: { ltp: 111 },
      strikes: [
        { strike: 100, ce: { ltp: 12, oi: 100_000 }, pe: { ltp: 0.5, oi: 300_000 } },
        { strike: 110, ce: { ltp: 3, oi: 250_000 }, pe: { ltp: 1.5, oi: 50_000 } },
        { strike: 120, ce: { ltp: 0.25, oi: 400_000 }, pe: { ltp: 9.5 } },
      ],
    }),
  );

function run(
  live: ReturnType<typeof makeDay>,
  slot: number,
  params: Params = { ce: "atm", pe: "atm" },
  mode: "live" | "replay" = "live",
  scratch = derivation.createScratch(),
): Snapshot {
  const snapshot = derivation.derive({ ...live.input(slot, mode), params, kernel }, scratch);
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

describe("which contracts", () => {
  test("both begin at the money: rupees, and lakh", () => {
    const { series, chosen, strikes } = run(makeDay(), 0);
    expect([chosen, strikes.atm]).toEqual([{ ce: 110, pe: 110 }, 110]);
    const { lines } = series;
    expect([lines["ce-price"][0], lines["ce-oi"][0]]).toEqual([3, 2.5]);
    expect([lines["pe-price"][0], lines["pe-oi"][0]]).toEqual([1.5, 0.5]);
    expect(lines["ce-iv"][0]).toBeGreaterThan(0);
    expect(lines["pe-iv"][0]).toBeGreaterThan(0);
  });

  test("a strike a side; another one starts the lines over", () => {
    const live = makeDay();
    live.close(0, 1);
    const scratch = derivation.createScratch();
    const first = run(live, 2, { ce: 100, pe: 120 }, "live", scratch);
    expect(first.chosen).toEqual({ ce: 100, pe: 120 });
    expect(Array.from(first.series.lines["ce-price"])).toEqual([12, 12, 12]);
    expect(Array.from(first.series.lines["pe-oi"])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    const second = run(live, 2, { ce: 100, pe: 100 }, "live", scratch);
    expect(Array.from(second.series.lines["pe-oi"])).toEqual([3, 3, 3]);
    expect(second.series.key).not.toBe(first.series.key);
  });

  test("a strike that the chain lacks is the one at the money", () => {
    expect(run(makeDay(), 0, { ce: 105, pe: 120 }).chosen).toEqual({ ce: 110, pe: 120 });
  });

  test("nothing known of the underlying: gaps, and no strike", () => {
    const live = makeLiveDay(makeRoom({ spot: {}, strikes: [{ strike: 100, ce: { ltp: 5, oi: 10 }, pe: {} }] }));
    const { chosen, series } = run(live, 0);
    expect(chosen).toEqual({ ce: Number.NaN, pe: Number.NaN });
    for (const line of Object.values(series.lines)) expect(line[0]).toBeNaN();
  });
});

describe("through the day", () => {
  test("the minute in progress ticks, closed minutes stand", () => {
    const live = makeDay();
    live.close(0);
    const scratch = derivation.createScratch();
    const params: Params = { ce: 110, pe: 110 };
    const before = run(live, 1, params, "live", scratch).series.lines;
    live.set(LTP, row(110, "ce"), 400);
    live.set(OI, row(110, "ce"), 260_000);
    const after = run(live, 1, params, "live", scratch).series.lines;
    expect(Array.from(after["ce-price"])).toEqual([3, 4]);
    expect(Array.from(after["ce-oi"])).toEqual([2.5, 2.6]);
    expect(after["ce-iv"][0]).toBe(before["ce-iv"][0]);
    expect(after["ce-iv"][1]).toBeGreaterThan(before["ce-iv"][1] ?? Number.NaN);
    expect(after["pe-iv"]).toEqual(before["pe-iv"]);
  });

  test("no IV is a gap: a price below what the contract is worth at once, and one that is absent", () => {
    const live = makeDay();
    live.close(0);
    live.set(LTP, SPOT, 13_000);
    live.close(1);
    live.set(LTP, SPOT, 11_100);
    live.set(LTP, row(110, "ce"), -1);
    live.close(2);
    const { lines } = run(live, 2, { ce: 110, pe: 110 }, "replay").series;
    expect(Array.from(lines["ce-price"])).toEqual([3, 3, Number.NaN]);
    expect(Array.from(lines["ce-iv"], (iv) => iv > 0)).toEqual([true, false, false]);
    expect(lines["ce-iv"][1]).toBeNaN();
    expect(Array.from(lines["ce-oi"])).toEqual([2.5, 2.5, 2.5]);
  });

  test("a lost minute is a gap in every line", () => {
    const live = makeDay();
    live.close(0);
    live.lose(1);
    live.close(2);
    const { lines } = run(live, 2, { ce: 110, pe: 110 }, "replay").series;
    for (const line of Object.values(lines)) expect(Array.from(line, Number.isNaN)).toEqual([false, true, false]);
  });

  test("off live there is nothing before the first minute, and nothing beyond the clock", () => {
    const live = makeDay();
    const params: Params = { ce: "atm", pe: "atm" };
    const replay = (slot: number) =>
      derivation.derive({ ...live.input(slot, "replay"), params, kernel }, derivation.createScratch());
    expect(replay(0)).toBeUndefined();
    live.close(0, 4);
    expect(replay(2)?.series.lines["ce-iv"]).toHaveLength(3);
  });
});
