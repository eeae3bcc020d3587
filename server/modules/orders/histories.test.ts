/**
 * Histories of orders over a broker that goes wrong, in virtual time: crashes, double presses, lost answers, old books. What
 * users are told is compared with what the broker really has.
 *
 *     ORDER_INTENTS=20000 npx vitest run server/modules/orders/histories.test.ts
 */
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { ContractKey } from "#contract/domain/instruments.ts";
import { BUY, type ChildOrder, isOpen, LIMIT, REJECTED, SELL } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Connection } from "../../brokers/connections.ts";
import { createGovernor, createLocalStarts } from "../../brokers/governor.ts";
import type { BrokerPort } from "../../brokers/port.ts";
import type { Database } from "../../platform/db.ts";
import { silentLog } from "../../platform/log.ts";
import { onEachDatabase } from "../../testing/databases.ts";
import { FaultBroker, type Random, seeded, sessionOf } from "../../testing/fault-broker.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { createAccountRepository } from "../accounts/account-repository.ts";
import { bodyHash, newSubmission, type Submission } from "./intent.ts";
import { createIntentRepository, type IntentRepository } from "./intent-repository.ts";
import type { IntentRequest } from "./intent-request.ts";
import { createOrdersMetrics } from "./orders-metrics.ts";
import { createResolver } from "./resolver.ts";
import { createSending } from "./sending.ts";
import { createSubmitting, type Submitting } from "./submitting.ts";

const SEEDS = 50;
const INTENTS = Number(process.env["ORDER_INTENTS"] ?? 400);
const PER_SEED = Math.ceil(INTENTS / SEEDS);
const USERS = 4;
/** How long after the last press the broker goes on being wrong, and how long it is well then. */
const CALM_MS = 90_000;
const WELL_MS = 60_000;

const CONTRACT: ContractKey = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-07-28"),
  strike: 24_600,
  type: "CE",
};

/** Each action of a history asks for a price of its own: so its orders are known in the broker's book. */
const orderAt = (limitPrice: number): ChildOrder => ({
  contract: CONTRACT,
  lot: 75,
  tick: 0.05,
  type: LIMIT,
  side: BUY,
  productType: "INTRADAY",
  limitPrice,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  stopLoss: 0,
  takeProfit: 0,
  qty: 75,
});

interface Report {
  intents: number;
  /** Orders that one action placed more than one of. */
  duplicates: number;
  /** Told as not done, though the broker has it. */
  wrongFailed: number;
  /** Told as done, though the broker does not have it. */
  wrongDone: number;
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

const nothing = (): Report => ({
  intents: 0,
  duplicates: 0,
  wrongFailed: 0,
  wrongDone: 0,
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
class Busy {
  count = 0;
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.count++;
    try {
      return await work;
    } finally {
      this.count--;
    }
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
    news: { settled: async () => undefined },
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
    do await turn();
    while (busy.count > 0);
    await turn();
    if (busy.count === 0) clock.advance(Math.min(end - clock.now(), clock.untilNext() ?? ms));
  }
}

interface Action {
  readonly accountId: string;
  readonly price: number;
  readonly submission: Submission;
  readonly request: IntentRequest;
}

async function history(
  database: Database,
  seed: number,
  disturbed: (broker: FaultBroker) => BrokerPort = (broker) => broker,
): Promise<Report> {
  const random = seeded(seed);
  const clock = createManualClock();
  const busy = new Busy();
  const report = nothing();
  const repository = createIntentRepository(database.orm);
  const { brokers, connections } = await usersOf(database, clock, random, disturbed);
  let server = startProcess(repository, connections, clock, busy);
  const actions: Action[] = [];
  const accounts = [...connections.keys()];

  const press = ({ accountId, submission, request }: Action): void => {
    const connection = connections.get(accountId) ?? expect.unreachable();
    server.submitting.submit(connection, submission, [{ request, refusal: undefined }]).catch(expect.unreachable);
  };

  for (let count = 0; count < PER_SEED; count++) {
    const accountId = accounts[Math.floor(random() * accounts.length)] ?? expect.unreachable();
    const action = nextAction(accountId, 100 + (count + 1) * 0.05, brokers.get(accountId)?.book ?? [], random);
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
  random: Random,
  disturbed: (broker: FaultBroker) => BrokerPort,
) {
  const brokers = new Map<string, FaultBroker>();
  const connections = new Map<string, Connection>();
  for (let user = 0; user < USERS; user++) {
    const fresh = { email: `${randomUUID()}@example.com`, name: "Asha", passwordHash: "x", createdAt: new Date() };
    const accountId = (await createAccountRepository(database.orm).insert(fresh))?.id ?? expect.unreachable();
    const broker = new FaultBroker({ clock, random, isFaulty: true });
    brokers.set(accountId, broker);
    connections.set(accountId, {
      id: randomUUID(),
      accountId,
      port: disturbed(broker),
      session: sessionOf(accountId),
      client: accountId,
      ownerHash: Buffer.alloc(32),
      startedAt: new Date(clock.now() - 1),
    });
  }
  return { brokers, connections };
}

/** Mostly orders; now and then the change or cancellation of one that is open. */
function nextAction(accountId: string, price: number, book: FaultBroker["book"], random: Random): Action {
  const open = book.filter(({ order }) => isOpen(order.status));
  const { order } = open[Math.floor(random() * open.length)] ?? {};
  const roll = random();
  const submission = (request: IntentRequest): Submission => ({ ...newSubmission(), bodyHash: bodyHash(request) });
  const action = (request: IntentRequest): Action => ({ accountId, price, request, submission: submission(request) });
  if (order !== undefined && roll < 0.1) return action({ kind: "cancel", order });
  if (order !== undefined && roll < 0.2) {
    const { qty, type, stopPrice } = order;
    return action({ kind: "modify", order, change: { qty, type, stopPrice, limitPrice: price, disclosedQty: 0 } });
  }
  if (roll < 0.3) return action({ kind: "exit", order: { ...orderAt(price), side: SELL } });
  return action({ kind: "place", order: orderAt(price) });
}

async function judge(
  report: Report,
  { accountId, submission, request }: Action,
  repository: IntentRepository,
  brokers: ReadonlyMap<string, FaultBroker>,
): Promise<void> {
  const [intent] = await repository.ofKey(accountId, submission.key);
  const broker = brokers.get(accountId) ?? expect.unreachable();
  // A press whose process crashed before anything was written down left nothing.
  if (intent === undefined) return;
  report.intents++;
  const { state, tag, message } = intent;
  if (state === "new" || state === "sending" || (state === "unknown" && message === "")) report.stateless++;
  if (state === "unknown") report.stillUnknown++;
  if (request.kind !== "place" && request.kind !== "exit") return;
  const { limitPrice } = request.order;
  const placed = broker.book.filter(({ order }) => order.tag === tag);
  const alike = broker.book.filter(({ order }) => order.tag === tag || order.limitPrice === limitPrice);
  // An order that was changed to this price by another action has another tag and another action's number.
  report.duplicates += Math.max(0, placed.length - 1);
  const isThere = placed.some(({ order }) => order.status !== REJECTED);
  if (isThere && (state === "refused" || state === "void" || state === "absent")) report.wrongFailed++;
  if (placed.length === 0 && state === "placed") report.wrongDone++;
  if (state === "void" && (broker.sent.get(tag) ?? 0) > 0) report.sentVoid++;
  if (broker.veryLate.has(tag) && state === "placed") report.late++;
  expect(alike.length).toBeGreaterThanOrEqual(placed.length);
}

const added = (one: Report, other: Report): Report =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, count + other[name as keyof Report]]),
  ) as unknown as Report;

/** Sends again what nobody answered, as a well-meant helper would. */
const retrying = (broker: FaultBroker): BrokerPort =>
  new Proxy(broker, {
    get(target, name) {
      if (name !== "place") {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      const place: BrokerPort["place"] = async (...order) => {
        const sent = await target.place(...order);
        return sent.kind === "unknown" ? target.place(...order) : sent;
      };
      return place;
    },
  });

onEachDatabase("orders over a broker that goes wrong", (database) => {
  test(`${INTENTS} in ${SEEDS} histories: none twice, none told wrong, none without a state`, {
    timeout: 3_600_000,
  }, async () => {
    let report = nothing();
    // The embedded database has one connection; PostgreSQL's histories differ in nothing but its locks.
    const seeds = database().kind === "embedded" ? SEEDS : SEEDS / 5;
    for (let seed = 1; seed <= seeds; seed++) report = added(report, await history(database(), seed));
    console.log(JSON.stringify(report));
    expect(report.intents).toBeGreaterThan(PER_SEED * seeds * 0.95);
    expect(report).toMatchObject({
      duplicates: 0,
      wrongFailed: 0,
      wrongDone: 0,
      stateless: 0,
      sentTwice: 0,
      sentVoid: 0,
    });
  });

  test("a retry on a timeout does not pass", { timeout: 300_000 }, async () => {
    let report = nothing();
    for (let seed = 1; seed <= 3; seed++) report = added(report, await history(database(), seed, retrying));
    expect(report.duplicates).toBeGreaterThan(0);
    expect(report.sentTwice).toBeGreaterThan(0);
  });
});
