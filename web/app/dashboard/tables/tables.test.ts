import { createStore } from "jotai";
import { describe, expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { BookOrderBody } from "#contract/wire/http/order-bodies.ts";
import { absentText } from "../../../format/format.ts";
import { liveListAtom } from "../../../state/clock/day.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { position } from "../__fixtures__/position.ts";
import {
  canChange,
  cancelled,
  cancelQuestion,
  FILTERS,
  filteredOrders,
  filterValues,
  followWords,
  holdingWords,
  nameWords,
  orderPrice,
  productWords,
  shortSymbol,
  sideWords,
  statusTone,
  statusWords,
} from "./book-words.ts";
import { fundsUse } from "./funds-use.ts";
import { priceNameAtom } from "./Positions.tsx";
import { closeQuestion, rowOf, totalsOf, withShares } from "./position-rows.ts";

const order: BookOrderBody = {
  id: "1",
  symbol: "NFO:NIFTY26AUG24200CE",
  ex_sym: "NIFTY",
  securityId: "57",
  contract: null,
  lotSize: 65,
  side: 1,
  type: 1,
  productType: "INTRADAY",
  qty: 130,
  remainingQuantity: 65,
  limitPrice: 120,
  stopPrice: 0,
  tradedPrice: 119.5,
  status: 6,
  orderDateTime: "2026-08-18 12:15:00",
  message: "",
  orderValidity: "DAY",
  discloseQty: 0,
};

describe("orders", () => {
  test("are named without their exchange", () => {
    expect([shortSymbol("NSE:ABC"), shortSymbol("ABC")]).toEqual(["ABC", "ABC"]);
  });

  test("have the words and colours of their codes", () => {
    expect(([1, 2, 4, 5, 6, 7] as const).map((status) => [statusWords(status), statusTone(status)])).toEqual([
      ["Cancelled", "quiet"],
      ["Filled", "up"],
      ["Transit", undefined],
      ["Rejected", "down"],
      ["Pending", undefined],
      ["Expired", undefined],
    ]);
    expect((["INTRADAY", "MARGIN", "CNC", "CO", "BO"] as const).map(productWords)).toEqual([
      "Intraday",
      "Margin",
      "CNC",
      "CO",
      "BO",
    ]);
    expect([sideWords(1), sideWords(-1)]).toEqual(["Buy", "Sell"]);
  });

  test("are filtered by any field; its values stand once", () => {
    const orders = [order, { ...order, id: "2", side: -1, ex_sym: "TCS" }, { ...order, id: "3", status: 2 }] as const;
    expect(FILTERS.map((filter) => filterValues(orders, filter))).toEqual([
      [],
      ["NIFTY", "TCS"],
      ["Buy", "Sell"],
      ["Limit"],
      ["Intraday"],
      ["Pending", "Filled"],
    ]);
    expect(filteredOrders(orders, "Symbols", "TCS").map(({ id }) => id)).toEqual(["2"]);
    expect(filteredOrders(orders, "All", "")).toBe(orders);
  });

  test("have prices in the decimals of their symbol, and none where there is none", () => {
    expect(["USDINR", "NIFTY"].map((ex_sym) => orderPrice({ ex_sym }, 83.2575))).toEqual(["83.2575", "83.26"]);
    expect(orderPrice(order, 0)).toBe(absentText);
  });

  test("can be changed while they are pending alone", () => {
    expect(([1, 2, 4, 5, 6, 7] as const).filter((status) => canChange({ status }))).toEqual([6]);
    expect(cancelQuestion(order)).toBe("Are you sure to cancel Buy order of 65 qty NIFTY26AUG24200CE ?");
    expect(cancelled(order)).toMatchObject({ status: 1, remainingQuantity: 0 });
  });
});

describe("positions", () => {
  const at = (ltp: number) => rowOf(position, () => ltp, false);

  test("stand at the live price, else at the book's", () => {
    expect(at(12)).toMatchObject({ ltp: 12, realized: 130, unrealized: 130, total: 260 });
    expect(at(Number.NaN)).toMatchObject({ ltp: 11, unrealized: 65, total: 195 });
    expect(rowOf({ ...position, ltp: 0 }, () => Number.NaN, false).unrealized).toBeNaN();
  });

  test("take realized P&L from a broker that tells it", () => {
    expect(rowOf(position, () => 12, true)).toMatchObject({ realized: 99, total: 229 });
  });

  test("are added up; an unknown figure makes the sum unknown", () => {
    expect(totalsOf([at(12), at(9)])).toEqual({ realized: 260, unrealized: 65, total: 325, of: 2 });
    expect(totalsOf([at(12), rowOf({ ...position, ltp: 0 }, () => Number.NaN, false)]).total).toBeNaN();
  });

  test("are asked about before they are closed", () => {
    expect(closeQuestion({ ...position, netQty: -65 })).toBe("Close position of NIFTY26AUG24200CE -65 qty ?");
  });
});

test("a position's bar is its profit or loss against the largest; one without a price has none", () => {
  const rows = [100, -50, Number.NaN].map((total) => ({ ...rowOf(position, () => 11, false), total }));
  expect(withShares(rows).map(({ share }) => share)).toEqual([1, 0.5, 0]);
  expect(withShares([]).length).toBe(0);
});

test("a price is joined under the name that the live market has, whatever day the board looks at", () => {
  const expiries = (...dates: readonly string[]) => ({ expiries: { NSE: { USDINR: dates.map(isoDate) } } }) as never;
  const store = createStore();
  store.set(liveListAtom, expiries("2026-08-07", "2026-08-27"));
  store.set(universeAtom, expiries("2026-07-31"));
  const contract = { exchange: "NSE", underlying: "USDINR", expiry: "2026-08-07", strike: 0, type: "FUT" } as const;
  expect(store.get(priceNameAtom)({ contract })).toBe("USDINR26AUG07FUT");
  expect(store.get(priceNameAtom)({ contract: null })).toBeUndefined();
});

test("funds in use are the broker's own lines, in both spellings; none without them", () => {
  const line = (title: string, amount: number) => ({ id: title, title, amount });
  expect(fundsUse([line("Utilized Amount", 25), line("Available Balance", 75), line("Total Balance", 100)])).toEqual({
    available: 75,
    utilised: 25,
    share: 0.25,
  });
  expect(fundsUse([line("Utilised Amount", 10), line("Available Balance", -5)])?.share).toBe(1);
  expect(fundsUse([line("Total Balance", 100)])).toBeUndefined();
});

test("what is closed or converted is named in words, and by the broker's symbol where today does not list it", () => {
  const contract = { exchange: "NSE", underlying: "NIFTY", expiry: "2026-08-18", strike: 24_200, type: "CE" } as const;
  expect(nameWords({ symbol: "NFO:NIFTY26AUG24200CE", contract })).toBe("NIFTY 18 Aug 24,200 CE");
  expect(nameWords({ symbol: "NFO:NIFTY26AUG24200CE", contract: null })).toBe("NIFTY26AUG24200CE");
});

test.each([
  ["NSE:INFY-EQ", "INFY", "NSE EQ"],
  ["BSE:500209", "500209", "BSE"],
  ["NSE:BAJAJ-AUTO", "BAJAJ-AUTO", "NSE"],
  ["INE009A01021", "INE009A01021", "ISIN"],
])("a share that a broker calls %s is %s of %s", (symbol, name, place) => {
  expect(holdingWords(symbol)).toEqual({ name, place });
});

test("a limit says how it follows the quotes, and why it does not any more", () => {
  const follow = { orderId: "1", worst: 101.35, changes: 2, armed: true, words: "" };
  expect(followWords(order, follow)).toBe("Follows: 2 of 5 changes, up to 101.35");
  expect(followWords({ ...order, side: -1 }, follow)).toBe("Follows: 2 of 5 changes, down to 101.35");
  expect(followWords(order, { ...follow, armed: false, words: "The order has traded" })).toBe("The order has traded");
});
