/**
 * Premium decay on what was really traded, against a plain script over the raw file: NIFTY on its expiry of 18 August 2026,
 * by the minute from 10:43. Runs where MARKET_DATA names the folder of the files.
 */
import { describe, expect, test } from "vitest";
import type { Kernel } from "#kernel/kernel.ts";
import { OPEN, readExpiryDay } from "../../testing/expiry-day.ts";
import { HAS_RECORDED } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";

const STRIKES = Array.from({ length: 11 }, (_, i) => 23_950 + i * 50);

describe.skipIf(!HAS_RECORDED)("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  test("every minute of both sums, and the figures of 13:20", () => {
    const day = readExpiryDay();
    const picks = STRIKES.map((strike) => ({ strike, ce: true, pe: true }));
    const derive = (at: number) =>
      derivation.derive(
        {
          ...day.live.input(at - OPEN, "replay"),
          params: { choice: { kind: "chosen", picks } },
          kernel: undefined as unknown as Kernel,
        },
        derivation.createScratch(),
      );

    // The plain script: the prices of a side added up, less what they were at first.
    const sum = (at: number, side: "CE" | "PE"): number =>
      STRIKES.reduce((total, strike) => total + day.of(at, strike, side).ltp, 0);
    const { minutes } = day;
    const [first = 0] = minutes;
    const last = minutes.at(-1) ?? 0;
    const whole = derive(last);
    for (const at of minutes) {
      expect(whole?.series.lines.ce[at - OPEN]).toBeCloseTo(sum(at, "CE") - sum(first, "CE"), 6);
      expect(whole?.series.lines.pe[at - OPEN]).toBeCloseTo(sum(at, "PE") - sum(first, "PE"), 6);
    }
    expect(whole?.series.lines.ce.filter((value) => !Number.isNaN(value))).toHaveLength(minutes.length);

    const at1320 = derive(800);
    expect(at1320?.base).toMatchObject({ minute: 643, priced: 22, chosen: 22 });
    const { halfHours, series, base } = at1320 ?? {};
    expect([series?.lines.ce.at(-1), series?.lines.pe.at(-1)].map((value) => value?.toFixed(2))).toEqual([
      "-62.70",
      "2.75",
    ]);
    expect([base?.ce, base?.pe].map((value) => value?.toFixed(2))).toEqual(["960.95", "725.80"]);
    expect(Array.from(halfHours?.ce ?? [], (value) => value.toFixed(2))).toEqual([
      "-83.80",
      "-50.45",
      "54.25",
      "71.15",
      "-79.80",
      "25.95",
    ]);
  });
});
