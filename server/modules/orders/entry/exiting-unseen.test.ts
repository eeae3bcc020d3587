/** Exits that the broker's book does not show yet: no second one goes for the same units, whoever asks, on whichever process. */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import {
  type BookOrder,
  BUY,
  CANCELLED,
  type ChildOrder,
  FILLED,
  type OrderStatus,
  PENDING,
  type Position,
  SELL,
} from "#contract/domain/orders/order.ts";
import { epochMs } from "#contract/domain/units.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createSerial } from "../../../platform/serial.ts";
import { accountRow } from "../../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock, type ManualClock } from "../../../testing/manual-clock.ts";
import { onEachDatabase } from "../../../testing/processes/databases.ts";
import type { SentOrder } from "../books/by-strategy.ts";
import { newSubmission, type Step } from "../intents/intent.ts";
import { createIntentRepository } from "../intents/intent-repository.ts";
import { createLedger } from "../intents/ledger.ts";
import { createSubmitting } from "../intents/submitting.ts";
import { otherExits } from "../intents/under-way.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import { createExiting } from "./exiting.ts";
import type { Listing } from "./listing.ts";

const PUT = { ...QUOTED_CALL, type: "PE" } as const;
const order = (fields: Partial<ChildOrder> = {}): ChildOrder =>
  childOrder({ contract: QUOTED_CALL, lot: 75, side: SELL, qty: 75, ...fields });
const LOST: Step = { state: "unknown", message: "Not confirmed" };
const NOT_CONFIRMED = { s: "error", m: "An exit of it is not confirmed yet: look at the orders", isOurs: true };

onEachDatabase("an exit that the book does not show", (database) => {
  let asha: string;
  let clock: ManualClock;
  let positions: Position[];
  let book: BookOrder[];
  let trades: object[];
  let sent: SentOrder[];
  /** What becomes of what is sent. */
  let fate: Step;
  /** Units that went, with their sides. */
  let went: number[];
  let echoesTag: boolean;
  /** What happens while the books are read. */
  let meanwhile: () => Promise<unknown>;
  let afterSend: () => Promise<unknown>;
  /** What happens while GTTs are cleared. */
  let clearing: () => Promise<unknown>;
  /** What happens while positions are waited for. */
  let waited: () => void;
  const intents = () => createIntentRepository(database().orm);

  beforeEach(async () => {
    asha = await accountRow(database());
    clock = createManualClock(epochMs(Date.UTC(2026, 6, 27, 6)));
    positions = [held(75)];
    [book, trades, sent, went, fate] = [[], [], [], [], LOST];
    meanwhile = async () => undefined;
    afterSend = async () => undefined;
    clearing = async () => undefined;
    [echoesTag, waited] = [true, () => undefined];
  });

  const held = (netQty: number, contract: ChildOrder["contract"] = QUOTED_CALL) =>
    ({ id: contract.type, symbol: contract.type, contract, netQty, productType: "MARGIN" }) as Position;

  /** As another process has it. */
  function process() {
    const port = {
      facts: { id: "zerodha", echoesTag, limits: { perSecond: 9 } },
      orders: async () => book,
      trades: async () => trades,
      async positions() {
        const [now, doing] = [positions, meanwhile];
        meanwhile = async () => undefined;
        await doing();
        return now;
      },
    };
    const connection = {
      ...{ id: randomUUID(), accountId: asha, client: "c", ownerHash: Buffer.alloc(32), port },
      session: { broker: "zerodha" },
    } as unknown as Connection;
    const submitting = createSubmitting({
      ...{ intents: intents(), clock, metrics: createOrdersMetrics(new Registry()) },
      connections: { expired: async () => undefined },
      async send(intent) {
        const now = new Date(clock.now());
        if (intent.request.kind === "exit") went.push(intent.request.order.side * intent.request.order.qty);
        await intents().claim(intent, now);
        const checkAt = new Date(clock.now() + 1000);
        const settled = await intents().settle(intent.id, { ...fate, now, checkAt });
        const doing = afterSend;
        afterSend = async () => undefined;
        await doing();
        return settled ?? expect.unreachable();
      },
    });
    const ledger = createLedger(database().orm, clock);
    const exiting = createExiting({
      leftovers: {
        read: async () => [],
        told: async () => [],
        async clear() {
          const doing = clearing;
          clearing = async () => undefined;
          await doing();
          return [];
        },
      },
      ...{ submitting, serially: createSerial(), converting: async () => new Set() },
      async ledger(...asked) {
        const found = await ledger(...asked);
        return { ...found, sent: [...sent, ...found.sent] };
      },
      clock: {
        now: () => clock.now(),
        after(ms, then) {
          clock.advance(ms);
          waited();
          then();
          return () => undefined;
        },
      },
      listing: { byContract: (key: unknown) => ({ key, symbol: "", lot: 75, tick: 0.05, largest: 1800 }) } as Listing,
      otherExits: (accountId, key) => otherExits(database().orm, accountId, key, clock.now()),
    });
    const exit = async (strategy?: string, shown?: number, submission = newSubmission()) =>
      (
        await exiting(connection, submission, {
          positions: positions.map((one) => ({ ...one, netQty: shown ?? one.netQty })),
          ...{ strategy, gtts: [] },
        })
      ).positions.map(({ body }) => body);
    const place = (asked: ChildOrder) =>
      submitting.submit(connection, newSubmission(), [
        { request: { kind: "place", order: asked }, refusal: undefined },
      ]);
    return { exit, place };
  }

  test.each<[string, Step]>([
    ["its answer was lost", LOST],
    ["the broker took it a moment ago", { state: "placed", orderId: "1", message: "" }],
  ])("is not sent again by another press or process: %s", async (_, step) => {
    fate = step;
    await process().exit();
    expect(await process().exit()).toMatchObject([NOT_CONFIRMED]);
    expect(went).toEqual([-75]);
  });

  test("leaves the rest of the position, and what is of another contract, product or side, to be closed", async () => {
    positions = [held(225)];
    const { place, exit } = process();
    for (const fields of [{}, { side: BUY }, { contract: PUT }, { productType: "INTRADAY" }] as const) {
      await place(order(fields));
    }
    await exit();
    expect(went).toEqual([-150]);
  });

  /** Two strategies hold the call: 75 and 150 units. */
  function share(): void {
    positions = [held(225)];
    for (const [strategy, qty] of [
      ["fly-1", 75],
      ["fly-2", 150],
    ] as const) {
      sent.push({ orderId: strategy, isExit: false, strategy, product: "MARGIN", after: 0 });
      trades.push({ id: strategy, orderId: strategy, symbol: "CE", side: BUY, qty, price: 1, at: strategy });
    }
  }

  test("is taken from the share of its strategy, though others hold the same", async () => {
    share();
    await process().exit("fly-1", 75);
    expect(await process().exit("fly-1", 75)).toMatchObject([NOT_CONFIRMED]);
    await process().exit("fly-2", 150);
    expect(went).toEqual([-75, -150]);
  });

  test.each<[string, OrderStatus, number, string]>([
    ["filled", FILLED, 0, "The strategy holds nothing of it any more"],
    ["open", PENDING, 75, "Open orders would close it already: cancel them first"],
  ])("is taken from the share of its strategy where the book has it, not confirmed: %s", async (_, status, left, m) => {
    share();
    await process().exit("fly-1", 75);
    see({
      id: "9",
      symbol: "CE",
      contract: QUOTED_CALL,
      status,
      remainingQuantity: left,
      tag: (await lastIntent()).tag,
    });
    if (status === FILLED) {
      positions = [held(150)];
      trades.push({ id: "x", orderId: "9", symbol: "CE", side: SELL, qty: 75, price: 1, at: "x" });
    }
    expect(await process().exit("fly-1", 75)).toMatchObject([{ m }]);
    await process().exit("fly-2", 150);
    expect(went).toEqual([-75, -150]);
  });

  test.each<[string, boolean, object, number[]]>([
    ["trades have it by then", true, { m: "The strategy holds nothing of it any more" }, [-75]],
    ["they do not have it then either", false, NOT_CONFIRMED, [-75]],
  ])("is taken from the share of its strategy where trades lag behind the book: %s", async (_, isThere, body, all) => {
    share();
    await process().exit("fly-1", 75);
    see({ id: "9", symbol: "CE", tag: (await lastIntent()).tag });
    positions = [held(150)];
    let waits = 0;
    waited = () => {
      waits++;
      if (isThere) trades.push({ id: "x", orderId: "9", symbol: "CE", side: SELL, qty: 75, price: 1, at: "x" });
    };
    expect(await process().exit("fly-1", 75)).toMatchObject([body]);
    expect([went, waits]).toEqual([all, 1]);
  });

  test.each<[string, Step, () => void]>([
    ["the book has it by its number", { state: "placed", orderId: "1", message: "" }, () => see({ id: "1" })],
    ["the broker refused it", { state: "refused", message: "No margin" }, () => undefined],
    ["it was never sent", { state: "void", message: "Not sent" }, () => undefined],
    ["its day is over", LOST, () => clock.advance(24 * 3600_000)],
    [
      "two minutes have passed, and the book of then does not have it",
      { state: "placed", orderId: "1", message: "" },
      () => clock.advance(121_000),
    ],
    ["five minutes have passed, though the book was never read well", LOST, () => clock.advance(301_000)],
  ])("holds up no other once %s", async (_, step, then) => {
    fate = step;
    await process().exit();
    then();
    await process().exit();
    expect(went).toEqual([-75, -75]);
  });
  async function lastIntent() {
    const { rows } = await database().pool.query<{ id: string; tag: string }>(
      "select id, tag from order_intent where account_id = $1 order by created_at desc limit 1",
      [asha],
    );
    return rows[0] ?? expect.unreachable();
  }
  const see = (fields: Partial<BookOrder>): void => {
    book = [{ ...order(), tag: "", status: FILLED, remainingQuantity: 0, ...fields } as BookOrder];
  };

  test("holds up no other once the book has its tag, and one that is doubtful for long only until the book was read well", async () => {
    await process().exit();
    const { id, tag } = await lastIntent();
    clock.advance(121_000);
    expect(await process().exit()).toMatchObject([NOT_CONFIRMED]);
    const checkAt = new Date(clock.now());
    for (let reads = 0; reads < 3; reads++) await intents().looked(id, { isGood: true, checkAt });
    await process().exit();
    expect(went).toEqual([-75, -75]);
    positions = [held(150)];
    see({ tag });
    await process().exit();
    expect(went).toEqual([-75, -75, -75]);
  });

  test("is taken from the share of its strategy hours later, too, where books give no tags back", async () => {
    share();
    echoesTag = false;
    await process().exit("fly-1", 75);
    see({ id: "9", symbol: "CE", orderDateTime: "2026-07-27 11:30:01" });
    positions = [held(150)];
    trades.push({ id: "x", orderId: "9", symbol: "CE", side: SELL, qty: 75, price: 1, at: "x" });
    clock.advance(6 * 60_000);
    expect(await process().exit("fly-1", 75)).toMatchObject([{ m: "The strategy holds nothing of it any more" }]);
    await process().exit("fly-2", 150);
    expect(went).toEqual([-75, -150]);
  });

  test.each([
    ["they show it by then", 0, { m: "The position is closed already" }, [-75]],
    // Where the book is wrong nobody is kept in the position.
    ["they do not show it then either", 75, { s: "ok" }, [-75, -75]],
  ])(
    "that has traded a moment ago is waited for, as positions may lag behind the book: %s",
    async (_, left, body, all) => {
      fate = { state: "placed", orderId: "1", message: "" };
      await process().exit();
      see({ id: "1" });
      trades.push({ id: "x", orderId: "1", contract: QUOTED_CALL, side: SELL, qty: 75, at: "2026-07-27 11:30:00" });
      let waits = 0;
      waited = () => {
        waits++;
        positions = [held(left)];
      };
      expect(await process().exit()).toMatchObject([body]);
      expect([went, waits]).toEqual([all, 1]);
    },
  );

  test("that has traded a moment ago holds up no exit of what is there beside it", async () => {
    fate = { state: "placed", orderId: "1", message: "" };
    positions = [held(225)];
    await process().exit(undefined, 75);
    see({ id: "1" });
    waited = () => expect.unreachable();
    await process().exit(undefined, 150);
    expect(went).toEqual([-75, -150]);
    positions = [held(75)];
    trades.push({ id: "x", orderId: "1", contract: QUOTED_CALL, side: SELL, qty: 75, at: "2026-07-27 11:29:00" });
    await process().exit();
    expect(went).toEqual([-75, -150, -75]);
  });

  test("of two that read the same positions, the second reads again", async () => {
    const [one, other] = [process(), process()];
    meanwhile = () => other.exit();
    expect(await one.exit()).toMatchObject([NOT_CONFIRMED]);
    expect(went).toEqual([-75]);
  });

  test("holds up no other of its user while the GTTs of what it has closed are waited for", async () => {
    const { exit } = process();
    let cleared: (() => void) | undefined;
    clearing = () => new Promise<void>((resolve) => (cleared = resolve));
    const first = exit();
    await expect.poll(() => cleared).toBeDefined();
    positions = [held(75, PUT)];
    await exit();
    expect(went).toEqual([-75, -75]);
    cleared?.();
    await first;
  });

  test("the same press on two processes goes once, and both are told what became of it", async () => {
    const press = newSubmission();
    const [one, other] = [process(), process()];
    meanwhile = () => other.exit(undefined, undefined, press);
    expect(await one.exit(undefined, undefined, press)).toMatchObject([{ state: "unknown" }]);
    expect(went).toEqual([-75]);
  });

  test("of a short position keeps what may be its cover, until it is confirmed", async () => {
    positions = [held(-75, PUT)];
    await process().exit();
    positions = [held(-75, PUT), held(75)];
    const uncovered = { s: "error", state: "void", m: "Not sent: a short position could not be closed first" };
    expect(await process().exit()).toMatchObject([NOT_CONFIRMED, uncovered]);
    positions = [held(0, PUT), held(75)];
    see({ tag: (await lastIntent()).tag });
    fate = { state: "placed", orderId: "1", message: "" };
    expect(await process().exit()).toMatchObject([{ m: "The position is closed already" }, { s: "ok" }]);
    expect(went).toEqual([75, -75]);
  });

  test.each<[string, Partial<BookOrder>, number[]]>([
    ["filled, its trades tell later", { status: FILLED, remainingQuantity: 0 }, [-75]],
    ["ended in part, nobody knows how much traded", { status: CANCELLED, remainingQuantity: 40, tradedPrice: 1 }, []],
  ])(
    "a cover of the strategy that %s: what it may be the cover of goes only where it is closed",
    async (_, ended, all) => {
      positions = [held(-75, PUT), held(75)];
      for (const [symbol, side] of [
        ["PE", SELL],
        ["CE", BUY],
      ] as const) {
        sent.push({ orderId: symbol, isExit: false, strategy: "fly", product: "MARGIN", after: 0 });
        trades.push({ id: symbol, orderId: symbol, symbol, side, qty: 75, price: 1, at: symbol });
      }
      sent.push({ orderId: "cover", isExit: true, strategy: "fly", product: "MARGIN", after: 0 });
      see({ id: "cover", symbol: "PE", contract: PUT, side: BUY, ...ended });
      await process().exit("fly");
      expect(went).toEqual(all);
      if (all.length > 0) return;
      // As soon as its trades tell, the rest is covered, and then what it may be the cover of is sold.
      trades.push({ id: "x", orderId: "cover", symbol: "PE", side: BUY, qty: 35, price: 1, at: "x" });
      [positions, fate] = [[held(-40, PUT), held(75)], { state: "placed", orderId: "1", message: "" }];
      await process().exit("fly");
      expect(went).toEqual([40, -75]);
    },
  );

  test("sales that another exit has overtaken are told beside the covers that went", async () => {
    positions = [held(-75, PUT), held(75)];
    fate = { state: "placed", orderId: "1", message: "" };
    const other = process();
    afterSend = () => other.exit();
    const words = expect.stringContaining("another exit was sent meanwhile");
    expect(await process().exit()).toMatchObject([{ s: "ok" }, { s: "error", state: "void", m: words }]);
    expect(went).toEqual([75, -75]);
  });
});
