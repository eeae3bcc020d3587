/**
 * A history of orders by a seed, in virtual time: presses, double presses, crashes and restarts over a broker that goes wrong,
 * and then what users were told beside what the broker really has.
 */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { expect } from "vitest";
import type { GttOrder } from "#contract/domain/orders/gtt.ts";
import { type BookOrder, type ChildOrder, isOpen, REJECTED } from "#contract/domain/orders/order.ts";
import type { Connection } from "../../brokers/connections.ts";
import { createGovernor, createLocalStarts } from "../../brokers/governor.ts";
import type { BrokerPort, BrokerSession } from "../../brokers/port.ts";
import { bodyHash, newSubmission, type Submission } from "../../modules/orders/intents/intent.ts";
import { createIntentRepository, type IntentRepository } from "../../modules/orders/intents/intent-repository.ts";
import { type IntentRequest, isPlacing } from "../../modules/orders/intents/intent-request.ts";
import { createResolver } from "../../modules/orders/intents/resolver.ts";
import { createSending } from "../../modules/orders/intents/sending.ts";
import { createSubmitting, type Submitting } from "../../modules/orders/intents/submitting.ts";
import { createOrdersMetrics } from "../../modules/orders/orders-metrics.ts";
import type { Database } from "../../platform/database/db.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";
import { accountRow } from "./account-row.ts";
import { looksOf, type Random, seeded, type TrueGtt } from "./fault-broker.ts";

const USERS = 4;
/** How long after the last press the broker goes on being wrong, and how long it is well then. */
const CALM_MS = 90_000;
const WELL_MS = 60_000;

/** One user's broker: what the product talks to, and what really happens behind it. */
export interface HistoryBroker {
  readonly port: BrokerPort;
  readonly session: BrokerSession;
  /** What is really in its book. */
  truth(): Promise<readonly BookOrder[]>;
  /** What rests at it until a price is reached, or did. */
  readonly gtts?: () => Promise<readonly TrueGtt[]>;
  /** What was changed is known by what it was asked for; left out, none are changed. */
  readonly changesGtts?: boolean;
  /** How often each tag was sent, and what rests by its looks. */
  readonly sent: ReadonlyMap<string, number>;
  /** Tags of orders that came later than anybody has to wait. */
  readonly veryLate: ReadonlySet<string>;
  /** From now on everything goes well. */
  heal(): void;
}

export interface HistoryWorld {
  readonly clock: ManualClock;
  readonly random: Random;
  readonly busy: Busy;
}

export interface HistoryOptions {
  readonly database: Database;
  readonly seed: number;
  readonly intents: number;
  /** @returns what makes a broker for an account. */
  world(world: HistoryWorld): (accountId: string) => Promise<HistoryBroker>;
  /** An order that the broker would take, with a price of its own. */
  order(number: number): ChildOrder;
  /** One that rests until a price is reached, with a trigger of its own; left out: there are none. */
  gtt?(number: number): GttOrder;
}

export interface Report {
  intents: number;
  /** Orders that the broker has and the user knows of. */
  placed: number;
  /** Orders that one action placed more than one of. */
  duplicates: number;
  /** Told as not done, though the broker has it. */
  wrongFailed: number;
  /** Told as done, though the broker does not have it. */
  wrongDone: number;
  /** Told as done, though the broker has taken and then rejected it. */
  untold: number;
  /** Neither ended nor shown as not confirmed. */
  stateless: number;
  /** Tags that were sent more than once. */
  sentTwice: number;
  /** Sent by a process that had given them up. */
  sentVoid: number;
  stillUnknown: number;
  /** Given up, and put right when they turned up. */
  late: number;
  crashes: number;
}

export const nothing = (): Report => ({
  intents: 0,
  placed: 0,
  duplicates: 0,
  wrongFailed: 0,
  wrongDone: 0,
  untold: 0,
  stateless: 0,
  sentTwice: 0,
  sentVoid: 0,
  stillUnknown: 0,
  late: 0,
  crashes: 0,
});

/** A server process: after `crash` nothing of it reaches the database any more. */
interface Process {
  readonly submitting: Submitting;
  recover(): Promise<void>;
  crash(): void;
}

/** Counts what is being waited for besides the clock. */
export class Busy {
  count = 0;
  #ended: (() => void)[] = [];
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.count++;
    try {
      return await work;
    } finally {
      this.count--;
      if (this.count === 0) for (const ended of this.#ended.splice(0)) ended();
    }
  }
  /** Resolves when nothing is waited for. To ask at each turn of the event loop would take the CPU that the database needs. */
  async over(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => this.#ended.push(resolve));
  }
}

const never = new Promise<never>(() => undefined);

function startProcess(
  repository: IntentRepository,
  connections: ReadonlyMap<string, Connection>,
  clock: ManualClock,
  busy: Busy,
): Process {
  let isAlive = true;
  const intents = new Proxy(repository, {
    get(target, name: keyof IntentRepository) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]): Promise<unknown> => {
        if (!isAlive) return never;
        const value = await busy.during(method(...args));
        return isAlive ? value : never;
      };
    },
  });
  const metrics = createOrdersMetrics(new Registry());
  const live = async (accountId: string) => connections.get(accountId);
  const shared = {
    intents,
    connections: { live, expired: async () => undefined },
    news: { settled: async () => undefined, turned: async () => undefined, notInBook: async () => undefined },
    metrics,
    clock,
    log: silentLog,
  };
  const governor = createGovernor(
    createLocalStarts(() => clock.monotonic()),
    clock,
  );
  const submitting = createSubmitting({ ...shared, send: createSending({ ...shared, governor }) });
  const resolver = createResolver({ ...shared, dayEnds: (sentAt) => sentAt + 3600_000 });
  const stop = resolver.start();
  return {
    submitting,
    recover: () => resolver.recover(0),
    crash() {
      isAlive = false;
      void stop();
    },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Moves the clock on when nothing but the clock is waited for. */
async function advance(clock: ManualClock, busy: Busy, ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    do {
      await busy.over();
      await turn();
    } while (busy.count > 0);
    await turn();
    if (busy.count === 0) clock.advance(Math.min(end - clock.now(), clock.untilNext() ?? ms));
  }
}

interface Action {
  readonly accountId: string;
  readonly submission: Submission;
  readonly request: IntentRequest;
}

export async function playHistory({ database, seed, intents, world, order, gtt }: HistoryOptions): Promise<Report> {
  const random = seeded(seed);
  const clock = createManualClock();
  const busy = new Busy();
  const report = nothing();
  const repository = createIntentRepository(database.orm);
  const { brokers, connections } = await usersOf(database, clock, world({ clock, random, busy }));
  let server = startProcess(repository, connections, clock, busy);
  const actions: Action[] = [];
  const accounts = [...connections.keys()];

  const press = ({ accountId, submission, request }: Action): void => {
    const connection = connections.get(accountId) ?? expect.unreachable();
    server.submitting.submit(connection, submission, [{ request, refusal: undefined }]).catch(expect.unreachable);
  };

  for (let count = 0; count < intents; count++) {
    const accountId = accounts[Math.floor(random() * accounts.length)] ?? expect.unreachable();
    const broker = brokers.get(accountId) ?? expect.unreachable();
    const resting = gtt && random() < 0.5 ? gtt(count + 1) : undefined;
    const next = resting
      ? nextGtt(resting, (await broker.gtts?.()) ?? [], random, broker.changesGtts === true)
      : nextAction(order(count + 1), await broker.truth(), random);
    const action = { accountId, ...next };
    actions.push(action);
    press(action);
    // A double press, at once or later, now and then on another process.
    if (random() < 0.15) press(action);
    await advance(clock, busy, Math.floor(random() * 400));
    if (random() < 0.15) press(actions[Math.floor(random() * actions.length)] ?? action);
    if (random() < 0.03) {
      server.crash();
      report.crashes++;
      await advance(clock, busy, 200);
      server = startProcess(repository, connections, clock, busy);
      await busy.during(server.recover());
      if (random() < 0.5) press(action);
    }
  }
  await advance(clock, busy, CALM_MS);
  for (const broker of brokers.values()) broker.heal();
  await advance(clock, busy, WELL_MS);
  server.crash();
  for (const action of actions) await judge(report, action, repository, brokers);
  for (const broker of brokers.values()) {
    report.sentTwice += [...broker.sent.values()].filter((times) => times > 1).length;
  }
  return report;
}

async function usersOf(
  database: Database,
  clock: ManualClock,
  brokerOf: (accountId: string) => Promise<HistoryBroker>,
) {
  const brokers = new Map<string, HistoryBroker>();
  const connections = new Map<string, Connection>();
  for (let user = 0; user < USERS; user++) {
    const accountId = await accountRow(database);
    const broker = await brokerOf(accountId);
    brokers.set(accountId, broker);
    connections.set(accountId, {
      id: randomUUID(),
      accountId,
      port: broker.port,
      session: broker.session,
      client: accountId,
      ownerHash: Buffer.alloc(32),
      startedAt: new Date(clock.now() - 1),
    });
  }
  return { brokers, connections };
}

const actionOf = (request: IntentRequest): Omit<Action, "accountId"> => ({
  request,
  submission: { ...newSubmission(), bodyHash: bodyHash(request) },
});

/** Mostly new ones; now and then the change or deletion of one that is active. */
function nextGtt(
  fresh: GttOrder,
  kept: readonly TrueGtt[],
  random: Random,
  changes: boolean,
): Omit<Action, "accountId"> {
  const active = kept.filter(({ gtt }) => gtt.status === "active");
  const gtt = active[Math.floor(random() * active.length)]?.gtt;
  const roll = random();
  if (gtt !== undefined && roll < 0.15) return actionOf({ kind: "gtt-delete", gtt });
  if (gtt !== undefined && roll < 0.3 && changes) {
    const { qty, legs, lastPrice } = fresh;
    return actionOf({ kind: "gtt-modify", gtt, change: { qty, legs, lastPrice } });
  }
  return actionOf({ kind: "gtt-place", gtt: fresh });
}

/** Mostly orders; now and then the change or cancellation of one that is open. */
function nextAction(fresh: ChildOrder, book: readonly BookOrder[], random: Random): Omit<Action, "accountId"> {
  const open = book.filter(({ status }) => isOpen(status));
  const order = open[Math.floor(random() * open.length)];
  const roll = random();
  if (order !== undefined && roll < 0.1) return actionOf({ kind: "cancel", order });
  if (order !== undefined && roll < 0.2) {
    const { qty, type, stopPrice } = order;
    const change = { qty, type, stopPrice, limitPrice: fresh.limitPrice, disclosedQty: 0 };
    return actionOf({ kind: "modify", order, change });
  }
  return actionOf({ kind: roll < 0.3 ? "exit" : "place", order: fresh });
}

async function judge(
  report: Report,
  { accountId, submission, request }: Action,
  repository: IntentRepository,
  brokers: ReadonlyMap<string, HistoryBroker>,
): Promise<void> {
  const [intent] = await repository.ofKey(accountId, submission.key);
  const broker = brokers.get(accountId) ?? expect.unreachable();
  // A press whose process crashed before anything was written down left nothing.
  if (intent === undefined) return;
  report.intents++;
  const { state, tag, message } = intent;
  if (state === "new" || state === "sending" || (state === "unknown" && message === "")) report.stateless++;
  if (state === "unknown") report.stillUnknown++;
  if (request.kind === "gtt-place") {
    const looks = looksOf(request.gtt);
    const kept = ((await broker.gtts?.()) ?? []).filter(({ asked }) => looksOf(asked) === looks).length;
    report.duplicates += Math.max(0, kept - 1);
    if (kept > 0 && state === "placed") report.placed++;
    if (kept > 0 && (state === "refused" || state === "void" || state === "absent")) report.wrongFailed++;
    if (kept === 0 && state === "placed") report.wrongDone++;
    if (state === "void" && (broker.sent.get(looks) ?? 0) > 0) report.sentVoid++;
    return;
  }
  if (!isPlacing(request)) return;
  const placed = (await broker.truth()).filter((order) => order.tag === tag);
  report.duplicates += Math.max(0, placed.length - 1);
  const isThere = placed.some(({ status }) => status !== REJECTED);
  if (isThere && state === "placed") report.placed++;
  if (isThere && (state === "refused" || state === "void" || state === "absent")) report.wrongFailed++;
  if (placed.length === 0 && state === "placed") report.wrongDone++;
  if (placed.length > 0 && !isThere && state === "placed") report.untold++;
  if (state === "void" && (broker.sent.get(tag) ?? 0) > 0) report.sentVoid++;
  if (broker.veryLate.has(tag) && state === "placed") report.late++;
}

export const added = (one: Report, other: Report): Report =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, count + other[name as keyof Report]]),
  ) as unknown as Report;
