import { describe, expect, it } from "vitest";
import { isoDate as d, qty } from "../units.ts";
import { defaultStrikeStep, freezeQuantity, lotSize, lotsPerOrder } from "./lots.ts";

const lot = (symbol: string, expiry: string, date = expiry) => lotSize(symbol, d(expiry), d(date));

describe("lot sizes", () => {
  it("follow NSE's own futures files", () => {
    expect(lot("NIFTY", "2021-06-24")).toBe(75);
    expect(lot("NIFTY", "2021-07-29")).toBe(50);
    expect(lot("NIFTY", "2024-05-30", "2024-04-30")).toBe(25);
    expect(lot("NIFTY", "2025-01-30")).toBe(25);
    expect(lot("NIFTY", "2025-01-02", "2024-12-30")).toBe(75);
    expect(lot("NIFTY", "2025-02-27")).toBe(75);
    expect(lot("BANKNIFTY", "2020-06-25")).toBe(20);
    expect(lot("BANKNIFTY", "2020-07-30")).toBe(25);
    expect(lot("BANKNIFTY", "2023-07-27")).toBe(15);
    expect(lot("BANKNIFTY", "2025-01-30")).toBe(15);
    expect(lot("BANKNIFTY", "2025-02-27")).toBe(30);
    expect(lot("BANKNIFTY", "2025-07-31")).toBe(35);
    expect(lot("BANKNIFTY", "2026-01-27")).toBe(30);
  });

  it("belong to the contract and the day: an old series keeps its lot, a long-dated one is converted", () => {
    expect(lot("NIFTY", "2025-12-23", "2025-12-10")).toBe(75);
    expect(lot("NIFTY", "2026-01-06", "2025-12-10")).toBe(65);
    expect(lot("NIFTY", "2026-03-31", "2025-08-29")).toBe(75);
    expect(lot("NIFTY", "2026-03-31", "2025-12-30")).toBe(75);
    expect(lot("NIFTY", "2026-03-31", "2025-12-31")).toBe(65);
    expect(lot("NIFTY", "2026-08-18")).toBe(65);
  });

  it("of the other indices, today", () => {
    expect(lot("FINNIFTY", "2026-11-24")).toBe(60);
    expect(lot("MIDCPNIFTY", "2026-11-24")).toBe(120);
    expect(lot("SENSEX", "2026-04-23")).toBe(20);
    expect(lot("BANKEX", "2026-04-30")).toBe(30);
    expect(lot("USDINR", "2026-11-26")).toBe(1);
  });

  it("of stocks, only in the expiries in which they were seen", () => {
    expect(lot("RELIANCE", "2026-01-27")).toBe(500);
    expect(lot("KOTAKBANK", "2026-01-27")).toBe(2000);
    expect(lot("RELIANCE", "2026-11-24")).toBeUndefined();
    expect(lot("UNKNOWN", "2026-01-27")).toBeUndefined();
    expect(freezeQuantity("M&M", d("2026-01-21"))).toBe(6000);
    expect(freezeQuantity("M&M", d("2026-11-24"))).toBe(5000);
  });
});

describe("freeze quantities", () => {
  it("are those of the date", () => {
    expect(freezeQuantity("NIFTY", d("2026-11-20"))).toBe(1800);
    expect(freezeQuantity("BANKNIFTY", d("2026-05-04"))).toBe(900);
    expect(freezeQuantity("BANKNIFTY", d("2026-08-03"))).toBe(600);
    expect(freezeQuantity("FINNIFTY", d("2026-01-05"))).toBe(1200);
    expect(freezeQuantity("NIFTY", d("2020-01-01"))).toBe(1800);
    expect(freezeQuantity("UNKNOWN", d("2026-01-05"))).toBe(5000);
  });

  it("split into whole lots, at least one", () => {
    expect(lotsPerOrder(qty(1800), qty(65))).toBe(27);
    expect(lotsPerOrder(qty(100), qty(250))).toBe(1);
  });
});

it("strike steps have defaults", () => {
  expect(["NIFTY", "MIDCPNIFTY", "USDINR"].map(defaultStrikeStep)).toEqual([50, 25, 0.25]);
});
