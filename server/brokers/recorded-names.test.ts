/** Names made of parts beside names that brokers' own lists had on recorded days. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { isMonthly } from "#contract/domain/expiries.ts";
import { isoDate } from "#contract/domain/units.ts";
import { unlessMissing } from "../testing/skips.ts";
import { readInstruments } from "./kite/symbols.ts";
import { symbolName } from "./symbol-names.ts";

const MARKET_DATA = process.env["MARKET_DATA"];

interface UpstoxRow {
  readonly underlying_symbol: string;
  readonly expiry: string;
  readonly strike_price: number;
  readonly instrument_type: "CE" | "PE";
  readonly trading_symbol: string;
}

unlessMissing("names on recorded lists", MARKET_DATA, "recorded data (MARKET_DATA)", (folder) => {
  const read = (name: string): Buffer => readFileSync(join(folder, "brokers", name));

  test("Upstox: every option of NIFTY, weekly, monthly, and of expiries that holidays moved", () => {
    const { response } = JSON.parse(
      gunzipSync(read("upstox/option_chain__nifty_option_contracts.json.gz")).toString("utf8"),
    ) as { response: { data: readonly UpstoxRow[] } };
    expect(response.data.length).toBeGreaterThan(2000);
    for (const { underlying_symbol: underlying, expiry, strike_price: strike, ...row } of response.data) {
      const key = { exchange: "NSE", underlying, expiry: isoDate(expiry), strike, type: row.instrument_type } as const;
      expect(symbolName("upstox", key, true)).toBe(`NSE_FO:${row.trading_symbol}`);
    }
  });

  test("Zerodha: every derivative of the list", async () => {
    const rows = [];
    for await (const row of readInstruments(read("kite/instruments_all.csv").toString("utf8"))) rows.push(row);
    expect(rows.length).toBeGreaterThan(20);
    for (const { contract, exchange, symbol } of rows) {
      expect(symbolName("zerodha", contract, isMonthly(contract.expiry))).toBe(`${exchange}:${symbol}`);
    }
  });
});
