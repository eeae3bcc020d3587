import { expect, test } from "vitest";
import { type BookOrder, CANCELLED, FILLED, PENDING } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createGovernor, createLocalStarts } from "../../../brokers/governor.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Intent } from "../intents/intent.ts";
import type { Ledger } from "../intents/ledger.ts";
import type { Asked, Submitting } from "../intents/submitting.ts";
import { cancelledWords, createCancelling, meantOf } from "./cancelling.ts";

/** How the broker takes the cancellation of an order. `late`: the book has it at the second look after it. */
type Way = "taken" | "late" | "refused" | "unknown" | "traded" | "forgotten";

interface Taking {
  readonly take: (asked: Asked) => Promise<Intent>;
}

/** What users share whose orders go with one app key. */
function createKey() {
  const clock = createManualClock();
  const governor = createGovernor(
    createLocalStarts(() => clock.monotonic()),
    clock,
  );
  const submitting: Pick<Submitting, "submit"> = {
    submit: async ({ session }, _, all) => Promise.all(all.map((session as unknown as Taking).take)),
  };
  return { clock, governor, cancel: createCancelling({ submitting, clock, log: silentLog }) };
}

/** A broker with so many open orders, one of each way from the front, the rest taken. */
function open(
  count: number,
  ways: readonly Way[] = [],
  isReadable: (reading: number) => boolean = () => true,
  { clock, governor, cancel } = createKey(),
) {
  const book = new Map<string, { readonly id: string; readonly status: number }>(
    Array.from({ length: count }, (_, i) => [`${i}`, { id: `${i}`, status: PENDING }]),
  );
  const late = new Map<string, number>();
  let readings = 0;
  let isStopped = true;
  const asked: string[] = [];
  async function take({ request }: Asked): Promise<Partial<Intent>> {
    const id = request.kind === "cancel" ? request.order.id : expect.unreachable();
    asked.push(id);
    const way = ways[Number(id)] ?? "taken";
    try {
      await governor.slot({ client: "c", account: "asha", exchange: "NSE", isUrgent: true }, 9);
    } catch {
      return { state: "void" };
    }
    if (way === "refused" || way === "unknown") return { state: way };
    if (way === "late") late.set(id, readings + 2);
    else if (way !== "forgotten") book.set(id, { ...book.get(id), id, status: way === "traded" ? FILLED : CANCELLED });
    return { state: way === "traded" ? "refused" : "placed" };
  }
  /** Orders on their way: until which look they are awaited, and at which the book has them. */
  const flights: { readonly id: string; readonly until: number; readonly lands: number }[] = [];
  const port = {
    facts: { limits: { perSecond: 9 } },
    async orders() {
      readings++;
      for (const { id, lands } of flights) {
        if (lands === readings) book.set(id, { id, status: PENDING });
      }
      if (!isReadable(readings)) throw new BrokerError("away", "The broker does not answer");
      for (const [id, at] of late) if (readings >= at) book.set(id, { id, status: CANCELLED });
      return [...book.values()] as BookOrder[];
    },
  };
  const connection = { client: "c", port, session: { broker: "zerodha", take } } as unknown as Connection;
  async function run(waits?: number) {
    let isOver = false;
    const pending = {
      async meant() {
        const unseen = flights.filter(({ id, until }) => readings <= until && !book.has(id)).length;
        return { isMeant: () => true, unseen };
      },
      isStopped: async () => isStopped,
      ...(waits !== undefined && { waits }),
    };
    const done = cancel(connection, pending).finally(() => {
      isOver = true;
    });
    for (let turn = 0; !isOver && turn < 10_000; turn++) {
      for (let task = 0; task < 300; task++) await Promise.resolve();
      if (!isOver) clock.advance(clock.untilNext() ?? 0);
    }
    return done;
  }
  const release = (): void => {
    isStopped = false;
  };
  return { run, asked, release, flights };
}

test("all of many pending orders are cancelled, though they take longer than one order may wait for its turn", async () => {
  const { run } = open(150);
  expect(await run()).toEqual({ cancelled: 150, open: 0, unconfirmed: 0, isUnread: false });
});

test("users who share an app key wait for each other's cancellations: each is asked for once", async () => {
  const key = createKey();
  const users = Array.from({ length: 4 }, () => open(40, [], undefined, key));
  const done = await Promise.all(users.map(({ run }) => run()));
  expect(done).toEqual(users.map(() => ({ cancelled: 40, open: 0, unconfirmed: 0, isUnread: false })));
  expect(users.map(({ asked }) => asked.length)).toEqual([40, 40, 40, 40]);
});

test("what the broker does not cancel is asked for as long as the rest grows less, and then said", async () => {
  const { run, asked } = open(100, ["refused", "unknown", "refused", "traded"]);
  const done = await run();
  expect(done).toEqual({ cancelled: 96, open: 3, unconfirmed: 0, isUnread: false });
  expect(asked.filter((id) => id === "0")).toHaveLength(2);
  expect(cancelledWords(done)).toEqual(["Pending orders cancelled: 96", "3 of 99 are still open: look at your orders"]);
});

test("a cancellation that the book has a moment later counts; one that it never has does not", async () => {
  const { run } = open(3, ["late", "forgotten"]);
  expect(await run()).toEqual({ cancelled: 2, open: 1, unconfirmed: 0, isUnread: false });
});

test("a book that cannot be read is said, and what was cancelled before that", async () => {
  const { run } = open(2, [], () => false);
  expect(await run()).toEqual({ cancelled: 0, open: 0, unconfirmed: 0, isUnread: true });
  const done = await open(2, [], (reading) => reading === 1).run();
  expect(done).toEqual({ cancelled: 2, open: 0, unconfirmed: 0, isUnread: true });
  expect(cancelledWords(done)).toEqual([
    "Pending orders cancelled: 2",
    "The book could not be read: look at your orders",
  ]);
});

test("once the switch is released, nothing more is cancelled", async () => {
  const { run, asked, release } = open(2);
  release();
  expect(await run()).toEqual({ cancelled: 0, open: 2, unconfirmed: 0, isUnread: false });
  expect(asked).toEqual([]);
});

test("orders that were on their way are waited for, and cancelled once they rest", async () => {
  const { run, asked, flights } = open(1);
  flights.push({ id: "a", until: 3, lands: 3 }, { id: "b", until: 2, lands: 5 });
  expect(await run()).toEqual({ cancelled: 3, open: 0, unconfirmed: 0, isUnread: false });
  expect(asked).toEqual(["0", "a", "b"]);
});

test("what is on its way is waited for as often as it may be", async () => {
  const { run, asked, flights } = open(1);
  flights.push({ id: "a", until: 99, lands: 3 }, { id: "b", until: 99, lands: 9 });
  expect(await run(1)).toEqual({ cancelled: 2, open: 0, unconfirmed: 1, isUnread: false });
  expect(asked).toEqual(["0", "a"]);
});

test("of a strategy its orders are meant, those that nobody has confirmed, too, and none that leads out of it", () => {
  const order = childOrder({ contract: QUOTED_CALL, lot: 75 });
  const ledger: Ledger = {
    sent: ["fly", "condor", null].flatMap((strategy) =>
      [false, true].map((isExit) => ({
        orderId: `${strategy} ${isExit}`,
        isExit,
        strategy,
        product: "MARGIN",
        after: 0,
      })),
    ),
    conversions: [],
    unseen: [
      ...(["new", "sending", "unknown", "placed"] as const).map((state) => ({ state, strategy: "fly" })),
      { state: "sending", kind: "exit", strategy: "fly" } as const,
      { state: "sending" } as const,
    ].map((one) => ({ kind: "place", order, isAwaited: true, ...one })),
  };
  const meant = ({ isMeant, unseen }: ReturnType<typeof meantOf>) => [
    ledger.sent.map(({ orderId }) => orderId).filter((id) => isMeant({ id } as BookOrder)),
    unseen,
  ];
  expect(meant(meantOf(ledger, "fly"))).toEqual([["fly false"], 3]);
  expect(meant(meantOf(ledger))).toEqual([ledger.sent.map(({ orderId }) => orderId), 5]);
});

test("what nobody confirms within some seconds is said; once the switch is released, nothing is waited for", async () => {
  const never = { until: 99, lands: -1 };
  const { run, flights, release } = open(0);
  flights.push({ id: "a", ...never });
  const done = await run();
  expect(done).toEqual({ cancelled: 0, open: 0, unconfirmed: 1, isUnread: false });
  expect(cancelledWords(done)).toEqual(["1 order is not confirmed: look at your orders"]);
  flights.push({ id: "b", ...never });
  release();
  expect(cancelledWords(await run())).toEqual(["2 orders are not confirmed: look at your orders"]);
});

test("where nothing was pending, nothing is said", async () => {
  expect(cancelledWords(await open(0).run())).toEqual([]);
});
