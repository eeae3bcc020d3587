/**
 * Histories of orders over a broker that goes wrong, in virtual time: crashes, double presses, lost answers, old books. What
 * users are told is compared with what the broker really has.
 *
 *     npm run soak -- order-histories                       # 20,000 over each broker's wire
 *     ORDER_BROKER=upstox npm run soak -- order-histories   # over one
 */
import { expect, test } from "vitest";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { GttOrder } from "#contract/domain/orders/gtt.ts";
import { BUY, type ChildOrder, LIMIT, SELL } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { BrokerPort, GttPort } from "../../../brokers/port.ts";
import { PROFILES, type ProfileId } from "../../../brokers/profiles.ts";
import type { Database } from "../../../platform/database/db.ts";
import { FaultBroker, sessionOf } from "../../../testing/brokers/fault-broker.ts";
import { faultyBroker } from "../../../testing/brokers/faulty-broker.ts";
import {
  added,
  type HistoryOptions,
  nothing,
  playHistory,
  type Report,
} from "../../../testing/brokers/order-history.ts";
import { MAIN_DATABASE, onEachDatabase, onOneDatabase } from "../../../testing/processes/databases.ts";

const INTENTS = Number(process.env["ORDER_INTENTS"] ?? 400);
/** How the last of a history become known takes as long as forty presses, however many there were. */
const PER_SEED = Math.max(40, Math.ceil(INTENTS / 50));
const SEEDS = Math.ceil(INTENTS / PER_SEED);
/** A profile that all intents go over, or 'each'; left out: a few go over each. */
const ONLY = process.env["ORDER_BROKER"];
const IDS = (Object.keys(PROFILES) as ProfileId[]).filter((id) => ONLY === undefined || ONLY === "each" || id === ONLY);

const CONTRACT: ContractKey = {
  exchange: "NSE",
  underlying: "NIFTY",
  expiry: isoDate("2026-07-28"),
  strike: 24_600,
  type: "CE",
};

/** Each order has a price of its own: so it is known in the broker's book. */
const orderAt = (limitPrice: number, contract = CONTRACT): ChildOrder => ({
  contract,
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

/** Each has a trigger of its own. */
const gttAt = (price: number, trigger = Number(price.toFixed(2))): GttOrder => ({
  ...{ contract: CONTRACT, lot: 75, tick: 0.05, side: SELL, productType: "MARGIN", qty: 75, lastPrice: 1000 },
  legs: [
    { trigger, limit: trigger },
    { trigger: 2000, limit: 2000 },
  ],
});

/** A broker behind the port, as wrong as can be. */
const scripted =
  (disturbed: (broker: FaultBroker) => BrokerPort = (broker) => broker, isUntagged = false): HistoryOptions["world"] =>
  ({ clock, random }) =>
  async (accountId) => {
    const broker = new FaultBroker({ clock, random, isFaulty: true, isUntagged });
    return {
      port: disturbed(broker),
      session: sessionOf(accountId),
      truth: async () => broker.book.map(({ order }) => order),
      gtts: async () => broker.gtts,
      changesGtts: true,
      sent: broker.sent,
      veryLate: broker.veryLate,
      heal: () => broker.heal(),
    };
  };

/** Sends again what nobody answered, as a well-meant helper would. */
const retrying = (broker: FaultBroker): BrokerPort =>
  new Proxy(broker, {
    get(target, name) {
      if (name === "gtt") {
        const place: GttPort["place"] = async (...gtt) => {
          const sent = await target.gtt.place(...gtt);
          return sent.kind === "unknown" ? target.gtt.place(...gtt) : sent;
        };
        return { ...target.gtt, place };
      }
      if (name !== "place") {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      const place: BrokerPort["place"] = async (session, order, tag) => {
        const sent = await target.place(session, order, tag);
        return sent.kind === "unknown" ? target.place(session, order, tag) : sent;
      };
      return place;
    },
  });

const NONE_WRONG: Partial<Report> = {
  duplicates: 0,
  wrongFailed: 0,
  wrongDone: 0,
  untold: 0,
  stateless: 0,
  sentTwice: 0,
  sentVoid: 0,
};

async function histories(seeds: number, options: Omit<HistoryOptions, "seed">): Promise<Report> {
  let report = nothing();
  for (let seed = 1; seed <= seeds; seed++) report = added(report, await playHistory({ ...options, seed }));
  return report;
}

/** The embedded database has one connection, and takes half as long again; PostgreSQL's histories differ in nothing but its locks. */
const seedsFor = ({ kind }: Database): number => (kind === MAIN_DATABASE ? SEEDS : Math.ceil(SEEDS / 5));

onEachDatabase("orders over a broker that goes wrong", (database) => {
  test.skipIf(ONLY)(
    `${INTENTS} in ${SEEDS} histories: none twice, none told wrong, none without a state`,
    {
      timeout: 3_600_000,
    },
    async () => {
      const seeds = seedsFor(database());
      const order = (number: number) => orderAt(100 + number * 0.05);
      const report = await histories(seeds, { database: database(), intents: PER_SEED, world: scripted(), order });
      console.log(JSON.stringify(report));
      expect(report.intents).toBeGreaterThan(PER_SEED * seeds * 0.95);
      expect(report.placed).toBeGreaterThan(report.intents / 2);
      expect(report).toMatchObject(NONE_WRONG);
    },
  );

  test.skipIf(ONLY)(
    "the same where books give no tags back, and many orders look alike",
    { timeout: 3_600_000 },
    async () => {
      // Many short ones: what is given up too soon shows in the first orders of a history.
      const [seeds, intents] = [seedsFor(database()), Math.ceil(PER_SEED / 5)];
      // Two prices for all of them: most have twins.
      const order = (number: number) => orderAt(100 + (number % 2) * 0.05);
      const world = scripted(undefined, true);
      const report = await histories(seeds, { database: database(), intents, world, order });
      console.log(JSON.stringify(report));
      expect(report.intents).toBeGreaterThan(intents * seeds * 0.95);
      expect(report.placed).toBeGreaterThan(report.intents / 3);
      // Without the rule that twins wait, more than one in twenty stays so: nobody can tell them apart.
      expect(report.stillUnknown).toBeLessThan(report.intents / 50 + 1);
      expect(report).toMatchObject(NONE_WRONG);
    },
  );

  test.skipIf(ONLY)("the same where half of it rests until a price is reached", { timeout: 3_600_000 }, async () => {
    const seeds = Math.ceil(seedsFor(database()) / 2);
    const order = (number: number) => orderAt(100 + number * 0.05);
    const gtt = (number: number) => gttAt(100 + number * 0.05);
    const report = await histories(seeds, { database: database(), intents: PER_SEED, world: scripted(), order, gtt });
    console.log(JSON.stringify(report));
    expect(report.intents).toBeGreaterThan(PER_SEED * seeds * 0.95);
    expect(report.placed).toBeGreaterThan(report.intents / 3);
    expect(report.stillUnknown).toBeLessThan(report.intents / 50 + 1);
    expect(report).toMatchObject(NONE_WRONG);
    const again = { database: database(), intents: PER_SEED, world: scripted(retrying), order, gtt };
    const retried = await histories(1, again);
    expect(retried.duplicates).toBeGreaterThan(0);
  });

  test.skipIf(ONLY)("a retry on a timeout does not pass", { timeout: 300_000 }, async () => {
    const order = (number: number) => orderAt(100 + number * 0.05);
    const again = { database: database(), intents: PER_SEED, world: scripted(retrying), order };
    const report = await histories(1, again);
    expect(report.duplicates).toBeGreaterThan(0);
    expect(report.sentTwice).toBeGreaterThan(0);
  });
});

onOneDatabase("orders over a broker's wire that goes wrong", (database) => {
  const seeds = ONLY === undefined ? 1 : SEEDS;
  const KEEPING = IDS.filter((id) => brokerOf(id)?.gtt !== undefined);
  test.each(KEEPING)(
    "none twice, none told wrong over %s's wire, half of it resting",
    { timeout: 3_600_000 },
    async (id) => {
      const contract: ContractKey = { ...CONTRACT, strike: 910 };
      const order = (number: number) => orderAt(80 + number * 0.05, contract);
      const gtt = (number: number) => ({ ...gttAt(40 + number * 0.05), contract, lastPrice: 99.5 });
      const world = faultyBroker(id, database());
      const report = await histories(seeds, { database: database(), intents: PER_SEED, world, order, gtt });
      console.log(JSON.stringify(report));
      expect(report.placed).toBeGreaterThan(report.intents / 3);
      expect(report).toMatchObject(NONE_WRONG);
    },
  );

  test.each(IDS)("the same over %s's wire, none of it resting", { timeout: 7_200_000 }, async (id) => {
    const contract: ContractKey = { ...CONTRACT, strike: 910 };
    const order = (number: number) => orderAt(80 + number * 0.05, contract);
    const world = faultyBroker(id, database());
    const report = await histories(seeds, { database: database(), intents: PER_SEED, world, order });
    console.log(JSON.stringify(report));
    expect(report.intents).toBeGreaterThan(PER_SEED * seeds * 0.95);
    expect(report.placed).toBeGreaterThan(report.intents / 2);
    expect(report).toMatchObject(NONE_WRONG);
  });
});
