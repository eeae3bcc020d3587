/** When an armed stop does not act: what it cannot see, what positions need not show yet, and faults of the server itself. */
import { beforeEach, expect, test } from "vitest";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  FILLED,
  PENDING,
  type Position,
  SELL,
  type Trade,
} from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import type { SentOrder } from "../books/by-strategy.ts";
import type { Left } from "../entry/exiting.ts";
import { createCancelling } from "../guards/cancelling.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import { ledgerOf } from "../intents/ledger.ts";
import type { WatchRow } from "../schema.ts";
import type { WatchRepository } from "./watch-repository.ts";
import { createWatching, type Watching } from "./watching.ts";

const CALL = "NFO:NIFTY24600CE";
const PUT = "NFO:NIFTY24600PE";
const REACHED = "The stop was reached: a loss of ₹520";
const RESTARTED = "The server was restarted: nothing is armed any more";
const NO_BOOK = new BrokerError("away", "Zerodha cannot be asked");

let clock: ManualClock;
let ltp: number;
let trades: Trade[];
let book: BookOrder[];
let orders: SentOrder[];
let doubtful: Intent[];
let isBookAway: boolean;
let exits: Submission[];
/** Symbols of each press. */
let closed: (readonly string[])[];
/** What positions show of all that is there. */
let shown: (all: readonly Position[]) => readonly Position[];
let exit: () => Promise<Left>;
/** What the broker makes of a cancellation. */
let cancelled: (id: string) => void;
let row: WatchRow | undefined;
let seen: number;
let told: string[];
let watching: Watching;

const watches: Partial<WatchRepository> = {
  async arm(watch, now) {
    row = { ...watch, armedAt: now, seenAt: now, endedAt: null, ended: "" } as WatchRow;
    return true;
  },
  acted: async () => undefined,
  async seen() {
    seen++;
    return row?.endedAt === null ? row : undefined;
  },
  async note(_, words) {
    if (row === undefined || row.endedAt !== null) return false;
    row = { ...row, ended: words };
    return true;
  },
  async end(_, words, now) {
    if (row === undefined || row.endedAt !== null) return false;
    row = { ...row, ended: words, endedAt: now };
    return true;
  },
  ended: async () => row?.ended,
  async say(_, words) {
    if (row !== undefined) row = { ...row, ended: words };
  },
};
/** As another process does with what seems unwatched, or the user. */
const endElsewhere = (words: string): void => {
  if (row !== undefined) row = { ...row, ended: words, endedAt: new Date() };
};

const position = (symbol: string, price: number) =>
  ({ id: symbol, symbol, productType: "MARGIN", ltp: price, multiplier: 1, netQty: 0 }) as Position;
const connection = {
  ...{ id: "c", accountId: "a", session: { broker: "zerodha" } },
  port: {
    facts: { id: "zerodha", isPractice: true, limits: { perSecond: 9 } },
    positions: async () => shown([position(CALL, ltp), position(PUT, 50)]),
    async orders() {
      if (isBookAway) throw NO_BOOK;
      return book;
    },
    trades: async () => trades,
  },
} as unknown as Connection;
const TAKEN: Left = {
  positions: [{ symbol: CALL, body: { s: "ok", m: "", state: "placed" } as Left["positions"][number]["body"] }],
  ...{ gtts: [], heldBack: [] },
};
const rests = (id: string, remainingQuantity = 65) =>
  ({ id, tag: "", status: PENDING, remainingQuantity }) as BookOrder;

beforeEach(async () => {
  clock = createManualClock();
  [ltp, book, doubtful, isBookAway, exits, seen, told] = [100, [], [], false, [], 0, []];
  trades = [{ id: "t", orderId: "1", symbol: CALL, side: SELL, qty: 65, price: 100, at: "1" } as Trade];
  orders = ["1", "target"].map((orderId) => ({ orderId, isExit: false, strategy: "fly", product: "MARGIN", after: 0 }));
  [closed, shown] = [[], (all) => all];
  exit = async () => TAKEN;
  cancelled = (id) => {
    book = book.map((order) => (order.id === id ? { ...order, status: CANCELLED } : order));
  };
  watching = createWatching({
    watches: watches as WatchRepository,
    connections: { live: async () => connection },
    async exit(_, submission, { positions }) {
      exits.push(submission);
      closed.push(positions.map(({ symbol }) => symbol));
      return exit();
    },
    cancel: createCancelling({
      submitting: {
        async submit(_, __, asked) {
          for (const { request } of asked) if (request.kind === "cancel") cancelled(request.order.id);
          return asked.map(() => ({ state: "placed" }) as Intent);
        },
      },
      ...{ clock, log: silentLog },
    }),
    async ledger(_, shown = book) {
      const asked = ledgerOf(doubtful, shown, { echoesTag: true }, clock.now());
      return { ...asked, sent: [...orders, ...asked.sent] };
    },
    news: {
      async tellUser(_, event) {
        if ("message" in event) told.push(event.message);
      },
    },
    ...{ modes: {}, clock, log: silentLog },
  });
  await watching.arm(connection, { strategy: "fly", stop: 500, target: null });
});

const looks = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await watching.run();
};
/** Time passes meanwhile: a book is waited for. */
async function passing(work: Promise<void>): Promise<void> {
  const timer = setInterval(() => clock.advance(100), 1);
  await work.finally(() => clearInterval(timer));
}
const reach = async (): Promise<void> => {
  ltp = 108;
  await looks(2);
};

test("an order that traded counts before it is confirmed: half a spread is not measured, though not all day", async () => {
  // The put is worth 50 now: what it gained makes up for the loss of the call.
  trades = [...trades, { ...trades[0], id: "u", orderId: "2", symbol: PUT, side: BUY, price: 40 } as Trade];
  doubtful = [
    {
      ...{ tag: "S2", orderId: null, changedAt: new Date(clock.now()), checkAt: new Date(clock.now()) },
      ...{ state: "unknown", goodReads: 0 },
      request: { kind: "place", order: childOrder({ contract: QUOTED_CALL, lot: 65 }), strategy: "fly" },
    } as Intent,
  ];
  book = [{ id: "2", tag: "S2" } as BookOrder];
  ltp = 108;
  await looks(3);
  expect(exits).toEqual([]);
  // A book that does not have it leaves its trade without an owner: nothing is known of the strategy.
  book = [];
  trades = trades.map((trade) => ({ ...trade, contract: QUOTED_CALL }));
  ltp = 120;
  await looks(3);
  expect([exits, told, row?.ended]).toEqual([[], [], ""]);
  clock.advance(60_000);
  await looks(3);
  const words =
    "The stop does not act for now. Its profit is not known: the broker tells no price of one of its positions, or an order is not confirmed";
  expect([told, row?.ended]).toEqual([[words], words]);
  clock.advance(240_000);
  await looks(1);
  expect(row?.ended).toBe("");
  await passing(looks(1));
  expect(exits).toHaveLength(1);
  expect(row?.ended).toContain("1 order is not confirmed: look at your orders");
});

/** An order of the strategy that is being sent. */
const onItsWay = () =>
  ({
    ...{ tag: "S3", orderId: null, changedAt: new Date(clock.now()), checkAt: null, state: "sending" },
    request: { kind: "place", order: childOrder({ contract: QUOTED_CALL, lot: 65 }), strategy: "fly" },
  }) as Intent;

test("an order of the strategy that is being sent while the stop acts is waited for, cancelled, and what is held looked at again", async () => {
  doubtful = [onItsWay()];
  ltp = 108;
  await looks(1);
  const acting = passing(looks(1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  book = [{ ...rests("late"), tag: "S3" }];
  await acting;
  expect([exits, book[0]?.status]).toEqual([[], CANCELLED]);
  clock.advance(3000);
  await passing(looks(1));
  expect(exits).toHaveLength(1);
});

test("one that traded or was refused meanwhile: what is held is looked at again; one that never comes is named", async () => {
  doubtful = [onItsWay()];
  ltp = 108;
  await looks(1);
  const acting = passing(looks(1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  doubtful = [];
  await acting;
  expect(exits).toEqual([]);
  doubtful = [onItsWay()];
  clock.advance(3000);
  await passing(looks(1));
  expect(exits).toHaveLength(1);
  expect(row?.ended).toContain("1 order is not confirmed: look at your orders");
});

test.each<[string, () => void]>([
  [
    "it filled while it was being cancelled",
    () => {
      cancelled = () => {
        book = [{ ...rests("target", 0), status: FILLED }];
      };
    },
  ],
  [
    "it filled before the book was read to cancel it",
    () => {
      book = [{ ...rests("target", 0), status: FILLED }];
    },
  ],
  [
    "it traded in part, and cannot be cancelled",
    () => {
      [book, cancelled] = [[rests("target", 15)], () => undefined];
    },
  ],
])("where a pending order has traded, positions have three seconds to show it: %s", async (_, then) => {
  book = [rests("target")];
  ltp = 108;
  await looks(1);
  then();
  await passing(looks(1));
  const since = clock.monotonic();
  clock.advance(2900);
  await looks(3);
  expect([exits, told]).toEqual([[], []]);
  clock.advance(100);
  expect(clock.monotonic() - since).toBe(3000);
  // What cannot be cancelled and trades no more holds nothing back.
  await passing(looks(1));
  expect(exits).toHaveLength(1);
});

test("nothing goes while the book cannot be read after a cancellation: that is told, and looked at again", async () => {
  book = [rests("target")];
  cancelled = () => {
    isBookAway = true;
  };
  await reach();
  const words = `${REACHED}. Pending orders cancelled: 1. The book could not be read: look at your orders. What is held back is tried again; disarm the stop to end that`;
  expect([exits, told]).toEqual([[], [words]]);
  [isBookAway, book] = [false, [{ ...rests("target", 0), status: FILLED }]];
  clock.advance(10_000);
  await looks(1);
  expect(exits).toEqual([]);
  clock.advance(3000);
  await looks(1);
  expect(exits).toHaveLength(1);
});

test("while exits wait for their answers the rule is not taken for unwatched", async () => {
  exit = async () => {
    const before = seen;
    clock.advance(31_000);
    expect(seen - before).toBeGreaterThanOrEqual(3);
    return TAKEN;
  };
  await reach();
  expect(exits).toHaveLength(1);
  const before = seen;
  clock.advance(60_000);
  expect(seen).toBe(before);
});

test.each([
  ["taken for unwatched elsewhere", RESTARTED, true],
  ["disarmed", "", false],
])(
  "a rule that was %s while it closed: what stays open is told only where nobody ended it on purpose",
  async (_, words, isTold) => {
    exit = async () => {
      endElsewhere(words);
      const body = { s: "error", m: "It is not confirmed", state: "void" } as Left["positions"][number]["body"];
      return { positions: [{ symbol: CALL, body }], gtts: [], heldBack: [CALL] };
    };
    await reach();
    const said = `${REACHED}. 1 of 1 exits were not taken: It is not confirmed. Look at the positions. ${RESTARTED}. Look at the positions`;
    expect([told, row?.ended]).toEqual(isTold ? [[said], said] : [[], ""]);
    clock.advance(60_000);
    await looks(3);
    expect(exits).toHaveLength(1);
  },
);

test("exits that rest, as a limit in place of one at the market may, are told half a minute later, once", async () => {
  await reach();
  const done = `${REACHED}. All that the strategy held is being closed`;
  clock.advance(29_000);
  await looks(2);
  expect(told).toEqual([done]);
  clock.advance(1000);
  await looks(2);
  const words = `${done}. It is not all closed yet: look at the orders`;
  expect([told, row?.ended]).toEqual([[done, words], words]);
  await watching.arm(connection, { strategy: "fly", stop: 1500, target: null });
  ltp = 130;
  await looks(2);
  trades = [...trades, { ...trades[0], id: "u", side: BUY } as Trade];
  clock.advance(60_000);
  await looks(2);
  expect(told).toHaveLength(3);
  expect(exits).toHaveLength(2);
});

test("exits at which the server fails are tried again, each time by a press of its own; the words say so to the end", async () => {
  exit = () => Promise.reject(new Error("the database is away"));
  await reach();
  const failed = `${REACHED}. The server failed while its exits were sent: look at the orders and GTTs`;
  const waits = `${failed}. Not all its exits may have been sent. What is held back is tried again; disarm the stop to end that`;
  clock.advance(10_000);
  await looks(1);
  expect([told, row?.ended]).toEqual([[waits], waits]);
  exit = async () => TAKEN;
  clock.advance(20_000);
  await looks(1);
  expect(exits.map(({ batch }) => batch)).toEqual([0, 1, 2]);
  expect(row?.ended).toBe(`${failed}. All that the strategy held is being closed`);
});

test("a leg without a price is closed with the others; without one that positions lack nothing goes at once", async () => {
  trades = [...trades, { id: "u", orderId: "1", symbol: PUT, side: BUY, qty: 65, price: 50, at: "1" } as Trade];
  exit = async () => ({ ...TAKEN, heldBack: [CALL, PUT] });
  await reach();
  clock.advance(3000);
  shown = (all) => all.map((one) => (one.symbol === CALL ? { ...one, ltp: 0 } : one));
  await looks(1);
  expect(closed).toEqual([
    [CALL, PUT],
    [CALL, PUT],
  ]);
  clock.advance(10_000);
  // Its hedge would be sold alone.
  shown = (all) => all.filter(({ symbol }) => symbol !== CALL);
  await looks(1);
  expect(closed).toHaveLength(2);
  await looks(1);
  expect(closed.at(-1)).toEqual([PUT]);
});

test("what was being converted when the stop was reached is closed under its new product once that is confirmed", async () => {
  const when = { changedAt: new Date(clock.now()), checkAt: new Date(clock.now()) };
  const conversion = { symbol: CALL, side: SELL, qty: 65, from: "MARGIN", to: "INTRADAY" };
  const converted = (state: Intent["state"]) =>
    ({ ...when, tag: "C", state, request: { kind: "convert", conversion, before: -65 } }) as Intent;
  doubtful = [converted("unknown")];
  shown = (all) => [...all, { ...position(CALL, ltp), id: "intraday", productType: "INTRADAY" }];
  exit = async () => ({ ...TAKEN, heldBack: [CALL, "intraday"] });
  await reach();
  doubtful = [converted("placed")];
  clock.advance(60_000);
  exit = async () => TAKEN;
  await looks(2);
  expect(exits).toHaveLength(2);
  expect(row?.endedAt).not.toBeNull();
});
