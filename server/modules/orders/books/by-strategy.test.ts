import { describe, expect, test } from "vitest";
import { BUY, type Product, SELL, type Trade } from "#contract/domain/orders/order.ts";
import { byStrategy, type Converted, type SentOrder } from "./by-strategy.ts";

const SYMBOL = "NFO:NIFTY26N2424600CE";
let count = 0;
const trade = (orderId: string, side: Trade["side"], qty: number, price: number): Trade => ({
  id: String(count++),
  orderId,
  symbol: SYMBOL,
  side,
  qty,
  price,
  at: `2026-11-23 10:00:${String(count % 60).padStart(2, "0")}`,
});
const order = (orderId: string, strategy: string | null, isExit = false): SentOrder => ({
  orderId,
  isExit,
  strategy,
  product: "MARGIN",
});
const part = (strategy: string, buyQty: number, buyAvg: number, sellQty: number, sellAvg: number) => ({
  ...{ strategy, symbol: SYMBOL, productType: "MARGIN" },
  ...{ buyQty, buyAvg, sellQty, sellAvg },
});
/** @param nets units of the broker's positions, by product */
const partsOf = (
  trades: readonly Trade[],
  sent: readonly SentOrder[],
  conversions: readonly Converted[] = [],
  nets: Partial<Record<Product, number>> = {},
) =>
  byStrategy(
    trades,
    { sent, conversions },
    Object.entries(nets).map(([product, netQty]) => ({ symbol: SYMBOL, productType: product as Product, netQty })),
  );
const converted = (qty: number, side: Trade["side"] = BUY): Converted => ({
  ...{ symbol: SYMBOL, side, qty, from: "MARGIN", to: "INTRADAY" },
});

test("a trade is its strategy's; others are nobody's", () => {
  const orders = [order("1", "fly"), order("2", "condor"), order("3", null)];
  const trades = [
    trade("1", BUY, 65, 10),
    trade("1", BUY, 65, 12),
    trade("2", SELL, 65, 11),
    trade("3", BUY, 65, 9),
    trade("made elsewhere", BUY, 65, 9),
  ];
  expect(partsOf(trades, orders)).toEqual([part("fly", 130, 11, 0, 0), part("condor", 0, 0, 65, 11)]);
});

test("an exit closes what strategies hold, the first first, and no more than they hold", () => {
  const orders = [order("1", "fly"), order("2", "condor"), order("3", null, true)];
  const trades = [trade("1", BUY, 65, 10), trade("2", BUY, 130, 20), trade("3", SELL, 260, 15)];
  expect(partsOf(trades, orders)).toEqual([part("fly", 65, 10, 65, 15), part("condor", 130, 20, 130, 15)]);
});

test("an exit of another product closes nothing of it", () => {
  const orders = [order("1", "fly"), { ...order("2", null, true), product: "INTRADAY" as const }];
  const trades = [trade("1", BUY, 65, 10), trade("2", SELL, 65, 15)];
  expect(partsOf(trades, orders)).toEqual([part("fly", 65, 10, 0, 0)]);
});

describe("what was converted is held under its new product", () => {
  const fly = [order("1", "fly")];
  const bought = [trade("1", BUY, 130, 10)];
  const intraday = { productType: "INTRADAY" };

  test("at the price that it was traded at, as much as was converted, on either side", () => {
    const half = { ...part("fly", 65, 10, 0, 0), ...intraday };
    expect(partsOf(bought, fly, [converted(130)], { INTRADAY: 130 })).toEqual([{ ...half, buyQty: 130 }]);
    expect(partsOf(bought, fly, [converted(65)], { MARGIN: 65, INTRADAY: 65 })).toEqual([
      part("fly", 65, 10, 0, 0),
      half,
    ]);
    const short = [trade("1", SELL, 65, 10)];
    expect(partsOf(short, fly, [converted(65, SELL)], { INTRADAY: -65 })).toEqual([
      { ...part("fly", 0, 0, 65, 10), ...intraday },
    ]);
    // And back again.
    const back = { ...converted(130), from: "INTRADAY", to: "MARGIN" } as const;
    expect(partsOf(bought, fly, [converted(130), back], { MARGIN: 130 })).toEqual([part("fly", 130, 10, 0, 0)]);
  });

  test.each(["fly", null])("an exit for %s closes it there", (strategy) => {
    const exit = { ...order("2", strategy, true), product: "INTRADAY" as const };
    const trades = [...bought, trade("2", SELL, 130, 15)];
    expect(partsOf(trades, [...fly, exit], [converted(130)], { MARGIN: 0, INTRADAY: 0 })).toEqual([
      { ...part("fly", 130, 10, 130, 15), ...intraday },
    ]);
  });

  test("units that the old product still has were not the strategy's that were converted", () => {
    expect(partsOf(bought, fly, [converted(65)], { MARGIN: 130, INTRADAY: 65 })).toEqual([part("fly", 130, 10, 0, 0)]);
    const both = [...fly, order("2", "condor")];
    const trades = [...bought, trade("2", BUY, 65, 20)];
    expect(partsOf(trades, both, [converted(130)], { MARGIN: 65, INTRADAY: 130 })).toEqual([
      part("condor", 65, 20, 0, 0),
      { ...part("fly", 130, 10, 0, 0), ...intraday },
    ]);
  });

  test("a conversion of another contract moves nothing of it", () => {
    expect(partsOf(bought, fly, [{ ...converted(130), symbol: "NFO:OTHER" }])).toEqual([part("fly", 130, 10, 0, 0)]);
  });
});
