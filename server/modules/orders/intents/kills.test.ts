/**
 * A server killed while it sends orders, at any moment: nothing goes to the broker twice, nothing that one process wrote down
 * is sent by a later one, and what became of each order is found out.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { epochMs } from "#contract/domain/units.ts";
import { createKite } from "../../../brokers/kite/adapter.ts";
import type { BrokerPort, BrokerSession } from "../../../brokers/port.ts";
import { createFace } from "../../../brokers/sandbox/faces/face.ts";
import { KITE } from "../../../brokers/sandbox/faces/kite/face.ts";
import { createPracticeExchange } from "../../../brokers/sandbox/practice-exchange.ts";
import { systemClock } from "../../../platform/clocks.ts";
import { type Database, openDatabase } from "../../../platform/database/db.ts";
import { migrate } from "../../../platform/database/migrations.ts";
import { silentLog } from "../../../platform/log.ts";
import { createOutbound } from "../../../platform/outbound.ts";
import { seeded } from "../../../testing/brokers/fault-broker.ts";
import { QuotedMarket } from "../../../testing/brokers/quoted-market.ts";
import { serveFace } from "../../../testing/brokers/served-face.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import { bundledProcess } from "../../../testing/processes/bundled-process.ts";
import { openTestDatabase } from "../../../testing/processes/databases.ts";
import type { SenderSettings } from "../../../testing/processes/order-sender.ts";
import { QUICK_START } from "../../../testing/processes/quick-start.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { createAccountRepository } from "../../accounts/account-repository.ts";
import { createOrdersMetrics } from "../orders-metrics.ts";
import { createIntentRepository } from "./intent-repository.ts";
import { createResolver } from "./resolver.ts";

/** Kills; ORDER_KILLS asks for more. */
const KILLS = Number(process.env["ORDER_KILLS"] ?? 5);
/** The longest that a process lives after its first order has come, or for one of four after it was ready. */
const LIFE_MS = 1200;
/** The longest that the broker takes to do a thing, and again to say so. */
const SLOW_MS = 60;
/** Three good looks half a minute apart, after what a killed process had claimed is free again (45 s), with room. */
const FOUND_OUT_S = 180;

const random = seeded(20);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Life {
  readonly began: number;
  readonly killed: number;
}

/** Runs a sender and kills it while it sends. @param sent how many orders have come to the broker. */
function runAndKill(sender: string, settings: SenderSettings, sent: () => number): Promise<Life> {
  const began = Date.now();
  const child = spawn(process.execPath, [...QUICK_START, sender, JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const before = sent();
  const waits = random() < 0.75;
  child.stdout.once("data", async () => {
    while (waits && child.exitCode === null && sent() === before) await sleep(5);
    setTimeout(() => child.kill("SIGKILL"), random() * LIFE_MS);
  });
  return new Promise((resolve) => child.on("exit", () => resolve({ began, killed: Date.now() })));
}

/** A broker that outlives the product's processes. @property arrivals when an order came, by its tag. */
async function openBroker(database: Database) {
  const market = new QuotedMarket();
  market.quote(0, 1000, 0, 1000, 0);
  market.quote(2, 99.5, 150, 100, 75);
  const exchange = createPracticeExchange({ orm: database.orm, market, clock: systemClock, log: silentLog });
  const face = createFace(KITE, { exchange, clock: systemClock, log: silentLog });
  const arrivals = new Map<string, number[]>();
  const served = await serveFace(async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== "POST" || !request.url.includes("/orders/")) return face.fetch(request);
    const tag = new URLSearchParams(await request.clone().text()).get("tag") ?? "";
    arrivals.set(tag, [...(arrivals.get(tag) ?? []), Date.now()]);
    await sleep(random() * SLOW_MS);
    const reply = await face.fetch(request);
    await sleep(random() * SLOW_MS);
    return reply;
  });
  const day = market.time().date;
  const outbound = createOutbound({ origins: [served.origin], maxBytes: 1 << 24 });
  const { origin } = served;
  const port = createKite({
    api: origin,
    login: origin,
    isPractice: true,
    clock: systemClock,
    outbound,
    day: () => day,
  });
  return {
    ...{ arrivals, port, origin, day },
    async logIn(): Promise<BrokerSession> {
      const accountId = await someone(database);
      const attempt = { accountId, id: "a", broker: "zerodha", redirect: "", credentials: ["key", "secret"] };
      return port.connect(await face.logins.requestToken(accountId, "key"), attempt);
    },
    async close() {
      await served.close();
      await exchange.stop();
    },
  };
}

async function someone({ orm }: Database): Promise<string> {
  const fresh = { email: `${randomUUID()}@example.com`, name: "Asha", passwordHash: "x", createdAt: new Date() };
  return (await createAccountRepository(orm).insert(fresh))?.id ?? expect.unreachable();
}

/** A process that lives long enough to find everything out, on a clock of its own. */
async function findOut(database: Database, accountId: string, port: BrokerPort, session: BrokerSession) {
  const clock = createManualClock(epochMs(Date.now()));
  const connection = { id: randomUUID(), accountId, port, session, client: "", ownerHash: Buffer.alloc(32) };
  const resolver = createResolver({
    intents: createIntentRepository(database.orm),
    connections: { live: async () => ({ ...connection, startedAt: new Date() }), expired: async () => undefined },
    news: { settled: async () => undefined, turned: async () => undefined, notInBook: async () => undefined },
    metrics: createOrdersMetrics(new Registry()),
    clock,
    log: silentLog,
    dayEnds: (sentAt) => sentAt + 3600_000,
  });
  await resolver.recover(0);
  for (let second = 0; second < FOUND_OUT_S; second++) {
    clock.advance(1000);
    await resolver.run();
  }
}

interface Row {
  readonly tag: string;
  readonly state: string;
  readonly created: number;
}

test(
  `${KILLS} kills: nothing is sent twice, nothing after a restart, and nothing is told wrongly`,
  async () => {
    const practice = await openTestDatabase(undefined);
    await migrate(practice);
    const broker = await openBroker(practice);
    const folder = temporaryFolder();
    let database = await openTestDatabase(undefined, folder);
    await migrate(database);
    const accountId = await someone(database);
    await database.close();
    const session = await broker.logIn();
    const { origin, day } = broker;
    const sender = await bundledProcess("order-sender");
    const lives: Life[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const settings = { folder, origin, day, accountId, connection: randomUUID(), session };
      lives.push(await runAndKill(sender, settings, () => broker.arrivals.size));
    }
    await sleep(2 * SLOW_MS);

    database = await openDatabase({
      url: undefined,
      folder,
      log: silentLog,
      onFailure: (error) => console.error(error),
    });
    const reading = "select tag, state, extract(epoch from created_at) * 1000 as created from order_intent";
    const left = (await database.pool.query<Row>(reading)).rows.map(({ state }) => state);
    await findOut(database, accountId, broker.port, session);
    const { rows } = await database.pool.query<Row>(reading);
    const booked = new Set((await broker.port.orders(session)).map(({ tag }) => tag));
    const states = [...new Set(left)].map((state) => `${left.filter((one) => one === state).length} ${state}`);
    console.log(`${KILLS} kills, ${rows.length} orders, ${broker.arrivals.size} sent; as the kills left them:`, states);
    expect(rows.length).toBeGreaterThan(KILLS);
    expect([...broker.arrivals.values()].filter((times) => times.length > 1)).toEqual([]);
    for (const { tag, state, created } of rows) {
      const life = lives.findLast(({ began }) => began <= Number(created)) ?? expect.unreachable();
      for (const at of broker.arrivals.get(tag) ?? []) expect(at).toBeLessThan(life.killed + SLOW_MS);
      expect([state, booked.has(tag)]).toEqual([state, state === "placed"]);
      expect(["placed", "refused", "void", "absent"]).toContain(state);
    }
    await database.close();
    await broker.close();
    await practice.close();
  },
  KILLS * 30_000 + 120_000,
);
