/** Upstox' recorded contracts of NIFTY, through the reader of its list. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unlessMissing } from "../../testing/skips.ts";
import { instrumentOf } from "./symbols.ts";

unlessMissing("recorded contracts", process.env["MARKET_DATA"], "recorded data (MARKET_DATA)", (folder) => {
  test("each is read: its key, lot, and step in rupees", () => {
    const packed = readFileSync(join(folder, "brokers/upstox/option_chain__nifty_option_contracts.json.gz"));
    const { response } = JSON.parse(gunzipSync(packed).toString("utf8")) as {
      response: { data: readonly Record<string, unknown>[] };
    };
    expect(response.data.length).toBeGreaterThan(2000);
    for (const row of response.data) {
      expect(instrumentOf(row)).toEqual({
        contract: {
          exchange: "NSE",
          underlying: "NIFTY",
          expiry: row["expiry"],
          strike: row["strike_price"],
          type: row["instrument_type"],
        },
        symbol: row["trading_symbol"],
        token: row["instrument_key"],
        lot: 65,
        tick: 0.05,
      });
    }
  });
});
