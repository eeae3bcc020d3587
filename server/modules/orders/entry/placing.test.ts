/** Which contract an order is for: a currency has futures of one month, which the month's name alone does not tell apart. */
import { expect, test } from "vitest";
import { createLiveColumns } from "#contract/domain/columns.ts";
import { createTokenTable, FUT, roomName } from "#contract/domain/instruments.ts";
import type { OrderItem } from "#contract/domain/orders/order.ts";
import { type IsoDate, isoDate, priceScale } from "#contract/domain/units.ts";
import type { LiveRoom, OpenDay } from "../../../market/open-day/open-day.ts";
import { systemClock } from "../../../platform/clocks.ts";
import { createListing } from "./listing.ts";
import { orderOf } from "./placing.ts";

const [WEEKLY, MONTHLY, NEXT] = ["2026-08-07", "2026-08-27", "2026-09-28"].map(isoDate) as [IsoDate, IsoDate, IsoDate];

function futureOf(expiry: IsoDate, token: number): LiveRoom {
  const symbol = "Futures-NSE";
  const tokens = { ...createTokenTable(1), length: 1, symbol: ["USDINR"] };
  tokens.token[0] = token;
  tokens.type[0] = FUT;
  tokens.lotSize[0] = 1;
  const live = createLiveColumns(1);
  return {
    day: {
      room: roomName(symbol, expiry),
      symbol,
      expiry,
      priceScale: priceScale(10_000),
      tokens,
      live,
    },
    closedPrices: [],
  };
}

const day: OpenDay = {
  date: isoDate("2026-08-03"),
  source: "sim",
  symbols: [
    {
      ...{ symbol: "USDINR", exchange: "NSE", lotSize: 1, strikeStep: 0.25, freezeQty: 10_000 },
      ...{ expiries: [WEEKLY, MONTHLY, NEXT], futureExpiries: [WEEKLY, MONTHLY, NEXT] },
      ...{ prevClose: undefined, sd: undefined },
    },
  ],
  rooms: new Map(
    [futureOf(WEEKLY, 11), futureOf(MONTHLY, 22), futureOf(NEXT, 33)].map((room) => [room.day.room, room]),
  ),
};
const listing = createListing({ day }, systemClock);

const ITEM: OrderItem = {
  ...{ symbol: "NSE:USDINR26AUGFUT", securityId: "", type: 1, side: 1, productType: "MARGIN", qty: 1 },
  ...{ limitPrice: 84, stopPrice: 0, disclosedQty: 0, validity: "DAY", offlineOrder: false },
  ...{ stopLoss: 0, takeProfit: 0 },
};
const expiryOf = (fields: Partial<OrderItem>) => orderOf({ ...ITEM, ...fields }, listing).order.contract.expiry;

test("a future is found by its own name", () => {
  expect(expiryOf({ securityId: "22" })).toBe(MONTHLY);
  expect(expiryOf({ symbol: "NSE:USDINR26AUG07FUT", securityId: "11" })).toBe(WEEKLY);
});

test("the month's name with the token of that month's weekly is refused: nobody knows which one is meant", () => {
  expect(() => expiryOf({ securityId: "11" })).toThrow("its securityId is another one's");
  expect(() => expiryOf({ symbol: "NSE:USDINR26AUG07FUT", securityId: "22" })).toThrow("another one's");
});

test("a token that says nothing of that month is not looked at", () => {
  for (const securityId of ["", "1", "33", "old:22"]) expect(expiryOf({ securityId })).toBe(MONTHLY);
});
