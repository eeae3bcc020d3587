/** Stops and targets that act: when they do, that they do it once, and where they may not. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  PENDING,
  type Position,
  SELL,
  type Trade,
} from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { BrokerModes } from "../../../brokers/modes.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import type { SentOrder } from "../books/by-strategy.ts";
import type { Exited, Leave } from "../entry/exiting.ts";
import type { GttLeft } from "../entry/leftover-gtts.ts";
import { createCancelling } from "../guards/cancelling.ts";
import type { Intent, Submission } from "../intents/intent.ts";
import { LateExit } from "../intents/submitting.ts";
import { createWatchRepository } from "./watch-repository.ts";
import { createWatching, type Watching } from "./watching.ts";

const CALL = "NFO:NIFTY24600CE";
const PUT = "NFO:NIFTY24600PE";
const position = (symbol: string, ltp: number, multiplier = 1) =>
  ({ id: `${symbol} MARGIN`, symbol, productType: "MARGIN", ltp, multiplier, netQty: 0 }) as Position;

const TAKEN = { s: "ok", m: "Order placed", state: "placed" } as Exited["body"];

onEachDatabase("stops that act", (database) => {
  let accountId: string;
  let connectionId: string;
  let clock: ManualClock;
  let isPractice: boolean;
  let ltp: number;
  let trades: Trade[];
  let isAway: boolean;
  let exits: { submission: Submission; held: readonly Leave[]; strategy: string | undefined }[];
  let answer: Exited["body"] | Error;
  let gtts: readonly GttLeft[];
  /** Ids of positions that no exit goes for yet. */
  let heldBack: string[];
  let book: BookOrder[];
  let orders: SentOrder[];
  /** What the broker makes of a cancellation. */
  let cancelled: (id: string) => void;
  let told: unknown[];
  let stop: (() => Promise<void>) | undefined;

  const connection = (): Connection =>
    ({
      ...{ id: connectionId, accountId, session: { broker: "zerodha" } },
      port: {
        facts: { id: "zerodha", isPractice, needsFixedAddress: true, limits: { perSecond: 9 } },
        positions: async () => {
          if (isAway) throw new BrokerError("away", "Zerodha cannot be asked");
          return [position(CALL, ltp), position(PUT, 50)];
        },
        orders: async () => book,
        trades: async () => trades,
      },
    }) as unknown as Connection;
  const process = (modes: BrokerModes = {}): Watching =>
    createWatching({
      watches: createWatchRepository(database().orm),
      connections: { live: async () => connection() },
      exit: async (_, submission, { positions: held, strategy, gtts: choice }) => {
        exits.push({ submission, held, strategy });
        expect(choice).toBe("all");
        if (answer instanceof Error) throw answer;
        const body = answer;
        return { positions: held.map(({ symbol }) => ({ symbol, body })), gtts, heldBack };
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
      ledger: async () => ({ sent: orders, conversions: [], unseen: [] }),
      news: {
        tellUser: async (_, event) => {
          told.push(event);
        },
      },
      ...{ modes, clock, log: silentLog },
    });
  const looks = async (watching: Watching, count: number): Promise<void> => {
    for (let i = 0; i < count; i++) await watching.run();
  };
  /** Time passes meanwhile: a book is waited for. */
  async function passing(work: Promise<void>): Promise<void> {
    const timer = setInterval(() => clock.advance(1000), 5);
    await work.finally(() => clearInterval(timer));
  }
  const shown = async (watching: Watching) => (await watching.ofToday(connection()))?.[0];
  const REACHED = "The stop was reached: a loss of ₹520";
  const AGAIN = "What is held back is tried again; disarm the stop to end that";
  const STOP = { strategy: "fly", stop: 500, target: 1000 };

  beforeEach(async () => {
    accountId = await accountRow(database());
    connectionId = randomUUID();
    clock = createManualClock();
    [isPractice, isAway, ltp, exits, told] = [true, false, 100, [], []];
    trades = [
      { id: "t", orderId: "1", symbol: CALL, side: SELL, qty: 65, price: 100, at: "2026-07-27 12:15:00" } as never,
    ];
    answer = TAKEN;
    [gtts, heldBack, book] = [[], [], []];
    orders = [{ orderId: "1", isExit: false, strategy: "fly", product: "MARGIN", after: 0 }];
    cancelled = (id) => {
      book = book.map((order) => (order.id === id ? { ...order, status: CANCELLED } : order));
    };
  });
  afterEach(async () => {
    await stop?.();
    stop = undefined;
  });

  test("the stop closes what the strategy holds, once, when two looks in a row have reached it", async () => {
    const watching = process();
    await watching.arm(connection(), STOP);
    await looks(watching, 3);
    ltp = 108; // a loss of 520
    await looks(watching, 1);
    ltp = 100;
    await looks(watching, 2);
    expect(exits).toEqual([]);
    ltp = 108;
    await looks(watching, 5);
    expect(exits).toEqual([
      {
        submission: { key: expect.any(String), batch: 0, bodyHash: expect.any(Buffer) },
        held: [{ id: `${CALL} MARGIN`, symbol: CALL, netQty: -65 }],
        strategy: "fly",
      },
    ]);
    const words = `${REACHED}. All that the strategy held is being closed`;
    expect(await shown(watching)).toEqual({ ...STOP, armed: false, words });
    expect(told.at(-1)).toEqual({ type: "rejected", message: words, toast: { title: "Stop reached", type: "info" } });
  });

  test("a target acts as a stop does, and says what the broker did not take", async () => {
    answer = { s: "error", m: "Insufficient funds", state: "refused" } as Exited["body"];
    const watching = process();
    await watching.arm(connection(), STOP);
    ltp = 84; // a profit of 1,040
    await looks(watching, 2);
    expect((await shown(watching))?.words).toBe(
      "The target was reached: a profit of ₹1,040. 1 of 1 exits were not taken: Insufficient funds. Look at the positions",
    );
    expect(told.at(-1)).toMatchObject({ toast: { title: "Target reached", type: "error" } });
  });

  test("GTTs that went with the exits are told, and those that stay, each reason once", async () => {
    const m = "A GTT stays, as 65 of its position are open: look at it";
    const stays = { s: "error", m, state: "refused" } as const;
    gtts = [{ s: "ok", m: "", state: "placed" } as const, stays, stays].map((body) => ({ symbol: CALL, body }));
    const watching = process();
    await watching.arm(connection(), STOP);
    ltp = 108;
    await looks(watching, 2);
    expect((await shown(watching))?.words).toBe(
      `${REACHED}. All that the strategy held is being closed. A GTT that guarded it is deleted. ${m}`,
    );
  });

  test("two processes that look after one rule send its exits once", async () => {
    const [one, two] = [process(), process()];
    await one.arm(connection(), STOP);
    ltp = 110;
    await looks(one, 1);
    // As after a hand-over that went wrong: the second knows the rule, too.
    await two.arm(connection(), { ...STOP, stop: 5000, strategy: "fly" });
    await looks(one, 3);
    expect(exits).toEqual([]); // armed anew elsewhere: the first has let go
    await looks(two, 3);
    expect(exits).toEqual([]);
    expect(await shown(two)).toMatchObject({ stop: 5000, armed: true });
  });

  test.each([
    ["other exits came between all the time", new LateExit()],
    ["the books cannot be read", new BrokerError("away", "Zerodha cannot be asked")],
  ])("where %s, nothing was sent: it is tried again, and told once", async (_, error) => {
    answer = error;
    const watching = process();
    await watching.arm(connection(), STOP);
    told = [];
    ltp = 120;
    await looks(watching, 6);
    const words = `The stop was reached: a loss of ₹1,300. ${error.message}. ${AGAIN}`;
    expect(await shown(watching)).toEqual({ ...STOP, armed: true, words });
    expect(exits).toHaveLength(1);
    clock.advance(10_000);
    // Once it is reached it is closed, whatever the price does then.
    ltp = 100;
    await looks(watching, 6);
    expect(told).toEqual([{ type: "rejected", message: words, toast: { title: "Stop reached", type: "warning" } }]);
    answer = TAKEN;
    clock.advance(20_000);
    await looks(watching, 6);
    expect(exits.map(({ submission }) => submission.batch)).toEqual([0, 1, 2]);
    const done = "The stop was reached: a loss of ₹1,300. All that the strategy held is being closed";
    expect(await shown(watching)).toMatchObject({ armed: false, words: done });
    expect(told.at(-1)).toEqual({ type: "rejected", message: done, toast: { title: "Stop reached", type: "info" } });
  });

  /** A straddle, of which the call gets no exit yet: one of it is not confirmed. */
  async function holdCallBack(watching: Watching): Promise<void> {
    trades = [trades[0]!, { ...trades[0], id: "u", symbol: PUT, price: 50 } as Trade];
    ltp = 100;
    await watching.arm(connection(), STOP);
    [heldBack, ltp] = [[`${CALL} MARGIN`], 108];
    answer = { s: "error", m: "An exit of it is not confirmed yet", state: "refused" } as Exited["body"];
    await looks(watching, 2);
  }

  test("a position that no exit goes for yet is looked at again, alone; the others have theirs", async () => {
    const watching = process();
    await holdCallBack(watching);
    clock.advance(10_000);
    await looks(watching, 1);
    heldBack = [];
    answer = TAKEN;
    clock.advance(20_000);
    await looks(watching, 6);
    expect(exits.map(({ held }) => held.map(({ symbol }) => symbol))).toEqual([[CALL, PUT], [CALL], [CALL]]);
    const words = `${REACHED}. What was held back is being closed`;
    expect((await shown(watching))?.words).toBe(words);
    // What the first try sent may rest, too.
    trades = [...trades, { ...trades[0], id: "v", side: BUY } as Trade];
    clock.advance(30_000);
    await looks(watching, 1);
    expect((await shown(watching))?.words).toBe(`${words}. It is not all closed yet: look at the orders`);
  });

  test("what is held back ends with its position, by hand, or with a restart, and says what was reached", async () => {
    const watching = process();
    await holdCallBack(watching);
    trades = [...trades, { ...trades[0], id: "v", side: BUY } as Trade];
    clock.advance(10_000);
    await looks(watching, 2);
    const words = `${REACHED}. What was held back is closed`;
    expect((await shown(watching))?.words).toBe(words);
    clock.advance(30_000);
    await looks(watching, 1);
    expect((await shown(watching))?.words).toBe(`${words}. It is not all closed yet: look at the orders`);
    await holdCallBack(watching);
    expect(await watching.disarm(accountId, "zerodha", "fly")).toBe(true);
    clock.advance(60_000);
    await looks(watching, 3);
    expect(exits).toHaveLength(2);
    await holdCallBack(watching);
    clock.advance(1000);
    stop = process().start(true);
    await expect.poll(() => shown(watching)).toMatchObject({ armed: false });
    expect((await shown(watching))?.words).toMatch(
      /^The stop was reached: .* exit of it is not .*The server was restart/,
    );
    const { ended } = createWatchRepository(database().orm);
    expect(await ended(exits.at(-1)?.submission.key ?? "")).toBe((await shown(watching))?.words);
    await looks(watching, 3);
    expect(exits).toHaveLength(3);
  });

  test("the strategy's pending orders are cancelled first; what one of them traded meanwhile is in the next look", async () => {
    orders = [...orders, { ...orders[0]!, orderId: "target" }, { ...orders[0]!, orderId: "other", strategy: null }];
    book = ["target", "other"].map((id) => ({ id, status: PENDING }) as BookOrder);
    const watching = process();
    await watching.arm(connection(), STOP);
    ltp = 108;
    const acted = async () =>
      (await database().pool.query("select acted_at from strategy_watch where account_id = $1", [accountId])).rows;
    await looks(watching, 1);
    expect(await acted()).toEqual([{ acted_at: null }]);
    const at = new Date(clock.now());
    await looks(watching, 1);
    expect([exits, book.map(({ status }) => status)]).toEqual([[], [CANCELLED, PENDING]]);
    clock.advance(3000);
    await looks(watching, 1);
    expect(exits).toHaveLength(1);
    expect(await acted()).toEqual([{ acted_at: at }]);
    expect((await shown(watching))?.words).toBe(
      `${REACHED}. Pending orders cancelled: 1. All that the strategy held is being closed`,
    );
  });

  test("a pending order that cannot be cancelled holds nothing else back; disarmed meanwhile, nothing goes", async () => {
    orders = [...orders, { ...orders[0]!, orderId: "target" }];
    book = [{ id: "target", status: PENDING } as BookOrder];
    const watching = process();
    cancelled = () => undefined;
    await watching.arm(connection(), STOP);
    ltp = 108;
    await looks(watching, 1);
    await passing(looks(watching, 1));
    expect(exits).toHaveLength(1);
    const message = expect.stringMatching(/1 of 1 is still open: look at your orders\. All that .* is being closed$/);
    expect(told.at(-1)).toMatchObject({ message, toast: { title: "Stop reached", type: "warning" } });
    ltp = 100;
    await watching.arm(connection(), STOP);
    ltp = 108;
    cancelled = () => void watching.disarm(accountId, "zerodha", "fly");
    await passing(looks(watching, 2));
    expect(exits).toHaveLength(1);
    expect(await shown(watching)).toMatchObject({ armed: false, words: "" });
  });

  test("books that cannot be read, and a price that is missing, send nothing; the rule stays armed", async () => {
    const watching = process();
    await watching.arm(connection(), STOP);
    [isAway, ltp] = [true, 200];
    await looks(watching, 3);
    clock.advance(60_000);
    await looks(watching, 3);
    const words = "The stop does not act for now. Zerodha cannot be asked";
    expect(await shown(watching)).toMatchObject({ armed: true, words });
    [isAway, ltp] = [false, 0];
    await looks(watching, 3);
    expect(exits).toEqual([]);
    expect(told.filter((event) => "message" in (event as object))).toEqual([
      { type: "rejected", message: words, toast: { title: "Stop and target", type: "warning" } },
    ]);
    ltp = 100;
    await looks(watching, 1);
    expect(await shown(watching)).toMatchObject({ armed: true, words: "" });
  });

  test("it ends with what it guards, with the connection, by hand, and with a restart", async () => {
    const watching = process();
    const arm = async () => {
      clock.advance(1000);
      await watching.arm(connection(), STOP);
    };
    await arm();
    trades = [...trades, { ...trades[0], id: "u", side: BUY } as Trade];
    await looks(watching, 2);
    expect((await shown(watching))?.words).toBe("The strategy holds nothing any more");
    trades = trades.slice(0, 1);
    await arm();
    connectionId = randomUUID();
    await looks(watching, 1);
    expect((await shown(watching))?.words).toBe("The connection to the broker has ended");
    await arm();
    expect(await watching.disarm(accountId, "zerodha", "fly")).toBe(true);
    expect(await watching.disarm(accountId, "zerodha", "fly")).toBe(false);
    await arm();
    clock.advance(1000);
    const next = process();
    stop = next.start(true);
    await expect.poll(() => shown(next)).toMatchObject({ armed: false, words: expect.stringContaining("restarted") });
    ltp = 300;
    await looks(watching, 3);
    await looks(next, 3);
    expect(exits).toEqual([]);
  });

  test("what is reached already, or holds nothing, is not armed", async () => {
    const watching = process();
    ltp = 110;
    await expect(watching.arm(connection(), STOP)).rejects.toThrow("reached already: the strategy has a loss of ₹650");
    await expect(watching.arm(connection(), { ...STOP, strategy: "other" })).rejects.toThrow("holds nothing");
  });

  test.each<[BrokerModes, boolean]>([
    [{ zerodha: "self" }, true],
    [{ zerodha: "hosted" }, false],
    [{ zerodha: "vendor" }, false],
    [{}, false],
  ])("at a real broker in %o it may act: %s", async (modes, may) => {
    isPractice = false;
    const watching = process(modes);
    if (may) {
      await watching.arm(connection(), STOP);
      expect(await shown(watching)).toMatchObject({ armed: true });
    } else {
      await expect(watching.arm(connection(), STOP)).rejects.toMatchObject({ code: "forbidden" });
      expect(await watching.ofToday(connection())).toBeNull();
    }
  });
});
