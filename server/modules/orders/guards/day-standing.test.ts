import { expect, test } from "vitest";
import type { Connection } from "../../../brokers/connections.ts";
import type { Tradable } from "../entry/listing.ts";
import { createDayStanding } from "./day-standing.ts";

test("while our feed stands still the loss of a day goes by the broker's last price", async () => {
  const position = { contract: {}, netQty: 65, buyQty: 65, buyAvg: 100, avgPrice: 100, ltp: 60, multiplier: 1 };
  const port = { facts: { id: "kite" }, positions: async () => [{ ...position, sellQty: 0, sellAvg: 0 }] };
  let isFeedTroubled = false;
  const standingOf = createDayStanding({
    intents: { countSince: async () => 0 },
    listing: { byContract: () => ({ price: 100 }) as Tradable },
    dayBegan: () => 0,
    isFeedTroubled: () => isFeedTroubled,
  });
  const profit = async () => {
    const connection = { accountId: "a", port, session: {} } as unknown as Connection;
    return (await standingOf(connection, { ordersPerDay: null, lossPerDay: 1000 })).profitToday;
  };
  expect(await profit()).toBe(0);
  isFeedTroubled = true;
  expect(await profit()).toBe(-2600);
});
