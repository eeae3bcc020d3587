import { expect, test } from "vitest";
import { heldUnits } from "./held.ts";

const contract = { exchange: "NSE", underlying: "NIFTY", expiry: "2026-08-18", strike: 24_200, type: "CE" } as const;
const symbol = "NSE:NIFTY26081824200CE";

test("what is held of a contract is counted under the order's product alone", () => {
  const positions = [
    { contract, productType: "MARGIN", netQty: -130 },
    { contract, productType: "INTRADAY", netQty: 65 },
    { contract: { ...contract, strike: 24_250 }, productType: "MARGIN", netQty: 650 },
    { contract: { ...contract, exchange: "BSE" }, productType: "MARGIN", netQty: 20 },
    { contract: null, productType: "MARGIN", netQty: 5 },
  ] as const;
  expect(heldUnits(positions, { symbol, productType: "Margin" })).toBe(-130);
  expect(heldUnits(positions, { symbol, productType: "Intraday" })).toBe(65);
  expect(heldUnits([], { symbol, productType: "Margin" })).toBe(0);
});
