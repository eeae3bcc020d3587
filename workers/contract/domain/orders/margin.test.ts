import { expect, test } from "vitest";
import { type MarginOrder, marginRequired } from "./margin.ts";

const nifty: MarginOrder = {
  symbol: "NIFTY",
  type: "CE",
  side: -1,
  strike: 20_000,
  limitPrice: 100.5,
  qty: 75,
  lot: 75,
  ltp: 100,
  spot: 20_000,
  previousSpot: 20_000,
  base: 0,
};
const margin = (order: Partial<MarginOrder>): number => marginRequired({ ...nifty, ...order });

test.each<[what: string, order: Partial<MarginOrder>, rupees: number]>([
  ["an option bought is its premium, rounded up", { side: 1 }, 7538],
  ["whole rupees stay", { side: 1, limitPrice: 100 }, 7500],
  [
    "USDINR premium is a thousand times as much",
    { symbol: "USDINR", side: 1, limitPrice: 0.2525, qty: 3, lot: 1 },
    758,
  ],
  ["an index option sold: 2 % of spot x lot", { lot: 50, qty: 50 }, 20_000],
  ["with its base, and by lots", { lot: 50, qty: 150, base: 1000 }, 63_000],
  ["a call 11 % above the previous close: 3 %", { strike: 22_200, lot: 50, qty: 50 }, 30_000],
  ["a put at that strike: 2 %", { type: "PE", strike: 22_200, lot: 50, qty: 50 }, 20_000],
  ["a put 11 % below: 3 %", { type: "PE", strike: 17_800, lot: 50, qty: 50 }, 30_000],
  ["exactly 10 % is near", { strike: 22_000, lot: 50, qty: 50 }, 20_000],
  [
    "far counts from the previous close, not from the spot",
    { strike: 22_200, previousSpot: 20_500, lot: 50, qty: 50 },
    20_000,
  ],
  [
    "MIDCPNIFTY is an index",
    { symbol: "MIDCPNIFTY", spot: 12_000, strike: 12_000, previousSpot: 12_000, lot: 120, qty: 120 },
    28_800,
  ],
  ["SENSEX: 3.5 %", { symbol: "SENSEX", spot: 80_000, lot: 20, qty: 20 }, 56_000],
  ["a stock: 3.5 %", { symbol: "TCS", spot: 3000, lot: 175, qty: 175 }, 18_375],
  ["USDINR sold: 0.75 % of 1000 x spot", { symbol: "USDINR", spot: 83, lot: 1, qty: 1 }, 623],
  ["a future: base and 2 % of price x lot", { type: "FUT", ltp: 20_100, base: 140_000, qty: 150 }, 340_300],
  ["a future of USDINR: 500 %", { symbol: "USDINR", type: "FUT", ltp: 83.5, base: 2000, qty: 2, lot: 1 }, 4835],
  [
    "3,900 of NIFTY 24,150 PE with a base of 1,05,000",
    { type: "PE", strike: 24_150, spot: 24_207.05, previousSpot: 24_212.8, lot: 65, qty: 3900, base: 105_000 },
    8_188_150,
  ],
])("%s", (_what, order, rupees) => {
  expect(margin(order)).toBe(rupees);
});

test("a future takes as much bought as sold", () => {
  const future = { type: "FUT", ltp: 20_100, base: 140_000 } as const;
  expect(margin({ ...future, side: 1 })).toBe(margin({ ...future, side: -1 }));
});

test("what is not known is not a margin", () => {
  expect(margin({ spot: Number.NaN })).toBeNaN();
  expect(margin({ base: Number.NaN })).toBeNaN();
  expect(margin({ side: 1, spot: Number.NaN, base: Number.NaN })).toBe(7538);
});
