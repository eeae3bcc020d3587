/** What the dashboard is told of strategies beside the positions. */
import { beforeEach, expect, test } from "vitest";
import { type BookOrder, BUY } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Intent } from "../intents/intent.ts";
import { ledgerOf } from "../intents/ledger.ts";
import { createBooks } from "./books.ts";

const clock = createManualClock();
let rows: Intent[];
let book: readonly BookOrder[] | undefined;
/** What the broker was asked for. */
let reads: string[];

beforeEach(() => {
  [rows, book, reads] = [[], [], []];
});

const sent = (tag: string, fields: Partial<Intent>, strategy?: string) =>
  ({
    ...{ tag, orderId: null, state: "placed", sentAt: new Date(clock.now()), changedAt: new Date(clock.now()) },
    ...{ checkAt: new Date(clock.now()), goodReads: 0, ...fields },
    request: { kind: "place", order: childOrder({ contract: QUOTED_CALL, lot: 75 }), strategy },
  }) as Intent;
const trade = (orderId: string) => ({ id: orderId, orderId, symbol: "CE", side: BUY, qty: 75, price: 10, at: orderId });

async function shown() {
  const connection = {
    accountId: "asha",
    session: { broker: "zerodha" },
    port: {
      facts: { isPractice: true, echoesTag: true },
      async positions() {
        reads.push("positions");
        return [];
      },
      async trades() {
        reads.push("trades");
        return [trade("1"), trade("2")];
      },
    },
  } as unknown as Connection;
  const books = createBooks(
    { byContract: () => undefined } as never,
    clock,
    async ({ port }, given) => {
      const isDoubtful = rows.some(({ state }) => state === "unknown");
      if (given === undefined && isDoubtful) reads.push("orders");
      const read = given ?? (isDoubtful ? book : []);
      if (read === undefined) throw new BrokerError("away", "The broker is away");
      return ledgerOf(rows, read, port.facts, clock.now());
    },
    { may: () => false, ofToday: async () => [] },
  );
  const reply = await books.tab(connection, "positions");
  return "byStrategy" in reply ? reply.byStrategy : undefined;
}

test("where no strategy was named, and where nothing is in doubt, the broker is asked for nothing else", async () => {
  rows = [sent("S1", { orderId: "1" })];
  expect(await shown()).toBeUndefined();
  expect(reads).toEqual(["positions"]);
  reads = [];
  rows = [sent("S1", { orderId: "1" }, "fly")];
  expect(await shown()).toMatchObject([{ strategy: "fly", buyQty: 75 }]);
  expect(reads.toSorted()).toEqual(["positions", "trades"]);
});

test("an order whose answer was lost is its strategy's as soon as the book has it; without the book, the others are", async () => {
  rows = [sent("S1", { orderId: "1" }, "fly"), sent("S2", { state: "unknown" }, "fly")];
  expect(await shown()).toMatchObject([{ strategy: "fly", buyQty: 75 }]);
  book = [{ id: "2", tag: "S2" } as BookOrder];
  expect(await shown()).toMatchObject([{ strategy: "fly", buyQty: 150 }]);
  book = undefined;
  expect(await shown()).toMatchObject([{ strategy: "fly", buyQty: 75 }]);
});
