/** Every name of the recorded lists: weekly, monthly, and of expiries that holidays moved. */
import { expect, test } from "vitest";
import { unlessMissing } from "../testing/skips.ts";
import { RECORDED_LISTS } from "./recorded-names.ts";

const MARKET_DATA = process.env["MARKET_DATA"];

unlessMissing("names on recorded lists", MARKET_DATA, "recorded data (MARKET_DATA)", (folder) => {
  test.each([
    ["upstox", 2000],
    ["zerodha", 20],
  ] as const)("%s: none is wrong", async (broker, least) => {
    const { names, wrong } = (await RECORDED_LISTS[broker]?.(folder)) ?? expect.unreachable();
    expect(names).toBeGreaterThan(least);
    expect(wrong).toEqual([]);
  });
});
