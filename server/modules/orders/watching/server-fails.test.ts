/** The server fails while a stop sends its exits: what it held is closed all the same, and no unit of it twice. */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import {
  type BookOrder,
  type ChildOrder,
  FILLED,
  MARKET,
  type Position,
  SELL,
  type Trade,
} from "#contract/domain/orders/order.ts";
import { IST_MS } from "#contract/domain/reference/calendar.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createGovernor, createLocalStarts } from "../../../brokers/governor.ts";
import { silentLog } from "../../../platform/log.ts";
import { createSerial } from "../../../platform/serial.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { MAIN_DATABASE, onEachDatabase } from "../../../testing/processes/databases.ts";
import { createExiting } from "../entry/exiting.ts";
import { createLeftoverGtts } from "../entry/leftover-gtts.ts";
import type { Listing } from "../entry/listing.ts";
import { createCancelling } from "../guards/cancelling.ts";
import { newSubmission } from "../intents/intent.ts";
import { createIntentRepository } from "../intents/intent-repository.ts";
import { createLedger } from "../intents/ledger.ts";
import { createResolver } from "../intents/resolver.ts";
import { createSending } from "../intents/sending.ts";
import { createSubmitting } from "../intents/submitting.ts";
import { otherExits } from "../intents/under-way.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import { booksEnd } from "../trading-day.ts";
import { createWatchRepository } from "./watch-repository.ts";
import { createWatching } from "./watching.ts";

/** What the strategy has sold, and what one order takes of it: five exits. */
const [HELD, LARGEST] = [325, 65];
const AWAY_MS = 5000;
/** Minutes of its time, on a machine that may be busy. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 3000;
const ABANDONED_MS = 45_000;

/** A call of the database after which it is away for some seconds. @property isDone it was done all the same: its answer is lost */
interface Fault {
  readonly call: string;
  readonly nth: number;
  readonly isDone: boolean;
}

onEachDatabase("a stop while whose exits are sent the server fails", (database, kind) => {
  let accountId: string;
  let clock: ManualClock;
  let isAway: boolean;
  /** Calls of the database under way: time stands still meanwhile. */
  let busy = 0;
  let fault: Fault | undefined;
  let calls: Map<string, number>;
  let book: BookOrder[];
  let trades: Trade[];
  let ltp: number;
  let told: string[];

  beforeEach(async () => {
    accountId = await accountRow(database());
    clock = createManualClock();
    [isAway, fault, calls, book, trades, ltp, told] = [false, undefined, new Map(), [], [], 100, []];
  });

  async function asked<Value>(call: string, work: () => Promise<Value>): Promise<Value> {
    const nth = (calls.get(call) ?? 0) + 1;
    calls.set(call, nth);
    const isHit = fault?.call === call && fault.nth === nth;
    if (isHit && !fault?.isDone) fall();
    if (isAway) throw new Error("the database is away");
    busy++;
    const value = await work().finally(() => busy--);
    if (!isHit) return value;
    fall();
    throw new Error("the database went away");
  }
  function fall(): void {
    isAway = true;
    clock.after(AWAY_MS, () => {
      isAway = false;
    });
  }
  const failing = <Repository extends object>(repository: Repository): Repository =>
    new Proxy(repository, {
      get(target, name) {
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== "function") return call;
        return (...given: unknown[]) => asked(String(name), () => call.apply(target, given));
      },
    });

  function fill(order: ChildOrder, tag: string, echoesTag: boolean): string {
    const id = String(book.length + 1);
    const stamp = new Date(clock.now() + IST_MS).toISOString().slice(0, 19).replace("T", " ");
    const { side, qty, contract } = order;
    const named = { id, symbol: "CE", tag: echoesTag ? tag : "", status: FILLED, remainingQuantity: 0 };
    book = [
      ...book,
      { ...order, ...named, tradedPrice: 100, orderDateTime: stamp, message: "" } as unknown as BookOrder,
    ];
    trades = [...trades, { id, orderId: id, symbol: "CE", contract, side, qty, price: 100, at: stamp } as Trade];
    return id;
  }
  const net = () => trades.reduce((sum, { side, qty }) => sum + side * qty, 0);

  function server(echoesTag: boolean) {
    const { orm } = database();
    const port = {
      facts: { id: "zerodha", isPractice: true, echoesTag, latestMs: 0, limits: { perSecond: 10 } },
      prepare: async () => undefined,
      orders: async () => book,
      trades: async () => trades,
      positions: async () => [
        {
          ...{ id: "p", symbol: "CE", contract: QUOTED_CALL, productType: "MARGIN", netQty: net() },
          ...{ ltp, multiplier: 1 },
        } as Position,
      ],
      place: async (_: unknown, order: ChildOrder, tag: string) => ({
        kind: "done",
        value: fill(order, tag, echoesTag),
      }),
    };
    const connection = {
      ...{ id: randomUUID(), accountId, client: "c", ownerHash: Buffer.alloc(32), port, startedAt: new Date(0) },
      session: { broker: "zerodha" },
    } as unknown as Connection;
    const connections = { live: async () => connection, expired: async () => undefined };
    const intents = failing(createIntentRepository(orm));
    const metrics = createOrdersMetrics(new Registry());
    const governor = createGovernor(
      createLocalStarts(() => clock.monotonic()),
      clock,
    );
    const news = { settled: async () => undefined, turned: async () => undefined, notInBook: async () => undefined };
    const send = createSending({ intents, governor, news, clock, log: silentLog });
    const submitting = createSubmitting({ intents, connections, send, metrics, clock });
    const resolver = createResolver({ intents, connections, news, metrics, clock, log: silentLog, dayEnds: booksEnd });
    const readLedger = createLedger(orm, clock);
    const ledger: typeof readLedger = (...given) => asked("ledger", () => readLedger(...given));
    const exit = createExiting({
      ...{ submitting, ledger, clock, serially: createSerial() },
      leftovers: createLeftoverGtts({ submitting, intents, clock }),
      listing: {
        byContract: (key: unknown) => ({ key, symbol: "", lot: 65, tick: 0.05, largest: LARGEST }),
      } as Listing,
      otherExits: (...given) => asked("otherExits", () => otherExits(orm, ...given, clock.now())),
      converting: async () => new Set(),
    });
    const watching = createWatching({
      ...{ watches: failing(createWatchRepository(orm)), connections, exit, ledger, modes: {}, clock, log: silentLog },
      cancel: createCancelling({ submitting, clock, log: silentLog }),
      news: {
        async tellUser(_, event) {
          if ("message" in event) told.push(String(event.message));
        },
      },
    });
    const sold = childOrder({ contract: QUOTED_CALL, lot: 65, side: SELL, qty: HELD, type: MARKET, limitPrice: 0 });
    const request = { kind: "place", order: sold, strategy: "fly" } as const;
    const sell = () => submitting.submit(connection, newSubmission(), [{ request, refusal: undefined }]);
    return { sell, watching, resolver, connection };
  }

  const faults: readonly (readonly [string, Fault])[] = [
    ["before its exits are decided", { call: "otherExits", nth: 1, isDone: false }],
    ["before they are written down", { call: "record", nth: 1, isDone: false }],
    ["and nobody knows whether they were written down", { call: "record", nth: 1, isDone: true }],
    ["before the third of five is sent", { call: "claim", nth: 3, isDone: false }],
    ["and nobody knows whether the third of five may be sent", { call: "claim", nth: 3, isDone: true }],
    ["after the broker took the third of five", { call: "settle", nth: 3, isDone: false }],
    ["and nobody knows whether its answer was written down", { call: "settle", nth: 3, isDone: true }],
  ];
  // On the other database each fault with one of the books, by turns.
  const cases = faults
    .flatMap(([words, what]) => [
      [words, "gives tags back", true, what] as const,
      [words, "gives none back", false, what] as const,
    ])
    .filter((_, i) => kind === MAIN_DATABASE || i % 4 === 0 || i % 4 === 3);
  test.each(cases)(
    "%s: all is closed once, where the book %s",
    async (_, __, echoesTag, what) => {
      const { sell, watching, resolver, connection } = server(echoesTag);
      const timer = setInterval(() => {
        if (busy === 0) clock.advance(1000);
      }, 1);
      try {
        await sell();
        expect(net()).toBe(-HELD);
        await watching.arm(connection, { strategy: "fly", stop: 300, target: null });
        [fault, calls, ltp] = [what, new Map(), 101];
        const isArmed = async () => (await watching.ofToday(connection))?.some(({ armed }) => armed);
        const until = clock.monotonic() + 10 * 60_000;
        while (clock.monotonic() < until && (isAway || (await isArmed()))) {
          await watching.run();
          await resolver.recover(ABANDONED_MS).catch(() => undefined);
          await resolver.run().catch(() => undefined);
          await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
        }
        expect([net(), book.length]).toEqual([0, 6]);
        expect(await isArmed()).toBe(false);
        const words =
          "The stop was reached: a loss of ₹325. The server failed while its exits were sent: look at the orders and GTTs";
        expect(told.at(-1)).toContain(words);
      } finally {
        clearInterval(timer);
      }
    },
    PATIENCE_MS,
  );
});
