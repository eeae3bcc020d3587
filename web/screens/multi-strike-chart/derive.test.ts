/** Many strikes on a recorded day, against a plain script over the raw file (needs MARKET_DATA); and which lines there are. */
import { beforeAll, describe, expect, test } from "vitest";
import type { StrikeChoice } from "#contract/domain/choices/strike-choice.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { OPEN, readExpiryDay } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { picksInMode } from "./pane.ts";
import { type Params, PLOTS, type Plot } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

function run(live: ReturnType<typeof makeLiveDay>, slot: number, over: Partial<Params> = {}) {
  const params: Params = { plot: "oi", type: "both", choice: { kind: "all" }, skips50: false, ...over };
  const snapshot = derivation.derive({ ...live.input(slot, "replay"), params, kernel }, derivation.createScratch());
  if (!snapshot) throw new Error("no snapshot");
  return structuredClone(snapshot);
}

function makeDay() {
  const cells = { ltp: 100, oi: 300_000, vol: 100_000, prevOi: 200_000 };
  const live = makeLiveDay(
    makeRoom({
      spot: { ltp: 24_010 },
      strikes: [23_950, 24_000, 24_050, 24_100].map((strike) => ({ strike, ce: cells, pe: cells })),
    }),
  );
  live.close(0);
  return live;
}
const around = (each: number): StrikeChoice => ({ kind: "around", centre: "atm", each });

describe("which lines there are", () => {
  test("by strike, the call first; of the chosen sides", () => {
    const live = makeDay();
    expect(run(live, 0, { choice: around(0) }).ids).toEqual(["24000 CE", "24000 PE"]);
    expect(run(live, 0, { choice: around(1), type: "pe" }).ids).toEqual(["23950 PE", "24000 PE", "24050 PE"]);
    const picks = [
      { strike: 24_100, ce: true, pe: false },
      { strike: 23_950, ce: true, pe: true },
    ];
    const choice: StrikeChoice = { kind: "chosen", picks };
    expect(run(live, 0, { choice }).ids).toEqual(["23950 CE", "23950 PE", "24100 CE"]);
    expect(run(live, 0, { choice, type: "ce" }).ids).toEqual(["23950 CE", "24100 CE"]);
  });

  test("a straddle has both sides; Skip 50 keeps multiples of 100", () => {
    const live = makeDay();
    expect(run(live, 0, { plot: "straddle", choice: around(1), type: "ce" }).ids).toEqual(["23950", "24000", "24050"]);
    expect(run(live, 0, { skips50: true, type: "ce" }).ids).toEqual(["24000 CE", "24100 CE"]);
  });

  test("OI changes against the previous day, in lakhs", () => {
    expect(run(makeDay(), 0, { plot: "oiChange" }).series.lines["24000 CE"]?.[0]).toBe(1);
  });

  test("the window's modes: the strike at the money, and what is out of it", () => {
    const picks = [23_950, 24_000, 24_050].map((strike) => ({ strike, ce: false, pe: false }));
    const on = (mode: "-" | "ATM" | "OTM") =>
      picksInMode(mode, picks, 24_000).flatMap(({ strike, ce, pe }) => [
        ...(ce ? [`${strike} CE`] : []),
        ...(pe ? [`${strike} PE`] : []),
      ]);
    expect(on("-")).toEqual([]);
    expect(on("ATM")).toEqual(["24000 CE", "24000 PE"]);
    expect(on("OTM")).toEqual(["23950 PE", "24000 PE", "24050 CE"]);
    expect(picksInMode("ATM", picks, 24_100).at(-1)).toEqual({ strike: 24_100, ce: true, pe: true });
  });
});

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  test("every plot at every minute", () => {
    const day = readExpiryDay();
    const last = (day.minutes.at(-1) ?? 0) - OPEN;
    const choice: StrikeChoice = { kind: "around", centre: 24_200, each: 2 };
    const lines = Object.fromEntries(
      PLOTS.map((plot) => [plot, run(day.live, last, { plot, choice }).series.lines]),
    ) as Record<Plot, Readonly<Record<string, Float64Array>>>;
    for (const at of day.minutes) {
      const slot = at - OPEN;
      for (const strike of [24_100, 24_150, 24_200, 24_250, 24_300]) {
        for (const side of ["CE", "PE"] as const) {
          const { ltp, oi, vol } = day.of(at, strike, side);
          const id = `${strike} ${side}`;
          expect(lines.oi[id]?.[slot]).toBeCloseTo(oi / 1e5, 9);
          expect(lines.volume[id]?.[slot]).toBeCloseTo(vol / 1e5, 9);
          expect(lines.price[id]?.[slot]).toBe(ltp);
          const vega = lines.vega[id]?.[slot] ?? Number.NaN;
          if (!Number.isNaN(vega)) expect(lines.priceVega[id]?.[slot]).toBeCloseTo(ltp * vega, 9);
        }
        const both = day.of(at, strike, "CE").ltp + day.of(at, strike, "PE").ltp;
        expect(lines.straddle[String(strike)]?.[slot]).toBeCloseTo(both, 9);
      }
    }
    const at1320 = 800 - OPEN;
    expect([lines.iv["24200 CE"]?.[at1320], lines.iv["24200 PE"]?.[at1320]]).toEqual([19.8, 14.85]);
    expect([lines.delta["24200 CE"]?.[at1320], lines.delta["24200 PE"]?.[at1320]]).toEqual([0.54, -0.447]);
    expect(lines.oi["24200 CE"]?.[at1320]?.toFixed(2)).toBe("437.98");
  });
});
