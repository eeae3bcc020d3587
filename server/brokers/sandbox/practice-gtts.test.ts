/** Orders that the practice broker keeps until a price is reached, as Kite's adapter sees them. */
import { beforeEach, expect, test } from "vitest";
import type { BookGtt, GttOrder } from "#contract/domain/orders/gtt.ts";
import { SELL } from "#contract/domain/orders/order.ts";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import { epochMs, isoDate } from "#contract/domain/units.ts";
import { accountRow } from "../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import { withFaults } from "../../testing/brokers/faults.ts";
import { doneOf, openProfiled, type ProfiledBroker } from "../../testing/brokers/profiled-broker.ts";
import { QuotedMarket } from "../../testing/brokers/quoted-market.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import type { BrokerSession, GttPort } from "../port.ts";
import { KITE } from "./faces/kite/face.ts";

const OCO: GttOrder = {
  ...{ contract: QUOTED_CALL, lot: 75, tick: 0.05, side: SELL, productType: "MARGIN", qty: 75, lastPrice: 99.5 },
  legs: [
    { trigger: 80, limit: 78 },
    { trigger: 130, limit: 130 },
  ],
};
const SINGLE: GttOrder = { ...OCO, legs: [{ trigger: 80, limit: 78 }] };
const OPENED = Date.UTC(2026, 6, 27, 6, 45);

onEachDatabase("what rests at the practice broker", (database) => {
  let market: QuotedMarket;
  let clock: ManualClock;
  let broker: ProfiledBroker;
  let accountId: string;
  let session: BrokerSession;
  let tests = 0;

  const open = (): ProfiledBroker => openProfiled("zerodha", { orm: database().orm, market, clock });
  const gttOf = ({ port }: ProfiledBroker = broker): GttPort => port.gtt ?? expect.unreachable();
  beforeEach(async () => {
    market = new QuotedMarket();
    market.quote(0, 1000, 0, 1000, 0);
    market.quote(1, 1000, 750, 1001, 750);
    market.quote(2, 99.5, 150, 100, 150);
    // Numbers of orders begin with the time: tests of one database do not share one.
    clock = createManualClock(epochMs(OPENED - tests++));
    broker = open();
    accountId = await accountRow(database());
    session = await broker.logIn(accountId);
    const bought = childOrder({ contract: QUOTED_CALL, lot: 75, qty: 75 });
    expect((await broker.port.place(session, bought, TAG)).kind).toBe("done");
  });

  const placed = async (gtt: GttOrder): Promise<string> => doneOf(await gttOf().place(session, gtt));
  const kept = async (id: string): Promise<BookGtt> =>
    (await gttOf().list(session)).find((gtt) => gtt.id === id) ?? expect.unreachable();
  /** But for the first, which bought. */
  const fired = async () => (await broker.port.orders(session)).slice(1);
  const priceIs = async (ltp: number): Promise<void> => {
    market.quote(2, ltp - 0.5, 150, ltp, 150, ltp);
    await broker.exchange.look();
  };

  test("an OCO: its target fires its order, which fills like any other, and the stop is over with it", async () => {
    const id = await placed(OCO);
    const { createdAt, ...resting } = await kept(id);
    expect(resting).toMatchObject({
      ...{ contract: QUOTED_CALL, side: SELL, productType: "MARGIN", qty: 75, legs: OCO.legs, lastPrice: 99.5 },
      ...{ status: "active", isChangeable: true, message: "", expiresAt: "2026-07-28 15:30:00" },
    });
    expect(createdAt).toBe("2026-07-27 12:15:00");
    await priceIs(129.95);
    expect(await fired()).toEqual([]);
    await priceIs(130.5);
    const [order, ...others] = await fired();
    expect(others).toEqual([]);
    expect(order).toMatchObject({ side: SELL, type: 1, qty: 75, limitPrice: 130, status: 2, tradedPrice: 130 });
    expect(await kept(id)).toMatchObject({ status: "triggered", message: `Order ${order?.id}` });
    await priceIs(70);
    expect(await fired()).toHaveLength(1);
    expect(await broker.port.positions(session)).toMatchObject([{ netQty: 0 }]);
  });

  test("its times are the exchange's, as those of every book, whatever the wall shows", async () => {
    market.at = 800;
    const id = await placed({ ...SINGLE, legs: [{ trigger: 80, limit: 90 }] });
    expect((await kept(id)).createdAt).toBe("2026-07-27 13:20:00");
    market.at = 810;
    await priceIs(79);
    expect((await kept(id)).createdAt).toBe("2026-07-27 13:20:00");
    expect((await broker.port.orders(session)).at(-1)?.orderDateTime).toBe("2026-07-27 13:30:00");
  });

  test("a single trigger below the price waits for a fall, one above it for a rise; a limit out of reach rests", async () => {
    const below = await placed({ ...SINGLE, legs: [{ trigger: 80, limit: 90 }] });
    const above = await placed({ ...SINGLE, legs: [{ trigger: 120, limit: 119 }] });
    await priceIs(79);
    expect((await kept(below)).status).toBe("triggered");
    expect((await kept(above)).status).toBe("active");
    expect(await fired()).toMatchObject([{ limitPrice: 90, status: 6 }]);
  });

  test("it survives a restart, and fires once only", async () => {
    const id = await placed(OCO);
    await broker.exchange.stop();
    market.quote(2, 75, 150, 76, 150, 75);
    clock = createManualClock(epochMs(OPENED + 1000));
    broker = open();
    await broker.exchange.look();
    await broker.exchange.look();
    expect(await fired()).toMatchObject([{ limitPrice: 78, status: 6 }]);
    await broker.exchange.stop();
    broker = open();
    await broker.exchange.look();
    expect(await fired()).toHaveLength(1);
    expect((await kept(id)).status).toBe("triggered");
  });

  test("outside the contract's hours no price fires it", async () => {
    const id = await placed(OCO);
    market.at = 500;
    await priceIs(75);
    expect((await kept(id)).status).toBe("active");
    market.at = 560;
    await priceIs(75);
    expect((await kept(id)).status).toBe("triggered");
  });

  test("it ends with its contract, and after a year", async () => {
    const withContract = await placed(OCO);
    market.day = { ...market.day, date: isoDate("2026-07-28") };
    market.at = 929;
    await broker.exchange.look();
    expect((await kept(withContract)).status).toBe("active");
    market.at = 930;
    await broker.exchange.look();
    expect((await kept(withContract)).status).toBe("expired");
    market = new QuotedMarket();
    market.quote(2, 99.5, 150, 100, 150);
    /** The server runs again so many days later, on a day of the same exchange. */
    const after = async (days: number): Promise<void> => {
      await broker.exchange.stop();
      clock = createManualClock(epochMs(OPENED + days * DAY_MS));
      broker = open();
      await broker.exchange.look();
    };
    await after(0);
    await placed(OCO);
    const last = async () => (await broker.exchange.gtts.of(accountId)).at(-1)?.status;
    await after(364);
    expect(await last()).toBe("active");
    await after(365);
    expect(await last()).toBe("expired");
  });

  test("what cannot be paid for is triggered in vain, and says why", async () => {
    await database().pool.query("update practice_account set opening_cash = 1 where account_id = $1", [accountId]);
    await broker.exchange.stop();
    broker = open();
    const id = await placed({ ...SINGLE, qty: 150 });
    await priceIs(79);
    expect(await fired()).toMatchObject([{ status: 5, message: expect.stringMatching(/^Insufficient funds/) }]);
    expect(await kept(id)).toMatchObject({
      status: "triggered",
      message: expect.stringMatching(/^Insufficient funds/),
    });
  });

  test("it is changed and deleted while it is active, by whoever placed it", async () => {
    const id = await placed(OCO);
    const gtt = await kept(id);
    const change = {
      qty: 150,
      lastPrice: 100,
      legs: [OCO.legs[0] ?? expect.unreachable(), { trigger: 140, limit: 139 }],
    };
    expect((await gttOf().modify(session, gtt, change)).kind).toBe("done");
    expect(await kept(id)).toMatchObject({ ...change, status: "active" });
    const theirs = await broker.logIn(await accountRow(database()));
    expect(await gttOf().list(theirs)).toEqual([]);
    expect(await gttOf().delete(theirs, gtt)).toMatchObject({ kind: "refused" });
    expect((await gttOf().delete(session, gtt)).kind).toBe("done");
    expect((await kept(id)).status).toBe("deleted");
    expect(await gttOf().delete(session, gtt)).toMatchObject({ kind: "refused" });
    expect(await gttOf().modify(session, gtt, change)).toMatchObject({ kind: "refused" });
    await priceIs(75);
    expect(await fired()).toEqual([]);
  });

  test.each([
    ["a side that is wrong", { lastPrice: 140 }],
    ["a trigger at the last price", { ...SINGLE, lastPrice: 80 }],
    ["a trigger too near", { ...SINGLE, lastPrice: 80.1 }],
    ["part of a lot", { qty: 80 }],
    ["more than the freeze quantity", { qty: 75 * 30 }],
  ])("refuses %s", async (_, fields) => {
    expect(await gttOf().place(session, { ...OCO, ...fields })).toMatchObject({ kind: "refused" });
    expect(await gttOf().list(session)).toEqual([]);
  });

  test("what is not in the broker's steps, or of a product that it does not keep, is not sent", async () => {
    const odd = { ...SINGLE, legs: [{ trigger: 80.01, limit: 78 }] };
    expect(await gttOf().place(session, odd)).toEqual({
      kind: "not-sent",
      why: "Zerodha takes prices in steps of 0.05",
    });
    expect(await gttOf().place(session, { ...SINGLE, productType: "INTRADAY" })).toMatchObject({ kind: "refused" });
  });

  test("what goes wrong before or after it is placed is unknown, and the list tells", async () => {
    for (const [kind, count] of [
      ["drop-after", 1],
      ["failed-after", 2],
      ["bad-gateway-before", 2],
      ["drop-before", 2],
    ] as const) {
      const faulty = withFaults(KITE, broker.face, { seed: 1, share: 1, kinds: [kind] }, clock);
      const sent = await gttOf({ ...broker, port: broker.over(faulty.fetch) }).place(session, OCO);
      expect(sent.kind).toBe("unknown");
      expect(await gttOf().list(session)).toHaveLength(count);
    }
    const refused = withFaults(KITE, broker.face, { seed: 1, share: 1, kinds: ["address"] }, clock);
    const answer = await gttOf({ ...broker, port: broker.over(refused.fetch) }).place(session, OCO);
    expect(answer).toMatchObject({ kind: "refused", code: "address" });
  });
});
