/** Open = high and open = low over every NIFTY option of 14 August 2025, from the exchange's end-of-day file. */
import { describe, expect, test } from "vitest";
import { ALL_FIELDS, createMinuteColumns, HIGH, LOW, LTP, OPEN } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeLiveDay } from "#market/__fixtures__/live-day.ts";
import { makeRoom } from "#market/__fixtures__/room.ts";
import { HAS_RECORDED, recordedLines } from "../../testing/recorded-lines.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";

describe.skipIf(!HAS_RECORDED)("NIFTY, 14 August 2025, expiry 21 August (needs MARKET_DATA)", () => {
  const lines = recordedLines("daily/fo_bhavcopy_converted_nifty_2025-08-14.csv.gz").filter(
    (line) => line["EXPIRY_DT"] === "21-08-2025" && line["SYMBOL"] === "NIFTY",
  );
  const strikes = [...new Set(lines.map((line) => Number(line["STRIKE_PR"])))].sort((a, b) => a - b);
  const price = (line: (typeof lines)[number], name: string): number => Number(line[`${name}_PRICE`]);

  function counts(mode: "high" | "low") {
    const day = makeRoom({
      expiry: "2025-08-21",
      date: "2025-08-14",
      spot: { ltp: 24_631.3 },
      strikes: strikes.map((strike) => ({ strike, ce: {}, pe: {} })),
    });
    day.minutes = createMinuteColumns(day.minutes.stride, day.minutes.slots, ALL_FIELDS);
    const live = makeLiveDay(day);
    for (const line of lines) {
      const row = 1 + strikes.indexOf(Number(line["STRIKE_PR"])) * 2 + (line["OPTION_TYP"] === "CE" ? 0 : 1);
      // A contract that has not traded has no open: the file says 0.
      const scaled = (name: string): number => (price(line, "OPEN") > 0 ? Math.round(price(line, name) * 100) : -1);
      live.set(OPEN, row, scaled("OPEN"));
      live.set(HIGH, row, scaled("HIGH"));
      live.set(LOW, row, scaled("LOW"));
      live.set(LTP, row, scaled("CLOSE"));
    }
    live.close(0);
    const input = { ...live.input(0, "replay"), kernel: undefined as unknown as Kernel };
    const snapshot = derivation.derive({ ...input, params: { ...screen.defaults, mode } }, derivation.createScratch());
    return snapshot?.counts.map(({ qualified, traded }) => [qualified, traded]);
  }
  /** The plain script. */
  const plain = (name: "HIGH" | "LOW") =>
    (["CE", "PE"] as const).map((side) => {
      const traded = lines.filter((line) => line["OPTION_TYP"] === side && price(line, "OPEN") > 1);
      return [traded.filter((line) => price(line, "OPEN") === price(line, name)).length, traded.length];
    });

  test("calls 11 and 8 of 64, puts 12 and 6 of 72", () => {
    expect(plain("HIGH")).toEqual([
      [11, 64],
      [12, 72],
    ]);
    expect(plain("LOW")).toEqual([
      [8, 64],
      [6, 72],
    ]);
    expect([counts("high"), counts("low")]).toEqual([plain("HIGH"), plain("LOW")]);
  });
});
