/**
 * Premium decay on what was really traded, against a plain script over the raw file: NIFTY on its expiry of 18 August 2026,
 * by the minute from 10:43. Runs where MARKET_DATA names the folder of the files.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";

const folder = process.env["MARKET_DATA"] ?? "";
const FILE = "options_intraday/nse_nifty_chain_1min_2026-08-18_expiryday.csv.gz";
const STRIKES = Array.from({ length: 11 }, (_, i) => 23_950 + i * 50);
const OPEN = 555;

interface Quote {
  readonly at: number;
  readonly strike: number;
  readonly side: string;
  readonly spot: number;
  readonly ltp: number;
}

function quotes(): Quote[] {
  const [, ...lines] = gunzipSync(readFileSync(join(folder, FILE)))
    .toString()
    .trim()
    .split("\n");
  return lines.flatMap((line) => {
    const [time = "", , expiry, strike, side = "", spot, ltp] = line.split(",");
    const at = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
    return expiry === "2026-08-18" && STRIKES.includes(Number(strike))
      ? [{ at, strike: Number(strike), side, spot: Number(spot), ltp: Number(ltp) }]
      : [];
  });
}

describe.skipIf(folder === "")("NIFTY, 18 August 2026 (needs MARKET_DATA)", () => {
  const all = folder === "" ? [] : quotes();
  const minutes = [...new Set(all.map(({ at }) => at))].sort((a, b) => a - b);

  test("every minute of both sums, and the figures of 13:20", () => {
    const live = makeLiveDay(
      makeRoom({
        expiry: "2026-08-18",
        date: "2026-08-18",
        spot: {},
        strikes: STRIKES.map((strike) => ({ strike, ce: {}, pe: {} })),
      }),
    );
    for (const at of minutes) {
      for (const { strike, side, spot, ltp } of all.filter((quote) => quote.at === at)) {
        live.set(LTP, 0, Math.round(spot * 100));
        live.set(LTP, 1 + STRIKES.indexOf(strike) * 2 + (side === "CE" ? 0 : 1), Math.round(ltp * 100));
      }
      live.close(at - OPEN);
    }
    const picks = STRIKES.map((strike) => ({ strike, ce: true, pe: true }));
    const derive = (at: number) =>
      derivation.derive(
        {
          ...live.input(at - OPEN, "replay"),
          params: { choice: { kind: "chosen", picks } },
          kernel: undefined as unknown as Kernel,
        },
        derivation.createScratch(),
      );

    // The plain script: the prices of a side added up, less what they were at first.
    const sum = (at: number, side: string): number =>
      all.filter((quote) => quote.at === at && quote.side === side).reduce((total, { ltp }) => total + ltp, 0);
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
