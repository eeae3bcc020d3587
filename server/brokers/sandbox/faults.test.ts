/** Zerodha's adapter against a practice broker on a bad day: what it says of an order is never wrong, in process and on the wire. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccountRepository } from "../../modules/accounts/account-repository.ts";
import { systemClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { silentLog } from "../../platform/log.ts";
import { createOutbound } from "../../platform/outbound.ts";
import { LIMIT_ORDER, QuotedMarket } from "../../testing/brokers/quoted-market.ts";
import { serveFace } from "../../testing/brokers/served-face.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { createKite } from "../kite/adapter.ts";
import { BrokerError, type BrokerPort, type BrokerSession, type Sent } from "../port.ts";
import { createKiteFace, type KiteFace } from "./faces/kite/face.ts";
import { FAULTS, type FaultPlan, withFaults } from "./faults.ts";
import { createPracticeExchange, type PracticeExchange } from "./practice-exchange.ts";

const ORDERS = Number(process.env["FAULTED_ORDERS"] ?? 100);
const SEEDS = Number(process.env["FAULT_SEEDS"] ?? 3);
const LATE_MS = 30;
const PLAN = { share: 0.5, kinds: FAULTS, delayMs: 5, lateMs: LATE_MS } as const;
const INTERNAL = "http://practice.localhost";
const ATTEMPT = { accountId: "", id: "a", broker: "zerodha", redirect: "", credentials: ["key", "secret"] };

describe("on a bad day", () => {
  let database: Database;
  let exchange: PracticeExchange;
  let face: KiteFace;

  beforeAll(async () => {
    database = await openTestDatabase(undefined);
    await migrate(database);
    const market = new QuotedMarket();
    market.quote(0, 1000, 0, 1000, 0);
    market.quote(2, 99.5, 150, 100, 75);
    exchange = createPracticeExchange({ orm: database.orm, market, clock: systemClock, log: silentLog });
    face = createKiteFace({ exchange, clock: systemClock, log: silentLog });
  });
  afterAll(async () => {
    await exchange.stop();
    await database.close();
  });

  async function someone(): Promise<string> {
    const fresh = { email: `${randomUUID()}@example.com`, name: "Ravi", passwordHash: "x", createdAt: new Date() };
    return (await createAccountRepository(database.orm).insert(fresh))?.id ?? expect.unreachable();
  }

  const kite = (api: string, fetch?: typeof globalThis.fetch): BrokerPort =>
    createKite({
      outbound: createOutbound({ origins: [api], timeoutMs: 3000, maxBytes: 10_000_000, ...(fetch && { fetch }) }),
      api,
      login: api,
      isPractice: true,
      clock: systemClock,
    });

  async function history(port: BrokerPort, session: BrokerSession) {
    const sent = new Map<string, Sent<string>>();
    for (let at = 0; at < ORDERS; at++) {
      const tag = `S${String(at).padStart(13, "A")}`;
      sent.set(tag, await port.place(session, LIMIT_ORDER, tag));
      if (at % 10 === 0) {
        await port.orders(session).catch((error: unknown) => expect(error).toBeInstanceOf(BrokerError));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LATE_MS * 4));
    const book = await kite(INTERNAL, face.fetch).orders(session);
    return { sent, book };
  }

  function check({ sent, book }: Awaited<ReturnType<typeof history>>): Set<string> {
    const tags = book.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    for (const [tag, answer] of sent) {
      const found = book.find((order) => order.tag === tag);
      if (answer.kind === "done") expect(found?.id).toBe(answer.value);
      if (answer.kind === "refused" || answer.kind === "not-sent")
        expect(found, JSON.stringify(answer)).toBeUndefined();
    }
    return new Set([...sent.values()].map(({ kind }) => kind));
  }

  async function logIn(port: BrokerPort, at: KiteFace): Promise<BrokerSession> {
    return port.connect(await at.logins.requestToken(await someone(), "key"), ATTEMPT);
  }

  test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    "seed %i: what is done is in the book once, what is refused is not",
    { timeout: 60_000 },
    async (seed) => {
      const plan: FaultPlan = { ...PLAN, seed };
      const faulty = withFaults(face, plan, systemClock);
      const port = kite(INTERNAL, faulty.fetch);
      const outcome = check(await history(port, await logIn(port, face)));
      expect(outcome).toEqual(new Set(["done", "refused", "unknown"]));
    },
  );

  test("the same over TCP, where a drop is a drop; and nobody at the port is 'not sent'", {
    timeout: 60_000,
  }, async () => {
    const served = await serveFace(withFaults(face, { ...PLAN, seed: 99 }, systemClock).fetch);
    const port = kite(served.origin);
    const session = await logIn(port, face);
    check(await history(port, session));
    await served.close();
    // A connection that was kept is found broken first: nobody can know what went over it.
    expect((await port.place(session, LIMIT_ORDER, "SKEPT")).kind).not.toBe("done");
    expect((await port.place(session, LIMIT_ORDER, "SNOBODY")).kind).toBe("not-sent");
  });

  test("one seed does the same again", async () => {
    const plan: FaultPlan = { seed: 7, share: 0.5, kinds: ["tick", "rate", "html"] };
    const codes = async (): Promise<string[]> => {
      const port = kite(INTERNAL, withFaults(face, plan, systemClock).fetch);
      const session = await logIn(port, face);
      const told: string[] = [];
      for (let at = 0; at < 20; at++) {
        const answer = await port.place(session, LIMIT_ORDER, `S${at}`);
        told.push(answer.kind === "refused" ? answer.code : answer.kind);
      }
      return told;
    };
    const [first, second] = [await codes(), await codes()];
    expect(first).toEqual(second);
    expect(new Set(first)).toEqual(new Set(["done", "tick", "rate", "unknown"]));
  });

  test("the book of a bad moment is read anew, or not at all: never half", async () => {
    const kinds = ["stale-book", "cut-book"] as const;
    const port = kite(INTERNAL, withFaults(face, { seed: 3, share: 0.7, kinds }, systemClock).fetch);
    const session = await logIn(port, face);
    const placed = await port.place(session, LIMIT_ORDER, "SONE");
    const lengths = new Set<number | string>();
    for (let at = 0; at < 30; at++) {
      lengths.add(
        await port.orders(session).then(
          ({ length }) => length,
          (error: BrokerError) => error.kind,
        ),
      );
    }
    expect(placed.kind).toBe("done");
    expect(lengths).toEqual(new Set([1, "away"]));
  });
});
