/** Every adapter against a practice broker on a bad day: what it says of an order is never wrong, in process and on the wire. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../platform/clocks.ts";
import { accountRow } from "../../testing/brokers/account-row.ts";
import { FAULTS, type FaultKind, type FaultPlan, withFaults } from "../../testing/brokers/faults.ts";
import { openProfiled, type ProfiledBroker } from "../../testing/brokers/profiled-broker.ts";
import { LIMIT_ORDER, QuotedMarket } from "../../testing/brokers/quoted-market.ts";
import { serveFace } from "../../testing/brokers/served-face.ts";
import { onOneDatabase } from "../../testing/processes/databases.ts";
import { ADAPTED } from "../catalogue.ts";
import { BrokerError, type BrokerPort, type BrokerSession, type Sent } from "../port.ts";
import { PROFILES, type ProfileId } from "../profiles.ts";

const ORDERS = Number(process.env["FAULTED_ORDERS"] ?? 100);
const SEEDS = Number(process.env["FAULT_SEEDS"] ?? 1);
/** One by which every fault hits a hundred orders. */
const FIRST_SEED = 500;
/** Of the order stream alone. */
const OF_STREAM: ReadonlySet<FaultKind> = new Set(["twice"]);
const LATE_MS = 30;
/** Whose 'too many requests' is no refusal: users of Angel One saw orders placed behind it. */
const RATE_IN_DOUBT: ReadonlySet<ProfileId> = new Set(["angelone"]);
const PLAN = { share: 0.5, kinds: FAULTS, delayMs: 5, lateMs: LATE_MS } as const;

onOneDatabase("every broker on a bad day", (database) => {
  describe.each(Object.keys(PROFILES) as ProfileId[])("%s", (id) => {
    const { face: kind } = ADAPTED[id];
    let broker: ProfiledBroker;

    beforeAll(() => {
      const market = new QuotedMarket();
      market.quote(0, 1000, 0, 1000, 0);
      market.quote(2, 99.5, 150, 100, 75);
      broker = openProfiled(id, { orm: database().orm, market, clock: systemClock });
    });
    afterAll(() => broker.exchange.stop());

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
      const book = await broker.port.orders(session);
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

    const logIn = async (port: BrokerPort): Promise<BrokerSession> => broker.logIn(await accountRow(database()), port);

    test(`${ORDERS} orders: what is done is in the book once, what is refused is not`, {
      timeout: SEEDS * 60_000,
    }, async () => {
      const hits = new Set<FaultKind>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        const plan: FaultPlan = { ...PLAN, seed, tell: (kind) => void hits.add(kind) };
        const faulty = withFaults(kind, broker.face, plan, systemClock);
        const port = broker.over(faulty.fetch);
        const outcome = check(await history(port, await logIn(port)));
        expect(outcome).toEqual(new Set(["done", "refused", "unknown"]));
      }
      expect(FAULTS.filter((kind) => !hits.has(kind) && !OF_STREAM.has(kind))).toEqual([]);
    });

    test("the same over TCP, where a drop is a drop; and nobody at the port is 'not sent'", {
      timeout: 60_000,
    }, async () => {
      const served = await serveFace(withFaults(kind, broker.face, { ...PLAN, seed: 99 }, systemClock).fetch);
      const port = broker.over(fetch, served.origin);
      const session = await logIn(port);
      check(await history(port, session));
      await served.close();
      // A connection that was kept is found broken first: nobody can know what went over it.
      expect((await port.place(session, LIMIT_ORDER, "SKEPT")).kind).not.toBe("done");
      expect((await port.place(session, LIMIT_ORDER, "SNOBODY")).kind).toBe("not-sent");
    });

    test("one seed does the same again", async () => {
      const plan: FaultPlan = { seed: 7, share: 0.5, kinds: ["tick", "rate", "html"] };
      const codes = async (): Promise<string[]> => {
        const port = broker.over(withFaults(kind, broker.face, plan, systemClock).fetch);
        const session = await logIn(port);
        const told: string[] = [];
        for (let at = 0; at < 20; at++) {
          const answer = await port.place(session, LIMIT_ORDER, `S${at}`);
          told.push(answer.kind === "refused" ? answer.code : answer.kind);
        }
        return told;
      };
      const [first, second] = [await codes(), await codes()];
      expect(first).toEqual(second);
      const told = ["done", "tick", "unknown"];
      expect(new Set(first)).toEqual(new Set(RATE_IN_DOUBT.has(id) ? told : [...told, "rate"]));
    });

    test("the book of a bad moment is read anew, or not at all: never half", async () => {
      const kinds = ["stale-book", "cut-book"] as const;
      const port = broker.over(withFaults(kind, broker.face, { seed: 3, share: 0.7, kinds }, systemClock).fetch);
      const session = await logIn(port);
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
});
