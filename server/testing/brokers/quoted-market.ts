/** A market for the practice broker. */
import { ASK, ASK_QTY, BID, BID_QTY, LTP } from "#contract/domain/columns.ts";
import { BUY, type ChildOrder, LIMIT } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { TradingDay } from "../../market/feed.ts";
import type { MarketView } from "../../market/market-view.ts";
import { fakeDay } from "../market/fake-feed.ts";

/** A market that a test quotes by hand: rows of NIFTY's room are spot, future, calls and puts of 910, 920, ... */
export class QuotedMarket implements Pick<MarketView, "day" | "time"> {
  #trading = fakeDay();
  /** Minute of the exchange's day: 12:15. */
  at = 735;
  day = openDay(this.#trading);

  time() {
    return { source: "sim" as const, date: this.day.date, minute: this.at, rate: 0, wall: 0 };
  }

  /** The day after, on which all closed at 100 before: what is quoted is not yet. */
  nextDay(): void {
    this.#trading = fakeDay(isoDate("2026-07-28"));
    this.day = openDay(this.#trading);
  }

  /** Rupees and units; a row of NIFTY. */
  quote(row: number, bid: number, bidQty: number, ask: number, askQty: number, ltp = bid): void {
    const columns = this.#trading.rooms[0]?.live.columns ?? [];
    for (const [field, value] of [
      [LTP, Math.round(ltp * 100)],
      [BID, Math.round(bid * 100)],
      [BID_QTY, bidQty],
      [ASK, Math.round(ask * 100)],
      [ASK_QTY, askQty],
    ] as const) {
      columns[field][row] = value;
    }
  }
}

const openDay = ({ date, source, symbols, rooms }: TradingDay) => ({
  ...{ date, source, symbols },
  rooms: new Map(rooms.map((day) => [day.room, { day, closedPrices: [] }])),
});

/** An order for a lot of its call of 910, which stands below what sellers ask. */
export const LIMIT_ORDER: ChildOrder = {
  contract: { exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-07-28"), strike: 910, type: "CE" },
  lot: 75,
  tick: 0.05,
  type: LIMIT,
  side: BUY,
  productType: "MARGIN",
  limitPrice: 90,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  stopLoss: 0,
  takeProfit: 0,
  qty: 75,
};
