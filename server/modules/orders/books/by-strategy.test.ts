import { describe, expect, test } from "vitest";
import { BUY, SELL, type Trade } from "#contract/domain/orders/order.ts";
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
const order = (orderId: string, strategy: string | null, isExit = false, after = 0): SentOrder => ({
  ...{ orderId, isExit, strategy, after },
  product: "MARGIN",
});
const part = (strategy: string, buyQty: number, buyAvg: number, sellQty: number, sellAvg: number) => ({
  ...{ strategy, symbol: SYMBOL, productType: "MARGIN" },
  ...{ buyQty, buyAvg, sellQty, sellAvg },
});
const partsOf = (trades: readonly Trade[], sent: readonly SentOrder[], conversions: readonly Converted[] = []) =>
  byStrategy(trades, { sent, conversions });
/** @param before units that the broker had under MARGIN, with their sign. */
const converted = (qty: number, before = qty, side: Trade["side"] = BUY): Converted => ({
  ...{ symbol: SYMBOL, side, qty, before, at: 0, surelyBy: Number.POSITIVE_INFINITY, from: "MARGIN", to: "INTRADAY" },
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

test("an exit closes nothing that is bought after it", () => {
  const orders = [order("own", null), order("exit", null, true), order("1", "fly")];
  const trades = [trade("own", BUY, 130, 10), trade("exit", SELL, 130, 12), trade("1", BUY, 65, 11)];
  expect(partsOf(trades, orders)).toEqual([part("fly", 65, 11, 0, 0)]);
});

test("an exit of another product closes nothing of it", () => {
  const orders = [order("1", "fly"), { ...order("2", null, true), product: "INTRADAY" as const }];
  const trades = [trade("1", BUY, 65, 10), trade("2", SELL, 65, 15)];
  expect(partsOf(trades, orders)).toEqual([part("fly", 65, 10, 0, 0)]);
});

describe("what was converted is held under its new product", () => {
  const fly = [order("1", "fly")];
  const condor = order("2", "condor");
  const bought = [trade("1", BUY, 130, 10)];
  const intraday = { productType: "INTRADAY" } as const;

  test("at the price that it was traded at, as much as was converted, on either side", () => {
    const half = { ...part("fly", 65, 10, 0, 0), ...intraday };
    expect(partsOf(bought, fly, [converted(130)])).toEqual([{ ...half, buyQty: 130 }]);
    expect(partsOf(bought, fly, [converted(65, 130)])).toEqual([part("fly", 65, 10, 0, 0), half]);
    const short = [trade("1", SELL, 65, 10)];
    expect(partsOf(short, fly, [converted(65, -65, SELL)])).toEqual([{ ...part("fly", 0, 0, 65, 10), ...intraday }]);
    // And back again.
    const back = { ...converted(130), from: "INTRADAY", to: "MARGIN" } as const;
    expect(partsOf(bought, fly, [converted(130), back])).toEqual([part("fly", 130, 10, 0, 0)]);
  });

  test.each(["fly", null])("an exit for %s closes it there", (strategy) => {
    const exit = { ...order("2", strategy, true, 1), ...{ product: "INTRADAY" as const } };
    const trades = [...bought, trade("2", SELL, 130, 15)];
    expect(partsOf(trades, [...fly, exit], [converted(130)])).toEqual([
      { ...part("fly", 130, 10, 130, 15), ...intraday },
    ]);
  });

  test("an exit of the new product before it was bought closes nothing of it", () => {
    const earlier = { ...order("0", null, true), product: "INTRADAY" as const };
    const trades = [trade("0", SELL, 130, 9), trade("1", BUY, 130, 10)];
    expect(partsOf(trades, [earlier, ...fly], [converted(130)])).toEqual([
      { ...part("fly", 130, 10, 0, 0), ...intraday },
    ]);
  });

  test("an exit of the old product afterwards closes what another strategy has there", () => {
    const orders = [...fly, condor, order("3", null, true, 1)];
    const trades = [trade("1", BUY, 65, 10), trade("2", BUY, 65, 20), trade("3", SELL, 65, 15)];
    expect(partsOf(trades, orders, [converted(65, 130)])).toEqual([
      part("condor", 65, 20, 65, 15),
      { ...part("fly", 65, 10, 0, 0), ...intraday },
    ]);
  });

  test("what is bought of the old product afterwards moves none of it back, and is not converted", () => {
    const own = [...bought, trade("own", BUY, 65, 12)];
    const all = { ...part("fly", 130, 10, 0, 0), ...intraday };
    expect(partsOf(own, [...fly, order("own", null, false, 1)], [converted(130)])).toEqual([all]);
    const more = [...bought, trade("2", BUY, 65, 12)];
    expect(partsOf(more, [...fly, order("2", "fly", false, 1)], [converted(130)])).toEqual([
      part("fly", 65, 12, 0, 0),
      all,
    ]);
  });

  test("what stayed under the old product was not the strategy's that was converted, whatever becomes of it", () => {
    const own = [...bought, trade("own", BUY, 65, 12)];
    const orders = [...fly, order("own", null)];
    expect(partsOf(own, orders, [converted(65, 195)])).toEqual([part("fly", 130, 10, 0, 0)]);
    expect(partsOf([...own, trade("a GTT", SELL, 130, 9)], orders, [converted(65, 195)])).toEqual([
      part("fly", 130, 10, 0, 0),
    ]);
    const both = [...bought, trade("2", BUY, 65, 20)];
    expect(partsOf(both, [...fly, condor], [converted(130, 195)])).toEqual([
      part("condor", 65, 20, 0, 0),
      { ...part("fly", 130, 10, 0, 0), ...intraday },
    ]);
  });

  test("of trades of one second those of the order that was asked for first came first", () => {
    const at = "2026-11-23 10:00:00";
    const later = { ...trade("2", BUY, 65, 20), at };
    const first = { ...trade("1", BUY, 65, 10), at };
    expect(partsOf([later, first], [...fly, order("2", "condor", false, 1)], [converted(65)])).toEqual([
      { ...part("fly", 65, 10, 0, 0), ...intraday },
      part("condor", 65, 20, 0, 0),
    ]);
  });

  test("an order that rested meanwhile has what it trades after a later order's trade", () => {
    // The user's own: 65 of 130 are converted, and 65 closed; then the order of the morning trades.
    const orders = [...fly, order("own", null), order("exit", null, true, 1)];
    const trades = [trade("own", BUY, 130, 12), trade("exit", SELL, 65, 13), trade("1", BUY, 65, 10)];
    expect(partsOf(trades, orders, [converted(65, 130)])).toEqual([part("fly", 65, 10, 0, 0)]);
  });

  test("an order that rested while the user's own were converted has what it trades long after under its own product", () => {
    const own = { ...trade("own", BUY, 130, 12), at: "2026-11-23 10:00:00" };
    const rested = { ...trade("1", BUY, 65, 10), at: "2026-11-23 10:05:01" };
    const orders = [order("own", null), ...fly];
    const moved = { ...converted(130), surelyBy: Date.parse("2026-11-23T10:05:00+05:30") };
    expect(partsOf([own, rested], orders, [moved])).toEqual([part("fly", 65, 10, 0, 0)]);
  });

  test("one after the other, each from what was there when it was asked for", () => {
    const trades = [...bought, trade("2", BUY, 65, 20)];
    const orders = [...fly, order("2", "fly", false, 1)];
    expect(partsOf(trades, orders, [converted(65, 130), converted(65, 130)])).toEqual([
      // 65 of those bought first and the 65 bought since: the second conversion took the half of them, at their average.
      part("fly", 65, 15, 0, 0),
      { ...part("fly", 130, 12.5, 0, 0), ...intraday },
    ]);
  });

  test("a conversion of another contract moves nothing of it", () => {
    expect(partsOf(bought, fly, [{ ...converted(130), symbol: "NFO:OTHER" }])).toEqual([part("fly", 130, 10, 0, 0)]);
  });
});
