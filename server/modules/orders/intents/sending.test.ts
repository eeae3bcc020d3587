/** The turn of a write: nothing that has to be read stands between it and the write. */
import { expect, test } from "vitest";
import { MARKET } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createGovernor, createLocalStarts, WINDOW_MS } from "../../../brokers/governor.ts";
import { BrokerError, type BrokerPort, type Sent, type Start } from "../../../brokers/port.ts";
import { silentLog } from "../../../platform/log.ts";
import { childOrder, QUOTED_CALL } from "../../../testing/brokers/child-order.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Intent, Step } from "./intent.ts";
import type { Moved } from "./intent-moves.ts";
import type { IntentRepository } from "./intent-repository.ts";
import type { OrderNews } from "./order-news.ts";
import { createSending } from "./sending.ts";
import { twinName } from "./twins.ts";

const PER_SECOND = 9;
const order = childOrder({ contract: QUOTED_CALL, lot: 75, type: MARKET, limitPrice: 0 });

interface World {
  readonly readsFirst?: BrokerPort["readsFirst"];
  /** Reads its list of contracts. */
  readonly prepare?: () => Promise<void>;
  /** Of each price. */
  readonly fault?: BrokerError;
  /** The stop of its strategy has acted. */
  readonly isStopped?: boolean;
  /** Its book gives no tags back. */
  readonly isUntagged?: boolean;
  /** How long each price takes that is read anew when a turn has come; undefined: it is fresh still. */
  readonly rereadMs?: (orders: number) => number;
}

/** A broker whose prices, and answers where they are asked for, come when the test lets them. */
function open({
  readsFirst,
  prepare = async () => undefined,
  fault,
  isUntagged = false,
  isStopped = false,
  rereadMs,
}: World) {
  const clock = createManualClock();
  const starts: number[] = [];
  const reads: (() => void)[] = [];
  /** Answers that are waited for; undefined: each comes at once. */
  const world = {
    answers: undefined as ((sent: Sent<string>) => void)[] | undefined,
    /** What an intent was when its answer came. */
    was: "sending" as Moved["was"],
    /** Ids of those that were told as having come after all. */
    turned: [] as string[],
  };
  let claims = 0;
  let rereads = 0;
  const port = {
    facts: { echoesTag: !isUntagged, limits: { perSecond: PER_SECOND } },
    ...(readsFirst && { readsFirst }),
    prepare,
    async place(_session: unknown, _order: unknown, _tag: unknown, start?: Start) {
      if (fault !== undefined) return { kind: "not-sent", why: fault.message };
      if (readsFirst !== undefined) await new Promise<void>((resolve) => reads.push(resolve));
      await start?.();
      if (rereadMs !== undefined) {
        await new Promise<void>((resolve) => clock.after(rereadMs(rereads++), resolve));
        await start?.();
      }
      starts.push(clock.monotonic());
      const { answers } = world;
      if (answers !== undefined) return new Promise<Sent<string>>((resolve) => answers.push(resolve));
      return { kind: "done", value: String(starts.length) };
    },
  };
  const states = new Map<Intent, Step["state"]>();
  const hasTwin = (intent: Intent): boolean =>
    isUntagged &&
    [...states].some(
      ([other, state]) =>
        other !== intent &&
        twinName(other) === twinName(intent) &&
        (state === "sending" || (state === "unknown" && intent.kind !== "exit")),
    );
  const intents: Partial<IntentRepository> = {
    async claim(intent) {
      if (hasTwin(intent) || isStopped) return false;
      claims++;
      states.set(intent, "sending");
      return true;
    },
    stopActed: async () => isStopped,
    twinsOf: async (intent) => (hasTwin(intent) ? [intent] : []),
    async settle(id, step) {
      for (const intent of states.keys()) if (intent.id === id) states.set(intent, step.state);
      return { id, was: world.was, ...step } as unknown as Moved;
    },
  };
  const governor = createGovernor(
    createLocalStarts(() => clock.monotonic()),
    clock,
  );
  const news: OrderNews = {
    settled: async () => undefined,
    turned: async (intents) => void world.turned.push(...intents.map(({ id }) => id)),
    notInBook: async () => undefined,
  };
  const sending = createSending({ intents: intents as IntentRepository, governor, news, clock, log: silentLog });
  /** Presses of one user, of several under one app key. */
  const send = (accountId: string, ids: readonly string[], kind: "place" | "exit" = "exit", asked = order) => {
    const connection = { port, client: "c", accountId } as unknown as Connection;
    const all = ids.map((id) => {
      const request = { kind, order: asked } as const;
      return { id, kind, accountId, exchange: "NSE", request, tag: `S${id}`, sentAt: null } as unknown as Intent;
    });
    return Promise.all(all.map((intent) => sending(intent, connection))) as Promise<readonly Step[]>;
  };
  const after = async (ms: number): Promise<void> => {
    for (const end = clock.now() + ms; ; clock.advance(Math.min(clock.untilNext() ?? ms, end - clock.now()))) {
      for (let turn = 0; turn < 200; turn++) await Promise.resolve();
      if (clock.now() >= end) return;
    }
  };
  return { starts, reads, send, after, claims: () => claims, world };
}

/** As many as leave in three seconds. */
const MANY = Array.from({ length: 3 * PER_SECOND }, (_, i) => `${i}`);
const ONE_PRESS = MANY.slice(0, 10);

const mostInASecond = (starts: readonly number[]): number =>
  Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length));

test("orders whose prices are read slowly leave no faster than others, each in one turn of its own", async () => {
  const { starts, reads, send, after, claims } = open({ readsFirst: ["place"] });
  const sent = send("asha", MANY);
  await after(5000);
  // No more are asked at once: prices of the others would grow old while those before them wait for their turn.
  expect(reads).toHaveLength(PER_SECOND);
  expect(claims()).toBe(0);
  for (let answered = 0; answered < 3 * PER_SECOND; await after(WINDOW_MS)) {
    expect(reads).toHaveLength(answered + PER_SECOND);
    for (; answered < reads.length; answered++) reads[answered]?.();
  }
  expect((await sent).every(({ state }) => state === "placed")).toBe(true);
  expect(starts).toHaveLength(3 * PER_SECOND);
  expect(mostInASecond(starts)).toBe(PER_SECOND);
  expect(starts.at(-1)! - starts[0]!).toBe(2 * WINDOW_MS);
});

test("a price that cannot be read makes room for the next", async () => {
  const { send } = open({ readsFirst: ["place"], fault: new BrokerError("away", "no quote") });
  expect((await send("asha", MANY)).every(({ state }) => state === "void")).toBe(true);
});

test("nor do those that wait for the broker's list of contracts", async () => {
  let arrive: () => void = () => undefined;
  const list = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { starts, send, after, claims } = open({ prepare: () => list });
  const sent = send("asha", MANY);
  await after(5000);
  expect(claims()).toBe(0);
  arrive();
  await after(3 * WINDOW_MS);
  await sent;
  expect(starts).toHaveLength(3 * PER_SECOND);
  expect(mostInASecond(starts)).toBe(PER_SECOND);
});

test("where the list cannot be read, nothing is claimed or sent, and the reason is told", async () => {
  const away = new BrokerError("away", "Zerodha cannot be asked");
  const { starts, send, claims } = open({ prepare: () => Promise.reject(away) });
  expect((await send("asha", MANY))[0]).toMatchObject({ state: "void", message: "Not sent: Zerodha cannot be asked" });
  expect([starts.length, claims()]).toEqual([0, 0]);
});

test("an order that its strategy's stop holds is not sent, and that is said", async () => {
  const { starts, send } = open({ isStopped: true });
  const message = "Not sent: the stop or target of its strategy has acted since it was asked for";
  expect(await send("asha", ["1"], "place")).toMatchObject([{ state: "void", message }]);
  expect(starts).toEqual([]);
});

test("an order whose price is read anew at its turn leaves by another one where that has passed", async () => {
  // Those of the first second are so late that they would leave with those of the next.
  const rereadMs = (orders: number): number => (orders < PER_SECOND ? 1000 : 50);
  const { starts, reads, send, after, claims } = open({ readsFirst: ["place"], rereadMs });
  const sent = send("asha", MANY);
  for (let answered = 0; answered < 3 * PER_SECOND; await after(WINDOW_MS)) {
    for (; answered < reads.length; answered++) reads[answered]?.();
  }
  await after(6 * WINDOW_MS);
  expect((await sent).every(({ state }) => state === "placed")).toBe(true);
  expect([starts.length, claims()]).toEqual([3 * PER_SECOND, 3 * PER_SECOND]);
  expect(mostInASecond(starts)).toBeLessThanOrEqual(PER_SECOND);
});

test("one price that is read anew in time leaves by the turn that it has", async () => {
  const { starts, reads, send, after } = open({ readsFirst: ["place"], rereadMs: () => 50 });
  const sent = send("asha", ONE_PRESS.slice(0, PER_SECOND));
  await after(1);
  for (const read of reads) read();
  await after(100);
  await sent;
  expect(starts).toHaveLength(PER_SECOND);
});

test("while the broker answers for one, those that look alike have read nothing and hold up nobody", async () => {
  const { starts, reads, send, after, claims, world } = open({ readsFirst: ["place"], isUntagged: true });
  world.answers = [];
  const sent = send("asha", ONE_PRESS, "place");
  await after(100);
  expect(reads).toHaveLength(1);
  reads[0]?.();
  await after(100);
  expect(starts).toHaveLength(1);
  // Her own exit of something else, and the order of another user of the app key.
  const others = [
    send("asha", ["exit"], "exit", { ...order, qty: 75 }),
    send("ravi", ["his"], "place", { ...order, qty: 75 }),
  ];
  await after(100);
  expect(reads).toHaveLength(3);
  for (const read of reads) read();
  await after(100);
  expect(starts).toHaveLength(3);
  for (let answered = 0; answered < 12; answered++) {
    world.answers[answered]?.({ kind: "done", value: `${answered}` });
    await after(100);
    for (const read of reads) read();
    await after(WINDOW_MS);
  }
  expect((await sent).every(({ state }) => state === "placed")).toBe(true);
  for (const other of others) expect((await other)[0]?.state).toBe("placed");
  // Each was read, had its turn and was claimed once.
  expect([reads.length, starts.length, claims()]).toEqual([12, 12, 12]);
});

test("of those that look alike the first that nobody confirms keeps the others from going, ten seconds long altogether", async () => {
  const { starts, reads, send, after, world } = open({ readsFirst: ["place"], isUntagged: true });
  world.answers = [];
  const sent = send("asha", ONE_PRESS, "place");
  await after(100);
  reads[0]?.();
  await after(7900);
  world.answers[0]?.({ kind: "unknown", why: "no answer" });
  await after(2500);
  const [first, ...others] = await sent;
  expect(first?.state).toBe("unknown");
  for (const { state, message } of others) {
    expect([state, message]).toEqual(["void", "Not sent: an order just like it is not confirmed yet"]);
  }
  expect([reads.length, starts.length]).toEqual([1, 1]);
});

test("an exit starts beside one that nobody confirmed: a lost answer keeps nobody in a position", async () => {
  const { starts, reads, send, after, world } = open({ readsFirst: ["place"], isUntagged: true });
  world.answers = [];
  const sent = send("asha", ["1", "2"]);
  await after(100);
  reads[0]?.();
  await after(5000);
  // As long as the first is being sent, the second waits.
  expect([reads.length, starts.length]).toEqual([1, 1]);
  world.answers[0]?.({ kind: "unknown", why: "no answer" });
  await after(300);
  reads[1]?.();
  await after(WINDOW_MS);
  world.answers[1]?.({ kind: "done", value: "2" });
  expect((await sent).map(({ state }) => state)).toEqual(["unknown", "placed"]);
});

test("prices of orders that hang hold up no exit", async () => {
  const { starts, reads, send, after } = open({ readsFirst: ["place"] });
  void send("asha", MANY, "place");
  await after(100);
  expect(reads).toHaveLength(PER_SECOND);
  void send("ravi", ["exit"], "exit");
  await after(100);
  expect(reads).toHaveLength(PER_SECOND + 1);
  reads[PER_SECOND]?.();
  await after(100);
  expect(starts).toHaveLength(1);
});

test("orders of several users of one client read no more at once than may leave in a second", async () => {
  const { reads, send, after } = open({ readsFirst: ["place"] });
  for (const user of ["asha", "ravi", "mira"]) void send(user, [`${user}1`, ...MANY.map((id) => `${user}${id}`)]);
  await after(100);
  expect(reads).toHaveLength(PER_SECOND);
});

test("an exit waits for no order that looks like it and has not started", async () => {
  const { starts, reads, send, after, world } = open({ readsFirst: ["place"], isUntagged: true });
  world.answers = [];
  const entries = send("asha", ["1", "2", "3"], "place");
  await after(100);
  reads[0]?.();
  await after(100);
  let isOut = false;
  const exit = send("asha", ["exit"], "exit").then((sent) => {
    isOut = true;
    return sent;
  });
  for (let answered = 0; answered < 4; answered++) {
    world.answers[answered]?.({ kind: "done", value: `${answered}` });
    await after(300);
    for (const read of reads) read();
    await after(WINDOW_MS);
    // After the one that had started it is the exit's turn.
    if (answered === 1) expect([isOut, starts.length]).toEqual([true, 3]);
  }
  expect((await exit)[0]?.state).toBe("placed");
  expect((await entries).every(({ state }) => state === "placed")).toBe(true);
});

test("an answer that comes after its order was given up, as to a process that stood still, is told", async () => {
  const { send, world } = open({});
  await send("asha", ["in time"], "place");
  expect(world.turned).toEqual([]);
  world.was = "absent";
  await send("asha", ["late"], "place");
  expect(world.turned).toEqual(["late"]);
});
