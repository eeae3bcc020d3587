/** The practice broker behind whichever face: its fills, what is left after a restart, the end of its day. */
import { beforeEach, expect, test } from "vitest";
import { ASK, ASK_QTY, BID, BID_QTY, LTP } from "#contract/domain/columns.ts";
import { type ChildOrder, SELL } from "#contract/domain/orders/order.ts";
import { epochMs, isoDate } from "#contract/domain/units.ts";
import { makeFuturesRoom } from "#market/__fixtures__/futures-room.ts";
import { accountRow } from "../../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL, TAG } from "../../testing/brokers/child-order.ts";
import { doneOf, openProfiled, type ProfiledBroker } from "../../testing/brokers/profiled-broker.ts";
import { QuotedMarket } from "../../testing/brokers/quoted-market.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { fakeDay } from "../../testing/market/fake-feed.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import type { BrokerSession } from "../port.ts";
import { createPracticeRepository } from "./repository.ts";

const order = (fields: Partial<ChildOrder> = {}): ChildOrder =>
  childOrder({ contract: QUOTED_CALL, lot: 75, ...fields });

onEachDatabase("the practice broker", (database) => {
  let market: QuotedMarket;
  let clock: ManualClock;
  let broker: ProfiledBroker;
  let accountId: string;
  let session: BrokerSession;

  beforeEach(async () => {
    market = new QuotedMarket();
    market.quote(0, 1000, 0, 1000, 0);
    market.quote(1, 1000, 750, 1001, 750);
    market.quote(2, 99.5, 150, 100, 75);
    clock = createManualClock(epochMs(Date.UTC(2026, 6, 27, 6, 45)));
    broker = openProfiled("zerodha", { orm: database().orm, market, clock });
    accountId = await accountRow(database());
    session = await broker.logIn(accountId);
  });

  const placed = async (fields: Partial<ChildOrder> = {}): Promise<string> =>
    doneOf(await broker.port.place(session, order(fields), TAG));
  const booked = async (id: string) => (await broker.port.orders(session)).find((one) => one.id === id);

  test("without quotes it fills a tick from the last price, and says that this is modelled", async () => {
    market = new QuotedMarket();
    market.quote(0, 0, 0, 0, 0, 1000);
    market.quote(2, 0, 0, 0, 0, 100);
    await broker.exchange.stop();
    broker = openProfiled("zerodha", { orm: database().orm, market, clock });
    const id = await placed({ limitPrice: 101 });
    const filled = { status: 2, tradedPrice: 100.05, message: expect.stringMatching(/^Modelled: /) };
    expect(await booked(id)).toMatchObject(filled);
  });

  test("a future in a room whose scale is a currency's: its step, its price and its band are its own", async () => {
    const day = makeFuturesRoom({ TCS: { ltp: 3000, prevClose: 3000 }, USDINR: { ltp: 88.1225 } }, 10_000);
    market.day.rooms.set(day.room, { day, closedPrices: [] });
    await broker.exchange.stop();
    broker = openProfiled("zerodha", { orm: database().orm, market, clock });
    const contract = { exchange: "NSE", underlying: "TCS", expiry: day.expiry, strike: 0, type: "FUT" } as const;
    const future = { contract, lot: 75, qty: 75, limitPrice: 3000.1 };
    expect(await booked(await placed(future))).toMatchObject({ status: 2, limitPrice: 3000.1, tradedPrice: 3000.05 });
    expect(await booked(await placed({ ...future, limitPrice: 3400 }))).toMatchObject({ status: 5, limitPrice: 3400 });
  });

  test("an account whose client id is taken draws another", async () => {
    const drawn = ["PR1", "PR1", "PR2"];
    const accounts = createPracticeRepository(database().orm, undefined, () => drawn.shift() ?? expect.unreachable());
    const opened = [
      await accounts.openAccount(await accountRow(database()), new Date()),
      await accounts.openAccount(await accountRow(database()), new Date()),
    ];
    expect(opened.map(({ clientId }) => clientId)).toEqual(["PR1", "PR2"]);
  });

  test("survives a restart: books, positions, and what rests fills later", async () => {
    await placed({ qty: 75 });
    const id = await placed({ limitPrice: 95 });
    const before = [await broker.port.orders(session), await broker.port.positions(session)];
    await broker.exchange.stop();
    broker = openProfiled("zerodha", { orm: database().orm, market, clock });
    expect([await broker.port.orders(session), await broker.port.positions(session)]).toEqual(before);
    market.quote(2, 94, 150, 94.9, 750);
    await broker.exchange.look();
    expect(await booked(id)).toMatchObject({ status: 2, tradedPrice: 94.9 });
  });

  test("who was deposed fills nothing any more, and does not take over again", async () => {
    broker = openProfiled("zerodha", { orm: database().orm, market, clock, term: 5 });
    const id = await placed({ qty: 75, limitPrice: 95 });
    const deposed = broker;
    broker = openProfiled("zerodha", { orm: database().orm, market, clock, term: 8 });
    expect(await booked(id)).toMatchObject({ status: 6 });
    market.quote(2, 94, 150, 94.9, 750);
    await expect(deposed.exchange.look()).rejects.toThrow("another feed matches");
    expect(await booked(id)).toMatchObject({ status: 6 });
    await broker.exchange.look();
    await expect(deposed.exchange.look()).rejects.toThrow("another feed matches");
    expect(await broker.port.trades(session)).toHaveLength(1);
    await Promise.all([deposed, broker].map(({ exchange }) => exchange.stop()));
    await database().pool.query("delete from practice_leader");
  });

  test("intraday positions are closed before the close, what expires is settled at its worth", async () => {
    await placed({ qty: 75, productType: "INTRADAY" });
    market.at = 921;
    market.quote(2, 98, 750, 98.5, 750);
    await broker.exchange.look();
    const all = await broker.port.positions(session);
    expect(all).toMatchObject([{ productType: "INTRADAY", netQty: 0, realized_profit: -150 }]);
    expect(await broker.port.place(session, order({ productType: "INTRADAY" }), TAG)).toMatchObject({ code: "closed" });
    const id = await placed({ limitPrice: 90 });
    market.at = 1021;
    await broker.exchange.look();
    expect(await booked(id)).toMatchObject({ status: 1 });
  });

  test("of what was carried over, what it had gained by the last close is told apart", async () => {
    market.quote(2, 80, 750, 80, 750);
    market.quote(3, 130, 750, 130, 750);
    await placed({ qty: 75 });
    await placed({ contract: { ...QUOTED_CALL, type: "PE" }, side: SELL, qty: 75 });
    market.nextDay();
    // All closed at 100.
    expect(await broker.port.positions(session)).toMatchObject([
      { netQty: 75, avgPrice: 80, gainedBefore: 75 * 20 },
      { netQty: -75, avgPrice: 130, gainedBefore: 75 * 30 },
    ]);
  });

  test("a contract of currency is settled when it stops trading, hours before the last price of the day", async () => {
    const trading = fakeDay(isoDate("2026-07-29"));
    const room = trading.rooms.find(({ symbol }) => symbol === "USDINR") ?? expect.unreachable();
    const quote = (row: number, price: number): void => {
      const { columns } = room.live;
      for (const field of [LTP, BID, ASK]) columns[field][row] = price * room.priceScale;
      for (const field of [BID_QTY, ASK_QTY]) columns[field][row] = 750;
    };
    market.day = { ...trading, rooms: new Map(trading.rooms.map((day) => [day.room, { day, closedPrices: [] }])) };
    quote(0, 912);
    quote(2, 3);
    await broker.exchange.stop();
    broker = openProfiled("zerodha", { orm: database().orm, market, clock });
    const contract = { ...QUOTED_CALL, underlying: "USDINR", expiry: trading.date };
    await placed({ contract, qty: 75, limitPrice: 3 });
    const lookAt = async (at: number, spot: number) => {
      market.at = at;
      quote(0, spot);
      await broker.exchange.look();
      return broker.port.positions(session);
    };
    expect(await lookAt(749, 914)).toMatchObject([{ netQty: 75, buyAvg: 3 }]);
    expect(await lookAt(750, 915)).toMatchObject([{ netQty: 0, sellAvg: 5 }]);
    expect(await lookAt(1021, 930)).toMatchObject([{ netQty: 0, sellQty: 75, sellAvg: 5 }]);
  });
});
