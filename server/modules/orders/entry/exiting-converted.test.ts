/** The exit of a strategy whose position was converted since it was traded. */
import { expect, test } from "vitest";
import { BUY, type Position, SELL, type Trade } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createSerial } from "../../../platform/serial.ts";
import { QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Asked } from "../intents/submitting.ts";
import { createExiting, type ExitingDeps } from "./exiting.ts";

const symbol = "NFO:NIFTY24600CE";
const held = (productType: Position["productType"], netQty: number) =>
  ({ id: `${symbol} ${productType}`, symbol, contract: QUOTED_CALL, productType, netQty, side: BUY }) as Position;

test("it closes what the strategy holds under the new product", async () => {
  const positions = [held("MARGIN", 0), held("INTRADAY", 65)];
  const trades = [{ id: "t", orderId: "1", symbol, side: BUY, qty: 65, price: 10, at: "2026-11-23 10:00:00" }];
  const asked: Asked[] = [];
  const exit = createExiting({
    submitting: {
      known: async () => undefined,
      submit: async (_: unknown, __: unknown, these: readonly Asked[]) => {
        asked.push(...these);
        return these.map(({ request }) => ({
          request,
          state: "placed",
          message: "",
          orderId: "2",
          sentAt: new Date(0),
        }));
      },
    },
    ledger: async () => ({
      sent: [{ orderId: "1", isExit: false, strategy: "fly", product: "MARGIN", after: 0 }],
      conversions: [{ symbol, side: BUY, qty: 65, before: 65, at: 0, from: "MARGIN", to: "INTRADAY" }],
      unseen: [],
    }),
    otherExits: async () => ({ since: new Date(0), count: 0 }),
    listing: { byContract: (key: unknown) => ({ key, symbol, lot: 65, tick: 0.05, largest: 1755 }) },
    leftovers: { read: async () => [], clear: async () => [] },
    ...{ clock: createManualClock(), serially: createSerial() },
  } as unknown as ExitingDeps);
  const port = {
    facts: {},
    positions: async () => positions,
    orders: async () => [],
    trades: async () => trades as readonly Trade[],
  };
  const connection = { accountId: "a", port, session: {} } as unknown as Connection;
  const submission = { key: "a press", batch: 0, bodyHash: Buffer.alloc(32) };
  const left = await exit(connection, submission, { positions, strategy: "fly", gtts: [] });
  expect(asked).toMatchObject([{ request: { kind: "exit", order: { productType: "INTRADAY", side: SELL, qty: 65 } } }]);
  expect(left.heldBack).toEqual([]);
});
