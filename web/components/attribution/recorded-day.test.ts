/** The short 24,200 straddle of a recorded expiry day, by cause. Runs where MARKET_DATA names the folder. */
import { beforeAll, describe, expect, test } from "vitest";
import { CAUSES, type LegTrade } from "#contract/domain/strategy/attribution.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { OPEN, readExpiryDay } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import type { Params } from "./snapshot.ts";

let kernel: Kernel;
beforeAll(() => {
  kernel = createKernel(loadQuantModule());
});

const EXPIRY = isoDate("2026-08-18");
const ROOM = "NIFTY-8/18/2026";
const SOLD_AT = 643;
const CHAIN = {
  room: ROOM,
  symbol: "NIFTY",
  expiry: EXPIRY,
  expiries: [EXPIRY],
  futureExpiries: [isoDate("2026-08-25")],
};

const moved = (line: Float64Array): number =>
  line.reduce((sum, value, i) => sum + (i === 0 ? 0 : Math.abs(value - line[i - 1]!)), 0);

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const day = HAS_RECORDED ? readExpiryDay() : undefined;

  function attribute(at: number) {
    const legs = (["CE", "PE"] as const).map((type) => {
      const trade: LegTrade = {
        date: EXPIRY,
        minute: minute(SOLD_AT),
        units: -1,
        price: day!.of(SOLD_AT, 24_200, type).ltp,
      };
      return { room: ROOM, type, strike: 24_200, trades: [trade] };
    });
    const params: Params = { revision: 1, chains: [CHAIN], legs, drawn: [0, 2] };
    const input = day!.live.input(at - OPEN, "replay");
    const snapshot = derivation.derive({ ...input, params, kernel }, derivation.createScratch());
    if (!snapshot) throw new Error("no snapshot");
    return snapshot;
  }

  test("10:43 to 15:15, points a unit", () => {
    const { causes, series } = attribute(915);
    const [call, put] = [causes.slice(0, CAUSES.length), causes.slice(CAUSES.length)];
    const of = (name: (typeof CAUSES)[number]): number => {
      const at = CAUSES.indexOf(name);
      return (call[at] ?? 0) + (put[at] ?? 0);
    };
    const of24200 = (at: number) => day!.of(at, 24_200, "CE").ltp + day!.of(at, 24_200, "PE").ltp;
    expect(series.lines.total.at(-1)).toBeCloseTo(of24200(SOLD_AT) - of24200(915), 9);
    expect(of("earlier")).toBe(0);
    expect(of("trades")).toBe(0);
    for (const [cause, points] of [
      ["delta", 22.0],
      ["gamma", -23.6],
      ["theta", 60.3],
      ["vega", -35.2],
      ["residual", 0.05],
    ] as const)
      expect(Math.abs(of(cause) - points), cause).toBeLessThan(0.3);
  });

  test("the residual of each minute is a small part of what the minute moved", () => {
    for (const [at, most] of [
      [915, 0.005],
      [929, 0.01],
    ] as const) {
      const { lines } = attribute(at).series;
      expect(moved(lines.residual) / moved(lines.total), `to ${at}`).toBeLessThan(most);
    }
  });
});
