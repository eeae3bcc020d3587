/** Stops and targets that act: when they do, that they do it once, and where they may not. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BUY, type Position, SELL, type Trade } from "#contract/domain/orders/order.ts";
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
import type { Submission } from "../intents/intent.ts";
import { LateExit } from "../intents/submitting.ts";
import { reached, standingOf } from "./standing.ts";
import { createWatchRepository } from "./watch-repository.ts";
import { createWatching, type Watching } from "./watching.ts";

const CALL = "NFO:NIFTY24600CE";
const PUT = "NFO:NIFTY24600PE";
const part = (symbol: string, buyQty: number, buyAvg: number, sellQty: number, sellAvg: number) => ({
  ...{ strategy: "fly", symbol, productType: "MARGIN" as const, buyQty, buyAvg, sellQty, sellAvg },
});
const position = (symbol: string, ltp: number, multiplier = 1) =>
  ({ id: `${symbol} MARGIN`, symbol, productType: "MARGIN", ltp, multiplier, netQty: 0 }) as Position;

test("a strategy's profit is what it took in, paid, and what the rest is worth at the broker's prices", () => {
  const parts = [part(CALL, 0, 0, 65, 100), part(PUT, 130, 50, 65, 60)];
  expect(standingOf(parts, [position(CALL, 90), position(PUT, 55)])).toEqual({
    profit: 65 * 10 + 65 * 10 + 65 * 5,
    held: [
      { id: `${CALL} MARGIN`, symbol: CALL, netQty: -65 },
      { id: `${PUT} MARGIN`, symbol: PUT, netQty: 65 },
    ],
  });
  expect(standingOf([part(CALL, 1, 84, 0, 0)], [position(CALL, 84.5, 1000)]).profit).toBe(500);
  // What is closed needs no price; half a sum is none.
  expect(standingOf([part(CALL, 65, 100, 65, 110)], [position(CALL, 0)])).toEqual({ profit: 650, held: [] });
  expect(standingOf(parts, [position(CALL, 90), position(PUT, 0)]).profit).toBeUndefined();
  expect(standingOf(parts, [position(CALL, 90)]).profit).toBeUndefined();
});

test.each([
  [-5000, 5000, null, "stop"],
  [-4999.99, 5000, null, undefined],
  [8000, 5000, 8000, "target"],
  [7999, null, 8000, undefined],
  [-9000, null, 8000, undefined],
] as const)("a profit of %s by a stop of %s and a target of %s: %s", (profit, stop, target, which) => {
  expect(reached(profit, { stop, target })).toBe(which);
});

onEachDatabase("stops that act", (database) => {
  let accountId: string;
  let connectionId: string;
  let clock: ManualClock;
  let isPractice: boolean;
  let ltp: number;
  let trades: Trade[];
  let isAway: boolean;
  let exits: {
    readonly submission: Submission;
    readonly held: readonly Leave[];
    readonly strategy: string | undefined;
  }[];
  let answer: Exited["body"] | Error;
  let gtts: readonly GttLeft[];
  let told: unknown[];
  let stop: (() => Promise<void>) | undefined;

  const connection = (): Connection =>
    ({
      ...{ id: connectionId, accountId, session: { broker: "zerodha" } },
      port: {
        facts: { id: "zerodha", isPractice, needsFixedAddress: true },
        positions: async () => {
          if (isAway) throw new BrokerError("away", "Zerodha cannot be asked");
          return [position(CALL, ltp)];
        },
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
        return { positions: held.map(({ symbol }) => ({ symbol, body })), gtts };
      },
      sent: async () => [{ orderId: "1", isExit: false, strategy: "fly", product: "MARGIN" }] satisfies SentOrder[],
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
  const shown = async (watching: Watching) => (await watching.ofToday(connection()))?.[0];
  const STOP = { strategy: "fly", stop: 500, target: 1000 };

  beforeEach(async () => {
    accountId = await accountRow(database());
    connectionId = randomUUID();
    clock = createManualClock();
    [isPractice, isAway, ltp, exits, told] = [true, false, 100, [], []];
    trades = [
      { id: "t", orderId: "1", symbol: CALL, side: SELL, qty: 65, price: 100, at: "2026-07-27 12:15:00" } as never,
    ];
    answer = { s: "ok", m: "Order placed", state: "placed" } as Exited["body"];
    gtts = [];
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
    const words = "The stop was reached: a loss of ₹520. All that the strategy held is being closed";
    expect(await shown(watching)).toEqual({ ...STOP, armed: false, words });
    expect(told.at(-1)).toEqual({ type: "rejected", message: words });
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
  });

  test("GTTs that went with the exits are told, and those that stay, each reason once", async () => {
    const stays = {
      s: "error",
      m: "A GTT stays, as 65 of its position are open: look at it",
      state: "refused",
    } as const;
    gtts = [{ s: "ok", m: "", state: "placed" } as const, stays, stays].map((body) => ({ symbol: CALL, body }));
    const watching = process();
    await watching.arm(connection(), STOP);
    ltp = 108;
    await looks(watching, 2);
    expect((await shown(watching))?.words).toBe(
      `The stop was reached: a loss of ₹520. All that the strategy held is being closed. A GTT that guarded it is deleted. ${stays.m}`,
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

  test("where the exits end in an error nothing is sent again, and the words say what is not known", async () => {
    answer = new Error("the database is away");
    const watching = process();
    await watching.arm(connection(), STOP);
    ltp = 120;
    await looks(watching, 6);
    expect(exits).toHaveLength(1);
    expect((await shown(watching))?.words).toMatch(/a loss of ₹1,300. Whether its exits were sent is not known/);
  });

  test("where other exits came between all the time, the words say that nothing was sent", async () => {
    answer = new LateExit();
    const watching = process();
    await watching.arm(connection(), STOP);
    ltp = 120;
    await looks(watching, 2);
    expect((await shown(watching))?.words).toBe(`The stop was reached: a loss of ₹1,300. ${answer.message}`);
  });

  test("books that cannot be read, and a price that is missing, send nothing; the rule stays armed", async () => {
    const watching = process();
    await watching.arm(connection(), STOP);
    [isAway, ltp] = [true, 200];
    await looks(watching, 3);
    [isAway, ltp] = [false, 0];
    await looks(watching, 3);
    expect(exits).toEqual([]);
    expect(await shown(watching)).toMatchObject({ armed: true });
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
