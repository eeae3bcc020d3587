import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { type QuotedContract, quoteKey } from "./orders.ts";

const FUTURE: QuotedContract = {
  exchange: "NSE",
  symbol: "NIFTY",
  expiry: isoDate("2026-08-25"),
  strike: 0,
  type: "FUT",
};

test("contracts of one expiry and strike have quotes of their own by symbol and exchange", () => {
  const other: QuotedContract = { ...FUTURE, symbol: "BANKNIFTY" };
  const bse: QuotedContract = { ...FUTURE, exchange: "BSE" };
  const call = { strike: 51_000, type: "CE" } as const;
  const keys = [FUTURE, other, bse, { ...FUTURE, ...call }, { ...other, ...call }].map(quoteKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(quoteKey({ ...FUTURE })).toBe(keys[0]);
});
