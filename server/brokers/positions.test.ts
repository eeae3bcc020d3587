/** Positions in the shapes that brokers published or were recorded with: their averages, and profits of the two kinds together. */
import { describe, expect, test } from "vitest";
import type { Position } from "#contract/domain/orders/order.ts";
import { realizedPnl, unrealizedPnl } from "#contract/domain/orders/pnl.ts";
import { positionFigures, type ToldPosition } from "./book-words.ts";
import { positionOf as fyersPosition } from "./fyers/map.ts";
import { FyersPosition } from "./fyers/wire.ts";
import { positionOf as kitePosition } from "./kite/map.ts";
import type { KiteSymbols } from "./kite/symbols.ts";
import { KitePosition } from "./kite/wire.ts";
import { positionOf as norenPosition } from "./noren/map.ts";
import { NorenPosition } from "./noren/wire.ts";
import { positionOf as upstoxPosition } from "./upstox/map.ts";
import { UpstoxPosition } from "./upstox/wire.ts";

const NO_NAMES = { contractOf: () => undefined };

type Figures = Pick<Position, "netQty" | "avgPrice" | "buyQty" | "buyAvg" | "sellQty" | "sellAvg" | "multiplier">;
const profits = (figures: Figures, price: number) => [
  realizedPnl(figures, figures.multiplier),
  unrealizedPnl(figures, price, figures.multiplier),
];

describe("figures of a position", () => {
  const NONE = { buyQty: 0, buyAvg: 0, sellQty: 0, sellAvg: 0, average: 0, realized: 0, multiplier: 1 };
  const figures = (told: Partial<ToldPosition> & Pick<ToldPosition, "netQty">) => positionFigures({ ...NONE, ...told });

  test("its average is the whole side's, whatever the broker calls its own", () => {
    // Bought 50 at 280, sold at 287, bought 70 at 283.
    const long = figures({ netQty: 70, average: 283, buyQty: 120, buyAvg: 281.75, sellQty: 50, sellAvg: 287 });
    expect(long).toMatchObject({ side: 1, avgPrice: 281.75, netAvg: 283 });
    expect(profits(long, 280)).toEqual([262.5, -122.5]);
    const short = figures({ netQty: -70, average: 283, sellQty: 120, sellAvg: 281.75, buyQty: 50, buyAvg: 287 });
    expect(short).toMatchObject({ side: -1, avgPrice: 281.75, netAvg: 283 });
    expect(profits(short, 280)).toEqual([-262.5, 122.5]);
    expect(figures({ netQty: 75, buyQty: 75, buyAvg: 0.8 })).toMatchObject({ avgPrice: 0.8, netAvg: 0.8 });
    // A side's average that is not filled in makes no profit of all its value.
    expect(figures({ netQty: 75, average: 0.8, buyQty: 75 })).toMatchObject({ avgPrice: 0.8, netAvg: 0.8 });
    expect(figures({ netQty: 0, average: 0.8, buyQty: 75, sellQty: 75 })).toMatchObject({ avgPrice: 0, netAvg: 0 });
  });

  /** Sold at 70, and bought at 60. */
  const AGAIN = { buyQty: 50, buyAvg: 60, sellQty: 50, sellAvg: 70 };
  test.each([
    ["held", { netQty: 100, average: 50 }, [0, 1000]],
    ["added to", { netQty: 150, average: 53, buyQty: 50, buyAvg: 59 }, [0, 1050]],
    ["sold in part", { netQty: 60, average: 50, sellQty: 40, sellAvg: 70, realized: 800 }, [800, 600]],
    ["sold", { netQty: 0, sellQty: 100, sellAvg: 70, realized: 2000 }, [2000, 0]],
    ["sold short", { netQty: -100, average: 50 }, [0, -1000]],
    ["sold short, and covered", { netQty: 0, buyQty: 100, buyAvg: 40, realized: 1000 }, [1000, 0]],
    ["turned round", { netQty: -50, average: 70, sellQty: 150, sellAvg: 70, realized: 2000 }, [2000, 500]],
    ["sold in part, and added to", { ...AGAIN, netQty: 100, average: 55, realized: 1000 }, [2500 / 3, 2000 / 3]],
    [
      "sold, and bought",
      { ...AGAIN, netQty: 100, average: 60, buyQty: 100, sellQty: 100, realized: 2000 },
      [1500, 500],
    ],
    [
      "sold short, covered in part, and added to",
      { ...{ netQty: -100, average: 55, realized: 500 }, ...{ buyQty: 50, buyAvg: 40, sellQty: 50, sellAvg: 60 } },
      [2000 / 3, -2000 / 3],
    ],
    [
      "turned round at two prices",
      { netQty: -50, average: 80, sellQty: 150, sellAvg: 11_000 / 150, realized: 2000 },
      [7000 / 3, 2000 / 3],
    ],
    ["in dollars, and sold", { netQty: 0, sellQty: 2, sellAvg: 84, realized: 1000, multiplier: 1000 }, [1000, 0]],
  ])("carried lots that sums lack are in them: %s", (_, told, expected) => {
    const found = figures(told);
    expect(found.buyQty - found.sellQty).toBe(told.netQty);
    expect(profits(found, 60)).toEqual(expected.map((profit) => expect.closeTo(profit, 6)));
  });
});

describe("Kite", () => {
  /** Its published example, in another segment. */
  const row = {
    ...{ tradingsymbol: "GOLDGUINEA17DECFUT", exchange: "NFO", product: "NRML", quantity: 0, overnight_quantity: 3 },
    ...{ multiplier: 1, average_price: 0, close_price: 23232, last_price: 23355, realised: 0 },
    ...{ buy_quantity: 4, buy_price: 23139.75, buy_value: 92559, buy_m2m: 93084 },
    ...{ sell_quantity: 4, sell_price: 23340, sell_value: 93360, sell_m2m: 93360 },
  };
  const positionOf = (fields: object) =>
    kitePosition(KitePosition.parse({ ...row, ...fields }), NO_NAMES as KiteSymbols) ?? expect.unreachable();

  test("tells what carried lots had gained before: of its 801 rupees 276 are today's", () => {
    const closed = positionOf({});
    expect(profits(closed, 23355)[0]).toBe(801);
    expect(closed.gainedBefore).toBe(801 - 276);
    const short = { buy_quantity: 0, buy_value: 0, buy_m2m: 0, sell_value: 93360, sell_m2m: 93000 };
    expect(positionOf({ ...short, quantity: -4, overnight_quantity: -4 }).gainedBefore).toBe(360);
  });

  test("without a close, or without those sums, nothing is known of before", () => {
    expect(positionOf({ close_price: 0, buy_m2m: 0 }).gainedBefore).toBe(0);
    expect(positionOf({ buy_m2m: undefined, sell_m2m: undefined }).gainedBefore).toBe(0);
  });
});

test("Fyers' net average is where it breaks even: profits are not reckoned by it", () => {
  const row = {
    ...{ id: "x-MARGIN", symbol: "NSE:NIFTY26N2424600CE", productType: "MARGIN", segment: 11, side: 1 },
    ...{ netQty: 1, netAvg: 71856, ltp: 72717, buyQty: 2, buyAvg: 72256, sellQty: 1, sellAvg: 72656 },
    realized_profit: 400,
  };
  for (const told of [row, { ...row, avgPrice: 72256 }]) {
    const position = fyersPosition(FyersPosition.parse(told), NO_NAMES) ?? expect.unreachable();
    expect(position).toMatchObject({ avgPrice: 72256, netAvg: 71856 });
    expect(profits(position, 72717)).toEqual([400, 461]);
  }
});

test("Upstox' average that is null is that of what was bought", () => {
  const row = {
    ...{ exchange: "NFO", trading_symbol: "IDEA 13 PE", instrument_token: "NSE_FO|1", product: "D", multiplier: 1 },
    ...{ quantity: 1, average_price: null, last_price: 0.75, buy_price: 0.8, sell_price: 0, realised: 0 },
    ...{ day_buy_quantity: 1, day_sell_quantity: 0 },
  };
  const position = upstoxPosition(UpstoxPosition.parse(row), NO_NAMES) ?? expect.unreachable();
  expect(position).toMatchObject({ avgPrice: 0.8, netAvg: 0.8 });
  expect(profits(position, 0.75)).toEqual([0, expect.closeTo(-0.05, 6)]);
});

describe("Noren", () => {
  /** Bought 50 at 280, sold at 287, bought 70 at 283. */
  const row = {
    ...{ exch: "NFO", tsym: "NIFTY24NOV26C24600", prd: "M", netqty: "70", netavgprc: "283.00", lp: "280.00" },
    ...{ rpnl: "350.00", daybuyqty: "120", daybuyamt: "33810.00", daysellqty: "50", daysellamt: "14350.00" },
    ...{ cfbuyqty: "0", cfsellqty: "0" },
  };
  const positionOf = (fields: object, tellsRealized = false) =>
    norenPosition(NorenPosition.parse({ ...row, ...fields }), NO_NAMES, tellsRealized) ?? expect.unreachable();

  test("its average goes with its realized profit where that is used, the side's where it is not", () => {
    expect(profits(positionOf({}), 280)).toEqual([262.5, -122.5]);
    const told = positionOf({}, true);
    expect(told.realized_profit + unrealizedPnl(told, 280, 1)).toBe(140);
  });

  test("what was carried over is shown at its entry; without its value it stands at the net average", () => {
    const none = { rpnl: "0", daybuyqty: "0", daybuyamt: "0", daysellqty: "0", daysellamt: "0" };
    const carried = { ...none, netqty: "-75", netavgprc: "90", netupldprc: "110", cfsellqty: "75" };
    const settled = positionOf({ ...carried, cfsellamt: "6750" });
    expect(settled).toMatchObject({ avgPrice: 90, netAvg: 110, sellQty: 75, sellAvg: 90 });
    expect(positionOf(carried)).toMatchObject({ avgPrice: 90, netAvg: 110, sellQty: 75, sellAvg: 90 });
  });
});
