import { beforeEach, expect, test, vi } from "vitest";
import type { ContractKey } from "#contract/domain/instruments.ts";
import {
  type BookOrder,
  BUY,
  MARKET,
  PENDING,
  type Position,
  SELL,
  type Side,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { SentOrder } from "../books/by-strategy.ts";
import type { Submission } from "../intents/intent.ts";
import type { Asked, Submitting } from "../intents/submitting.ts";
import { createExiting, type Leave } from "./exiting.ts";
import type { Listing } from "./listing.ts";

const contract = (strike: number): ContractKey => ({
  ...{ exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-11-24"), strike, type: "CE" },
});
const SUBMISSION: Submission = { key: "a press of a button", batch: 0, bodyHash: Buffer.alloc(32) };

function held(strike: number, netQty: number): Position {
  const side = netQty < 0 ? SELL : BUY;
  const part = { id: `${strike}`, symbol: `NIFTY ${strike}`, contract: contract(strike), side, netQty };
  return { ...part, productType: "MARGIN" } as Position;
}
const shown = ({ id, symbol, netQty }: Position, change: Partial<Leave> = {}): Leave => ({
  ...{ id, symbol, netQty, ...change },
});

let positions: readonly Position[];
let book: readonly BookOrder[];
/** Of each turn, what was asked of the broker. */
let turns: (readonly Asked[])[];
let isRefused: boolean;
/** Of the day. */
let trades: readonly Trade[];
let orders: readonly SentOrder[];

beforeEach(() => {
  [positions, book, turns, isRefused, trades, orders] = [[], [], [], false, [], []];
});

const connection = {
  accountId: "a",
  port: { positions: async () => positions, orders: async () => book, trades: async () => trades },
  session: {},
} as unknown as Connection;

const exit = createExiting({
  submitting: {
    known: async () => undefined,
    submit: vi.fn(async (_connection, _submission, asked: readonly Asked[]) => {
      turns.push(asked);
      const state = isRefused ? "refused" : "placed";
      return asked.map(({ request }) => ({
        request,
        state,
        message: isRefused ? "No margin" : "",
        orderId: "1",
        createdAt: new Date(0),
      }));
    }),
  } as unknown as Submitting,
  listing: {
    byContract: (key: ContractKey) => ({ key, symbol: "", lot: 65, tick: 0.05, largest: 1755 }),
  } as unknown as Listing,
  sent: async () => orders,
});

const sent = () =>
  turns.map((asked) =>
    asked.map(({ request }) => {
      if (request.kind !== "exit") throw new Error("no exit");
      const { contract, side, qty, type, productType } = request.order;
      return [contract.strike, side, qty, type, productType];
    }),
  );

test("short positions are covered first, and what one order cannot take goes in several", async () => {
  positions = [held(24_000, 130), held(24_500, -3900)];
  const exited = await exit(
    connection,
    SUBMISSION,
    positions.map((one) => shown(one)),
  );
  expect(sent()).toEqual([
    [1755, 1755, 390].map((qty) => [24_500, BUY, qty, MARKET, "MARGIN"]),
    [[24_000, SELL, 130, MARKET, "MARGIN"]],
  ]);
  expect(exited.map(({ body }) => body.s)).toEqual(["ok", "ok", "ok", "ok"]);
});

test("a cover that is refused keeps the long positions, which may be its hedge", async () => {
  positions = [held(24_000, 130), held(24_500, -65)];
  isRefused = true;
  const exited = await exit(
    connection,
    SUBMISSION,
    positions.map((one) => shown(one)),
  );
  expect(turns).toHaveLength(1);
  expect(exited.at(-1)?.body).toMatchObject({ s: "error", state: "void", m: expect.stringContaining("Not sent") });
});

test("no more is closed than is there, than was shown, and than open orders leave", async () => {
  positions = [held(24_000, 65), held(24_100, 260), held(24_200, 195)];
  const waits = { contract: contract(24_200), side: SELL, productType: "MARGIN", status: PENDING };
  book = [{ ...waits, remainingQuantity: 130 } as BookOrder];
  const seen = [shown(positions[0]!, { netQty: 130 }), shown(positions[1]!, { netQty: 65 }), shown(positions[2]!)];
  await exit(connection, SUBMISSION, seen);
  expect(
    sent()
      .flat()
      .map(([strike, , qty]) => [strike, qty]),
  ).toEqual([
    [24_000, 65],
    [24_100, 65],
    [24_200, 65],
  ]);
});

test("what is closed, has turned or cannot be traded is told, and nothing is sent for it", async () => {
  positions = [held(24_000, -65), { ...held(24_100, 65), productType: "CNC" } as Position, held(24_200, 0)];
  const exited = await exit(connection, SUBMISSION, [
    shown(positions[0]!, { netQty: 65 }),
    shown(positions[1]!),
    shown(positions[2]!, { netQty: 65 }),
  ]);
  expect(turns).toEqual([]);
  expect(exited.map(({ body }) => body.m)).toEqual([
    expect.stringContaining("turned"),
    expect.stringContaining("at the broker only"),
    expect.stringContaining("closed already"),
  ]);
});

/** An order of the day that was filled. */
function filled(strategy: string, strike: number, side: Side, qty: number, isExit = false): void {
  const orderId = `${orders.length}`;
  orders = [...orders, { orderId, isExit, strategy, product: "MARGIN" }];
  trades = [...trades, { id: orderId, orderId, symbol: `NIFTY ${strike}`, side, qty, price: 1, at: orderId }];
}

test("the orders that close a strategy name it, and close its own share alone, as it is now", async () => {
  positions = [held(24_000, 260), held(24_100, 130), held(24_200, -65)];
  filled("fly-1", 24_000, BUY, 130);
  filled("fly-2", 24_000, BUY, 130);
  filled("fly-1", 24_000, SELL, 65, true); // since it was shown
  filled("fly-2", 24_100, BUY, 130);
  filled("fly-1", 24_200, SELL, 65);
  const seen = [shown(positions[0]!, { netQty: 130 }), shown(positions[1]!), shown(positions[2]!)];
  const exited = await exit(connection, SUBMISSION, seen, "fly-1");
  expect(turns.flat().map(({ request }) => request)).toMatchObject([
    { kind: "exit", strategy: "fly-1", order: { contract: { strike: 24_200 }, side: BUY, qty: 65 } },
    { kind: "exit", strategy: "fly-1", order: { contract: { strike: 24_000 }, side: SELL, qty: 65 } },
  ]);
  expect(exited[0]).toMatchObject({ symbol: "NIFTY 24100", body: { m: "The strategy holds nothing of it any more" } });
});

test("what open orders close of a strategy already is not closed twice, though others hold the same", async () => {
  positions = [held(24_000, 195)];
  filled("fly-1", 24_000, BUY, 65);
  filled("fly-2", 24_000, BUY, 130);
  orders = [...orders, { orderId: "way", isExit: true, strategy: "fly-1", product: "MARGIN" }];
  const way = { id: "way", symbol: "NIFTY 24000", contract: contract(24_000), side: SELL, productType: "MARGIN" };
  book = [{ ...way, status: PENDING, remainingQuantity: 65 } as BookOrder];
  await exit(connection, SUBMISSION, [shown(positions[0]!, { netQty: 65 })], "fly-1");
  expect(turns).toEqual([]);
});
