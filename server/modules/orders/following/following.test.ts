import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ContractKey } from "#contract/domain/instruments.ts";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  FILLED,
  LIMIT,
  type OrderChange,
  PENDING,
} from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import type { BrokerModes } from "../../../brokers/modes.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { AppError } from "../../../platform/errors.ts";
import { silentLog } from "../../../platform/log.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import type { Listing } from "../entry/listing.ts";
import { NO_GUARDS } from "../guards/guard-repository.ts";
import type { Submission } from "../intents/intent.ts";
import { createFollowRepository } from "./follow-repository.ts";
import { createFollowing, type Following } from "./following.ts";

const CONTRACT: ContractKey = {
  ...{ exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-11-24"), strike: 24_600, type: "CE" },
};
const ORDER = {
  ...{ id: "1", symbol: "NFO:NIFTY", contract: CONTRACT, side: BUY, type: LIMIT, productType: "MARGIN", qty: 65 },
  ...{ remainingQuantity: 65, limitPrice: 99, stopPrice: 0, tradedPrice: 0, status: PENDING, discloseQty: 0 },
} as BookOrder;

onEachDatabase("limits that follow the quotes", (database) => {
  let accountId: string;
  let clock: ManualClock;
  let book: BookOrder[];
  let quotes: { bid: number; ask: number } | undefined;
  let answer: Outcome;
  let connectionId: string;
  let stopped: string | undefined;
  /** Fails a change of the order. */
  let failing: (orderId: string) => void;
  let isDatabaseAway: boolean;
  let sent: { readonly change: OrderChange; readonly submission: Submission; readonly follows: number | undefined }[];
  let isPractice: boolean;
  let isFeedTroubled: boolean;
  let stop: (() => Promise<void>) | undefined;

  const connection = (): Connection =>
    ({
      ...{ id: connectionId, accountId, session: { broker: "zerodha" } },
      port: { facts: { id: "zerodha", isPractice }, orders: async () => book },
    }) as unknown as Connection;

  const process = (modes: BrokerModes = {}): Following =>
    createFollowing({
      follows: {
        ...createFollowRepository(database().orm),
        async end(...asked) {
          if (isDatabaseAway) throw new Error("the database is away");
          return createFollowRepository(database().orm).end(...asked);
        },
      },
      connections: { live: async () => connection() },
      changing: {
        async modify(_connection, submission, id, change, follows) {
          failing(id);
          sent.push({ submission, change, follows });
          if (answer.s === "ok") book = book.map((one) => (one.id === id ? { ...one, ...change } : one));
          return answer;
        },
      },
      holding: { of: async () => ({ stopped, stoppedStrategies: [], limits: NO_GUARDS }) },
      listing: { byContract: () => ({ tick: 0.05, quotes }) } as unknown as Listing,
      news: { tellUser: async () => undefined },
      ...{ clock, log: silentLog, modes, isFeedTroubled: () => isFeedTroubled },
    });
  const shown = async (following: Following) => (await following.ofToday(connection()))[0];
  const looks = async (following: Following, count = 1): Promise<void> => {
    for (let i = 0; i < count; i++) await following.run();
  };

  beforeEach(async () => {
    accountId = await accountRow(database());
    connectionId = randomUUID();
    clock = createManualClock();
    [book, quotes, sent, stopped, isPractice] = [[ORDER], { bid: 100, ask: 101 }, [], undefined, true];
    answer = { s: "ok", m: "", state: "placed" };
    [isFeedTroubled, isDatabaseAway, failing] = [false, false, () => undefined];
  });
  afterEach(() => stop?.());

  test("five changes at most, each once by its own key, none beyond the ask of the click; then it stays", async () => {
    const following = process();
    await following.arm(connection(), "1");
    isFeedTroubled = true;
    await looks(following); // by old quotes nothing is changed
    isFeedTroubled = false;
    expect(await shown(following)).toEqual({ orderId: "1", worst: 101, changes: 0, armed: true, words: "" });
    await looks(following, 3);
    quotes = { bid: 103, ask: 104 };
    await looks(following, 6);
    expect(sent.map(({ change }) => change.limitPrice)).toEqual([100.5, 100.6, 100.7, 101]);
    expect(sent.map(({ follows }) => follows)).toEqual([1, 2, 3, 4]);
    expect(new Set(sent.map(({ submission: { key, batch } }) => `${key}/${batch}`)).size).toBe(4);
    expect(await shown(following)).toMatchObject({ armed: true, changes: 4 });
    quotes = { bid: 100, ask: 101 };
    book = [{ ...ORDER, limitPrice: 101, status: FILLED }];
    await looks(following);
    expect(await shown(following)).toMatchObject({ armed: false, words: "The order has traded" });

    book = [ORDER];
    await following.arm(connection(), "1");
    await looks(following, 9);
    expect(sent).toHaveLength(9);
    expect(await shown(following)).toMatchObject({
      armed: false,
      changes: 5,
      words: "5 changes were made: the limit stays at 101",
    });
  });

  test("an answer that is not known ends it: nothing is sent again", async () => {
    const following = process();
    await following.arm(connection(), "1");
    answer = { s: "error", m: "no answer", state: "unknown" };
    await looks(following, 4);
    expect(sent).toHaveLength(1);
    expect(await shown(following)).toMatchObject({
      armed: false,
      changes: 1,
      words: expect.stringContaining("not confirmed"),
    });
  });

  test("a change that the server fails at ends it, as soon as that can be written down; other orders go on following", async () => {
    const following = process();
    book = [ORDER, { ...ORDER, id: "2" }];
    await following.arm(connection(), "1");
    clock.advance(1);
    await following.arm(connection(), "2");
    const tried: string[] = [];
    failing = (id) => {
      tried.push(id);
      if (id === "1") throw new AppError("conflict", "This key was used for another order already");
    };
    isDatabaseAway = true;
    await looks(following, 2);
    expect(tried).toEqual(["1", "2", "2"]);
    expect(await following.ofToday(connection())).toMatchObject([{ armed: true }, { armed: true, changes: 2 }]);
    isDatabaseAway = false;
    await looks(following);
    expect(tried).toEqual(["1", "2", "2", "2"]);
    expect(await following.ofToday(connection())).toMatchObject([
      { armed: false, words: "The server failed at a change: the limit follows no more. Look at the order" },
      { armed: true, changes: 3 },
    ]);
  });

  test("a change before which the broker's book could not be read was not sent: the same one is tried at the next look", async () => {
    const following = process();
    await following.arm(connection(), "1");
    failing = () => {
      throw new BrokerError("away", "Zerodha cannot be asked");
    };
    await looks(following, 2);
    failing = () => undefined;
    await looks(following);
    expect(sent).toMatchObject([{ follows: 1, submission: { batch: 1 } }]);
    expect(await shown(following)).toMatchObject({ armed: true, changes: 1 });
  });

  test.each<[string, () => void, string]>([
    ["a change by hand", () => (book = [{ ...ORDER, limitPrice: 98 }]), "changed by hand"],
    ["another quantity", () => (book = [{ ...ORDER, qty: 130 }]), "changed by hand"],
    ["a cancellation", () => (book = [{ ...ORDER, status: CANCELLED }]), "cancelled already"],
    ["an order that is gone", () => (book = []), "no such order"],
    ["a kill switch", () => (stopped = "You have stopped trading"), "stopped trading"],
    ["another connection", () => (connectionId = randomUUID()), "connection to the broker has ended"],
  ])("%s ends it, and nothing is sent", async (_, happens, words) => {
    const following = process();
    await following.arm(connection(), "1");
    happens();
    await looks(following, 2);
    expect(sent).toEqual([]);
    expect(await shown(following)).toMatchObject({ armed: false, words: expect.stringContaining(words) });
  });

  test("a restart disarms it and says so; one that nobody looks after any more is disarmed by another process", async () => {
    await process().arm(connection(), "1");
    const next = process();
    clock.advance(1000);
    stop = next.start(true);
    await expect.poll(() => shown(next)).toMatchObject({ armed: false, words: expect.stringContaining("restarted") });
    await stop();
    await looks(next, 2);
    expect(sent).toEqual([]);

    await process().arm(connection(), "1");
    const edge = process();
    stop = edge.start(false);
    clock.advance(20_000);
    expect(await shown(edge)).toMatchObject({ armed: true });
    await expect
      .poll(() => {
        clock.advance(3000);
        return shown(edge);
      })
      .toMatchObject({ armed: false, words: expect.stringContaining("restarted") });
  });

  test("it is armed once, by its user ended, and not where others hold the key", async () => {
    const following = process({ zerodha: "hosted", fyers: "self" });
    await following.arm(connection(), "1");
    await expect(following.arm(connection(), "1")).rejects.toThrow("follows already");
    expect(await following.disarm(accountId, "zerodha", "1")).toBe(true);
    expect(await following.disarm(accountId, "zerodha", "1")).toBe(false);
    await looks(following);
    expect(sent).toEqual([]);
    quotes = undefined;
    await expect(following.arm(connection(), "1")).rejects.toThrow("No bid and ask");
    quotes = { bid: 100, ask: 101 };
    isPractice = false;
    await expect(following.arm(connection(), "1")).rejects.toThrow("a key and an address of your own");
    await process({ zerodha: "self" }).arm(connection(), "1");
  });
});
