import { expect, test } from "vitest";
import { contractKey } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Draft } from "./draft.ts";
import { heldElsewhere, heldUnits } from "./held.ts";

const contract = { exchange: "NSE", underlying: "NIFTY", expiry: "2026-08-18", strike: 24_200, type: "CE" } as const;
const order = {
  symbol: "NSE:NIFTY26081824200CE",
  symbolName: "NIFTY",
  key: contractKey({ ...contract, expiry: isoDate(contract.expiry) }),
};

test("what is held of a contract is counted under the order's product alone", () => {
  const positions = [
    { contract, productType: "MARGIN", netQty: -130 },
    { contract, productType: "INTRADAY", netQty: 65 },
    { contract: { ...contract, strike: 24_250 }, productType: "MARGIN", netQty: 650 },
    { contract: { ...contract, exchange: "BSE" }, productType: "MARGIN", netQty: 20 },
    { contract: null, productType: "MARGIN", netQty: 5 },
  ] as const;
  expect(heldUnits(positions, { ...order, productType: "Margin" })).toBe(-130);
  expect(heldUnits(positions, { ...order, productType: "Intraday" })).toBe(65);
  expect(heldUnits([], { ...order, productType: "Margin" })).toBe(0);
});

test("a currency's futures of one month are held apart", () => {
  const weekly = { exchange: "NSE", underlying: "USDINR", expiry: "2026-08-07", strike: 0, type: "FUT" } as const;
  const positions = [
    { contract: weekly, productType: "MARGIN", netQty: 3 },
    { contract: { ...weekly, expiry: "2026-08-27" }, productType: "MARGIN", netQty: 40 },
  ] as const;
  const key = contractKey({ ...weekly, expiry: isoDate(weekly.expiry) });
  const future = { symbol: "NSE:USDINR26AUG07FUT", symbolName: "USDINR", key, productType: "Margin" } as const;
  expect(heldUnits(positions, future)).toBe(3);
});

test("an order that closes nothing, as what is held is under the other product, is known beforehand", () => {
  const wordsOf = (products: readonly ("MARGIN" | "INTRADAY")[], productType: "Margin" | "Intraday", side: 1 | -1) =>
    heldElsewhere(
      products.map((product) => ({ contract, productType: product, netQty: -65 })),
      { ...order, productType, side } as Draft,
    );
  expect(wordsOf(["MARGIN"], "Intraday", 1)).toBe("Held as Margin: as Intraday this opens another position");
  expect(wordsOf(["INTRADAY"], "Margin", 1)).toBe("Held as Intraday: as Margin this opens another position");
  expect(wordsOf(["MARGIN"], "Margin", 1)).toBeUndefined();
  expect(wordsOf(["MARGIN", "INTRADAY"], "Intraday", 1)).toBeUndefined();
  expect(wordsOf(["MARGIN"], "Intraday", -1)).toBeUndefined();
});
