/**
 * The exchange's own IV column on 29 August 2025 against the model that the screens price with. The file tells no spot: one
 * spot, the same for all expiries of the minute, reproduces the column, so that what differs is the basis and not the
 * arithmetic. Runs where MARKET_DATA names the folder of the files.
 */
import { describe, expect, test } from "vitest";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createKernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { HAS_RECORDED, recordedLines } from "../../testing/recorded-lines.ts";

const DAY = isoDate("2025-08-29");
/** A quiet minute: prices, IVs and the spot behind them are of one moment. */
const AT = "2025-08-29T12:46";
const EXPIRIES = 8;

interface Quote {
  readonly expiry: string;
  readonly strike: number;
  readonly isCall: boolean;
  readonly ltp: number;
  /** The exchange's, per cent. */
  readonly iv: number;
}

/** Options that traded and have an IV, of the nearest expiries at that minute. */
function quotes(): Quote[] {
  const lines = recordedLines("options_intraday/nse_nifty_chain_1min_2025-08-29.csv.gz").filter((line) =>
    line["collection_timestamp"]?.startsWith(AT),
  );
  const expiries = [...new Set(lines.map((line) => line["Expiry_Date"] ?? ""))].sort().slice(0, EXPIRIES);
  return lines
    .flatMap((line) =>
      ["CALLS", "PUTS"].map((side) => ({
        expiry: line["Expiry_Date"] ?? "",
        strike: Number(line["Strike_Price"]),
        isCall: side === "CALLS",
        ltp: Number(line[`${side}_LTP`]),
        iv: Number(line[`${side}_IV`]),
        volume: Number(line[`${side}_Volume`]),
      })),
    )
    .filter(({ expiry, ltp, iv, volume }) => expiries.includes(expiry) && ltp > 0 && iv > 0 && volume > 0);
}

const kernel = createKernel(loadQuantModule());

/** Ours less the exchange's, in points of IV, of the options of one expiry; those without an IV of ours left out. */
function differences(own: readonly Quote[], spot: number): number[] {
  const [first] = own;
  if (!first) return [];
  const out = createChainGreeks(own.length);
  const strike = Float64Array.from(own, (one) => one.strike);
  const callPrice = Float64Array.from(own, (one) => (one.isCall ? one.ltp : Number.NaN));
  const putPrice = Float64Array.from(own, (one) => (one.isCall ? Number.NaN : one.ltp));
  const years = yearsToExpiry("equity-derivatives", isoDate(first.expiry), DAY, minute(766), "spec");
  const model = { model: "spot", underlying: spot, years, rate: 0.1 } as const;
  kernel.priceChain({ length: own.length, strike, callPrice, putPrice }, model, out);
  return own.flatMap(({ isCall, iv }, i) => {
    const ours = (isCall ? out.call : out.put).iv[i]!;
    return ours > 0 ? [ours * 100 - iv] : [];
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
const size = (values: readonly number[]): number => median(values.map(Math.abs));

describe.skipIf(!HAS_RECORDED)("the exchange's IV column (needs MARKET_DATA)", () => {
  const all = HAS_RECORDED ? quotes() : [];
  const byExpiry = [...new Set(all.map(({ expiry }) => expiry))].map((expiry) =>
    all.filter((one) => one.expiry === expiry),
  );
  const spots = Array.from({ length: 400 }, (_, i) => 24_350 + i);
  const onSpot = (spot: number): number[] => byExpiry.flatMap((own) => differences(own, spot));
  const best = spots.reduce((one, spot) => (size(onSpot(spot)) < size(onSpot(one)) ? spot : one), 24_350);

  test("one spot reproduces it in every expiry", () => {
    expect(byExpiry).toHaveLength(EXPIRIES);
    expect(all.length).toBeGreaterThan(600);
    expect(best).toBe(24_531);
    expect(size(onSpot(best))).toBeLessThan(0.03);
    for (const own of byExpiry) {
      const found = spots.reduce((one, spot) =>
        size(differences(own, spot)) < size(differences(own, one)) ? spot : one,
      );
      expect(Math.abs(found - best), own[0]?.expiry).toBeLessThanOrEqual(1);
      expect(size(differences(own, best)), own[0]?.expiry).toBeLessThan(0.1);
      expect(Math.abs(median(differences(own, best))), own[0]?.expiry).toBeLessThan(0.05);
    }
  });

  test("beside that spot calls differ to one side and puts to the other, as a basis makes them", () => {
    for (const own of byExpiry) {
      const calls = own.filter(({ isCall }) => isCall);
      const puts = own.filter(({ isCall }) => !isCall);
      expect(median(differences(calls, best + 20)), own[0]?.expiry).toBeLessThan(0);
      expect(median(differences(puts, best + 20)), own[0]?.expiry).toBeGreaterThan(0);
    }
  });
});
