import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { BookGtt } from "#contract/domain/orders/gtt.ts";
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
import { BrokerError } from "../../../brokers/port.ts";
import { createSerial } from "../../../platform/serial.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { SentOrder } from "../books/by-strategy.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import type { Asked, Submitting } from "../intents/submitting.ts";
import { createExiting, type Leave } from "./exiting.ts";
import { createLeftoverGtts, type GttChoice } from "./leftover-gtts.ts";
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
/** What becomes of the next orders; of those after them as `isRefused` says. */
let fates: Intent["state"][];
/** Of the day. */
let trades: readonly Trade[];
let orders: readonly SentOrder[];
let items: number[];
let gtts: readonly BookGtt[] | undefined;
let troubleOfDeletions: string;
/** What the exits make of the positions, at once or after a while. */
let exitsTaken: () => void;
let waited: () => void;

beforeEach(() => {
  [positions, book, turns, isRefused, trades, orders] = [[], [], [], false, [], []];
  [items, gtts, troubleOfDeletions, fates] = [[], [], "", []];
  exitsTaken = () => undefined;
  waited = () => undefined;
});

const connection = {
  accountId: "a",
  port: {
    facts: {},
    positions: async () => positions,
    orders: async () => book,
    trades: async () => trades,
    gtt: {
      list: async () => {
        if (gtts === undefined) throw new BrokerError("away", "The broker is away");
        return gtts;
      },
    },
  },
  session: {},
} as unknown as Connection;

const submitting = {
  known: async () => undefined,
  submit: vi.fn(async (_connection, _submission, asked: readonly Asked[], from = 0) => {
    turns.push(asked);
    items.push(...asked.map((_, at) => from + at));
    if (asked.some(({ request }) => request.kind === "exit")) exitsTaken();
    return asked.map(({ request, refusal }) => {
      const isDeletion = request.kind === "gtt-delete";
      const message = refusal ?? (isDeletion ? troubleOfDeletions : isRefused ? "No margin" : "");
      const sentAt = refusal === undefined ? new Date(0) : null;
      return {
        ...{ request, message, sentAt, orderId: "1", createdAt: new Date(0) },
        state: fates.shift() ?? (message === "" ? "placed" : "refused"),
      };
    });
  }),
} as unknown as Submitting;
const clock = {
  ...createManualClock(),
  after(_: number, then: () => void) {
    waited();
    then();
    return () => undefined;
  },
};
const exiting = createExiting({
  ...{ submitting, clock, serially: createSerial() },
  leftovers: createLeftoverGtts({ submitting, clock, intents: { aboutGtts: async () => [] } }),
  listing: {
    byContract: (key: ContractKey) => ({ key, symbol: "", lot: 65, tick: 0.05, largest: 1755 }),
  } as unknown as Listing,
  ledger: async () => ({ sent: orders, conversions: [], unseen: [] }),
  otherExits: async () => ({ since: new Date(0), count: 0 }),
  converting: async () => new Set(),
});
const exit = async (of: Connection, submission: Submission, seen: readonly Leave[], strategy?: string) =>
  (await exiting(of, submission, { positions: seen, strategy, gtts: [] })).positions;

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
  book = [{ ...waits, id: "1", tag: "", remainingQuantity: 130 } as BookOrder];
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

test("an open order whose contract could not be told is known by the broker's name", async () => {
  positions = [held(24_000, 130), held(24_100, 65)];
  const unnamed = { id: "1", tag: "", symbol: "NIFTY 24000", side: SELL, productType: "MARGIN", status: PENDING };
  book = [{ ...unnamed, remainingQuantity: 130 } as BookOrder];
  const exited = await exit(
    connection,
    SUBMISSION,
    positions.map((one) => shown(one)),
  );
  expect(sent()).toEqual([[[24_100, SELL, 65, MARKET, "MARGIN"]]]);
  expect(exited[0]?.body.m).toBe("Open orders would close it already: cancel them first");
});

test("what nothing was sent for, or not for all of it, is told apart from what is closed, refused or not known", async () => {
  const heldBack = async (states: readonly Intent["state"][] = []) => {
    fates = [...states];
    const wish = { positions: positions.map((one) => shown(one)), gtts: [] };
    return (await exiting(connection, SUBMISSION, wish)).heldBack;
  };
  positions = [held(24_000, 130), held(24_100, 65), held(24_200, -65), held(24_300, 0)];
  expect(await heldBack()).toEqual([]);
  const open = { id: "1", tag: "", contract: contract(24_000), side: SELL, productType: "MARGIN", status: PENDING };
  for (const remainingQuantity of [65, 130]) {
    book = [{ ...open, remainingQuantity } as BookOrder];
    expect(await heldBack()).toEqual(["24000"]);
  }
  // The cover was never sent, or may be there: what may be its hedge waits with it. One that is refused ends that.
  book = [];
  expect((await heldBack(["void"])).toSorted()).toEqual(["24000", "24100", "24200"]);
  expect((await heldBack(["unknown"])).toSorted()).toEqual(["24000", "24100", "24200"]);
  expect(await heldBack(["refused"])).toEqual([]);
  expect(await heldBack(["placed", "void", "unknown"])).toEqual(["24000"]);
  positions = [held(24_000, 130), held(24_200, -65), held(24_300, -65)];
  // One that was taken may be rejected yet.
  expect((await heldBack(["placed", "unknown"])).toSorted()).toEqual(["24000", "24200", "24300"]);
  expect(await heldBack(["refused", "unknown"])).toEqual([]);
  // Of an order in parts, those that were surely not sent are open still, whatever became of the others.
  positions = [held(24_000, 3510)];
  expect(await heldBack(["unknown", "void"])).toEqual(["24000"]);
  expect(await heldBack(["void", "placed"])).toEqual(["24000"]);
  expect(await heldBack(["void", "refused"])).toEqual([]);
  expect(await heldBack(["unknown", "placed"])).toEqual([]);
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
  orders = [...orders, { orderId, isExit, strategy, product: "MARGIN", after: 0 }];
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
  orders = [...orders, { orderId: "way", isExit: true, strategy: "fly-1", product: "MARGIN", after: 0 }];
  const way = { id: "way", symbol: "NIFTY 24000", contract: contract(24_000), side: SELL, productType: "MARGIN" };
  book = [{ ...way, status: PENDING, qty: 65, remainingQuantity: 65, tag: "" } as BookOrder];
  await exit(connection, SUBMISSION, [shown(positions[0]!, { netQty: 65 })], "fly-1");
  expect(turns).toEqual([]);
});

test("a position that the broker shows twice is left alone, and one that is asked for twice goes once", async () => {
  positions = [held(24_000, 65), { ...held(24_000, 130), symbol: "another" }, held(24_100, 65)];
  const seen = [shown(positions[0]!), shown(positions[2]!), shown(positions[2]!)];
  const exited = await exit(connection, SUBMISSION, seen);
  expect(sent()).toEqual([[[24_100, SELL, 65, MARKET, "MARGIN"]]]);
  expect(exited.map(({ body }) => body.m)).toEqual([
    "The broker shows this position twice: close it at the broker",
    "",
  ]);
});

/** One that guards a position of this strike. */
function guard(strike: number, side: Side, qty: number, fields: Partial<BookGtt> = {}): BookGtt {
  const part = { id: `g${strike}`, symbol: `NIFTY ${strike}`, contract: contract(strike), side, qty, status: "active" };
  return { ...part, productType: "MARGIN", ...fields } as BookGtt;
}
const leaveAll = (choice: GttChoice, strategy?: string) =>
  exiting(connection, SUBMISSION, { positions: positions.map((one) => shown(one)), strategy, gtts: choice });
const closeAll = (): void => {
  positions = positions.map((one) => ({ ...one, netQty: 0 }));
};
const deletions = () =>
  turns.flatMap((asked) =>
    asked.flatMap(({ request, refusal }) => (request.kind === "gtt-delete" ? [[request.gtt.id, refusal]] : [])),
  );

describe("GTTs of what is closed", () => {
  test("go when the positions are closed, after all exits, each an intent of the same press", async () => {
    positions = [held(24_000, 130), held(24_500, -65)];
    gtts = [guard(24_000, SELL, 130), guard(24_500, BUY, 65)];
    let waits = 0;
    waited = () => {
      waits++;
      expect(deletions()).toEqual([]);
      if (waits === 2) closeAll();
    };
    const left = await leaveAll(["g24000", "g24500"]);
    expect(turns.map((asked) => asked.map(({ request }) => request.kind))).toEqual([
      ["exit"],
      ["exit"],
      ["gtt-delete", "gtt-delete"],
    ]);
    expect(items).toEqual([0, 1, 2, 3]);
    expect(waits).toBe(2);
    expect(left.gtts.map(({ symbol, body }) => [symbol, body.s])).toEqual([
      ["NIFTY 24000", "ok"],
      ["NIFTY 24500", "ok"],
    ]);
  });

  test("stay where the exit was refused or has not traded, and that is said", async () => {
    [positions, gtts, isRefused] = [[held(24_000, 130)], [guard(24_000, SELL, 65)], true];
    let waits = 0;
    waited = () => waits++;
    const words = "A GTT stays, as 130 of its position are open: look at it";
    expect((await leaveAll(["g24000"])).gtts).toMatchObject([{ body: { s: "error", m: words, isOurs: true } }]);
    expect(waits).toBe(0); // nothing is on its way that could close it
    isRefused = false;
    expect((await leaveAll(["g24000"])).gtts).toMatchObject([{ body: { m: words } }]);
    expect(waits).toBe(6);
    expect(deletions()).toEqual([
      ["g24000", words],
      ["g24000", words],
    ]);
  });

  test("stay where the broker's positions do not have it any more: the list may be cut off", async () => {
    [positions, gtts] = [[held(24_000, 65)], [guard(24_000, SELL, 65)]];
    exitsTaken = () => {
      positions = [];
    };
    expect((await leaveAll(["g24000"])).gtts).toMatchObject([{ body: { s: "error", isOurs: true } }]);
  });

  test("only those that were seen, are active, and do nothing but make the position smaller", async () => {
    positions = [held(24_000, 65)];
    gtts = [
      guard(24_000, SELL, 65, { id: "unseen" }),
      guard(24_000, SELL, 65, { id: "over", status: "triggered" }),
      guard(24_000, SELL, 130, { id: "reverses" }),
      guard(24_000, BUY, 65, { id: "adds" }),
      guard(24_000, SELL, 65, { id: "intraday", productType: "INTRADAY" }),
      guard(24_100, SELL, 65, { id: "other" }),
      guard(24_000, SELL, 65, { id: "guards" }),
    ];
    exitsTaken = closeAll;
    await leaveAll(gtts.map(({ id }) => id).filter((id) => id !== "unseen"));
    expect(deletions()).toEqual([["guards", undefined]]);
  });

  test("go, too, where the position was closed already when the press came", async () => {
    [positions, gtts] = [[held(24_000, 0)], [guard(24_000, SELL, 65)]];
    await exiting(connection, SUBMISSION, {
      positions: [shown(positions[0]!, { netQty: 65 })],
      gtts: ["g24000"],
    });
    expect(deletions()).toEqual([["g24000", undefined]]);
  });

  test("none is read or deleted where none was chosen, and exits go where they cannot be read", async () => {
    [positions, gtts] = [[held(24_000, 65)], undefined];
    expect((await leaveAll([])).gtts).toEqual([]);
    const left = await leaveAll(["g24000"]);
    expect(left.positions).toMatchObject([{ body: { s: "ok" } }]);
    expect(left.gtts).toMatchObject([{ symbol: "GTT", body: { m: expect.stringContaining("could not be read") } }]);
  });

  test("a deletion that fails is told as one, and the exit beside it as done", async () => {
    [positions, gtts, troubleOfDeletions] = [[held(24_000, 65)], [guard(24_000, SELL, 65)], "Gateway timeout"];
    exitsTaken = closeAll;
    const left = await leaveAll(["g24000"]);
    expect(left.positions).toMatchObject([{ body: { s: "ok" } }]);
    expect(left.gtts).toMatchObject([{ body: { s: "error", m: "A GTT is not deleted: Gateway timeout" } }]);
  });

  test("a rule leaves those that guard what stays of a shared position, and says when they are too large for it", async () => {
    positions = [held(24_000, 195)];
    filled("fly-1", 24_000, BUY, 65);
    filled("fly-2", 24_000, BUY, 130);
    exitsTaken = () => {
      positions = [held(24_000, 130)];
    };
    gtts = [guard(24_000, SELL, 130)];
    expect((await leaveAll("all", "fly-1")).gtts).toEqual([]);
    positions = [held(24_000, 195)];
    gtts = [guard(24_000, SELL, 195)];
    expect((await leaveAll("all", "fly-1")).gtts).toMatchObject([
      { body: { m: "A GTT stays, as 130 of its position are open: look at it" } },
    ]);
    exitsTaken = closeAll;
    positions = [held(24_000, 65)];
    gtts = [guard(24_000, SELL, 65)];
    await leaveAll("all", "fly-2");
    expect(deletions().at(-1)).toEqual(["g24000", undefined]);
  });
});
