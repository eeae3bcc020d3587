/**
 * What every broker of the catalogue does, seen through its own adapter over its own face of the practice broker. What a broker
 * does otherwise for a known reason is a trait in `TRAITS`, with the reason.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import { contractId } from "#contract/domain/instruments.ts";
import type { GttOrder } from "#contract/domain/orders/gtt.ts";
import { BUY, type ChildOrder, LIMIT, MARKET, SELL, type Side, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { realizedPnl, unrealizedPnl } from "#contract/domain/orders/pnl.ts";
import { epochMs } from "#contract/domain/units.ts";
import { accountRow } from "../testing/brokers/account-row.ts";
import { childOrder, QUOTED_CALL, TAG } from "../testing/brokers/child-order.ts";
import { doneOf, openProfiled, type ProfiledBroker } from "../testing/brokers/profiled-broker.ts";
import { QuotedMarket } from "../testing/brokers/quoted-market.ts";
import { createManualClock, type ManualClock } from "../testing/manual-clock.ts";
import { onOneDatabase } from "../testing/processes/databases.ts";
import type { BrokerSession, InstrumentRow } from "./port.ts";
import { PROFILES, type ProfileId } from "./profiles.ts";
import { symbolName } from "./symbol-names.ts";

/**
 * Traits, each with its reason. separateMargins: the margin call tells what each leg needs by itself; Fyers' tells the whole.
 * marginOncePer: Upstox' margin call takes no contract twice. signedBy: what requests name beside the token: the app's key, or
 * the user; those of Upstox, Dhan, Alice Blue and XTS have the token alone. tellsMargin: XTS has no such call, Alice Blue's
 * is not adapted. converts: nobody says by which call of Alice Blue. tellsOrders: a second socket of 5paisa ends the first.
 */
const NO_MARGINS = { separateMargins: false, marginOncePer: false, tellsMargin: false } as const;
const TRAITS = {
  zerodha: { separateMargins: true, marginOncePer: false, signedBy: "client" },
  fyers: { separateMargins: false, marginOncePer: false, signedBy: "client" },
  upstox: { separateMargins: true, marginOncePer: true, signedBy: "token" },
  dhan: { separateMargins: false, marginOncePer: false, signedBy: "token" },
  angelone: { separateMargins: false, marginOncePer: false, signedBy: "client" },
  aliceblue: { ...NO_MARGINS, signedBy: "token", converts: false },
  fivepaisa: { separateMargins: false, marginOncePer: false, signedBy: "client", tellsOrders: false },
  shoonya: { separateMargins: true, marginOncePer: false, signedBy: "userId" },
  flattrade: { separateMargins: true, marginOncePer: false, signedBy: "userId" },
  iifl: { ...NO_MARGINS, signedBy: "token" },
  jainam: { ...NO_MARGINS, signedBy: "token" },
} as const satisfies Readonly<Record<ProfileId, object>>;

const IDS = Object.keys(PROFILES) as ProfileId[];
const CALL = QUOTED_CALL;
const FUTURE = { ...CALL, strike: 0, type: "FUT" } as const;

/** 12:15 on a trading day. */
const OPENING = Date.UTC(2026, 6, 27, 6, 45);
/**
 * Numbers of orders begin with the clock's millisecond, and all tests share a database: each has a millisecond of its own, so
 * that none writes over another's order.
 */
let testsBegun = 0;

const RESTING: GttOrder = {
  ...{ contract: CALL, lot: 75, tick: 0.05, side: SELL, productType: "MARGIN", qty: 75, lastPrice: 99.5 },
  legs: [{ trigger: 80, limit: 78 }],
};

const order = (fields: Partial<ChildOrder> = {}): ChildOrder => childOrder({ contract: CALL, lot: 75, ...fields });

onOneDatabase("every broker", (database) => {
  describe.each(IDS)("%s", (id) => {
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
      clock = createManualClock(epochMs(OPENING + testsBegun++));
      broker = openProfiled(id, { orm: database().orm, market, clock });
      accountId = await accountRow(database());
      session = await broker.logIn(accountId);
    });

    const placed = async (fields: Partial<ChildOrder> = {}): Promise<string> =>
      doneOf(await broker.port.place(session, order(fields), TAG));
    const booked = async (id: string) => (await broker.port.orders(session)).find((one) => one.id === id);

    test("a future of the index goes in steps of its own", async () => {
      const odd = order({ contract: FUTURE, limitPrice: 1000.05, qty: 75 });
      expect(await broker.port.place(session, odd, TAG)).toEqual({
        kind: "not-sent",
        why: `${brokerOf(id)?.name} takes prices in steps of 0.1`,
      });
      expect(await placed({ contract: FUTURE, limitPrice: 1000.1, qty: 75 })).not.toBe("");
    });

    test("its list has every contract of the day once, under the name that its parts make", async () => {
      const contracts = (await broker.exchange.contracts()) ?? expect.unreachable();
      const listed = new Map<string, InstrumentRow>();
      for await (const row of broker.port.instruments(contracts.day.date, session)) {
        expect(listed.has(contractId(row.contract))).toBe(false);
        listed.set(contractId(row.contract), row);
      }
      expect(listed.size).toBe(contracts.size);
      for (const { key, lot, isMonthly } of contracts.all) {
        const row = listed.get(contractId(key)) ?? expect.unreachable(contractId(key));
        expect(row).toMatchObject({ lot, tick: contracts.tick(key) });
        expect(symbolName(id, key, isMonthly)).toSatisfy(
          (name: string) => name === row.symbol || name.endsWith(`:${row.symbol}`),
        );
      }
    });

    test("place, fill in part, fill, position, exit: as the adapter sees it", async () => {
      const id = await placed();
      expect(await booked(id)).toMatchObject({
        contract: CALL,
        status: 6,
        qty: 150,
        remainingQuantity: 75,
        tradedPrice: 100,
        tag: TAG,
      });
      market.quote(2, 99.6, 150, 99.9, 300);
      await broker.exchange.look();
      expect(await booked(id)).toMatchObject({ status: 2, remainingQuantity: 0, tradedPrice: 99.95 });
      expect(await broker.port.trades(session)).toMatchObject([
        { orderId: id, qty: 75, price: 100, contract: CALL },
        { orderId: id, qty: 75, price: 99.9 },
      ]);
      expect(await broker.port.positions(session)).toMatchObject([
        { netQty: 150, avgPrice: 99.95, side: BUY, productType: "MARGIN", segment: 11, multiplier: 1, ltp: 99.6 },
      ]);
      const exit = await placed({ side: SELL, type: MARKET, limitPrice: 0 });
      expect(await booked(exit)).toMatchObject({ status: 2, tradedPrice: 99.6 });
      expect(await broker.port.positions(session)).toMatchObject([{ netQty: 0, realized_profit: -52.5 }]);
      const funds = await broker.port.funds(session);
      expect(funds.find(({ title }) => title === "Available Balance")?.amount).toBe(99_99_947.5);
    });

    /** The position, and its profit as the dashboard reckons it. */
    const standing = async () => {
      const [position = expect.unreachable()] = await broker.port.positions(session);
      const tells = brokerOf(id)?.tellsRealized === true;
      const realized = tells ? position.realized_profit : realizedPnl(position, position.multiplier);
      return { position, profit: realized + unrealizedPnl(position, position.ltp, position.multiplier) };
    };
    /** As the only price of the market. */
    const traded = async (side: Side, qty: number, price: number): Promise<void> => {
      market.quote(2, price, 7500, price, 7500);
      await placed({ side, qty, limitPrice: price });
    };

    test.each([
      { side: BUY, net: 150, bought: [225, 282], sold: [75, 287] },
      { side: SELL, net: -150, bought: [75, 287], sold: [225, 282] },
    ] as const)(
      "opened, closed and opened again, from side $side: what came in, what went out, and what is held",
      async ({ side, net, bought, sold }) => {
        await traded(side, 75, 280);
        await traded(side === BUY ? SELL : BUY, 75, 287);
        await traded(side, 150, 283);
        for (const last of [280, 287]) {
          market.quote(2, last, 7500, last, 7500);
          const { position, profit } = await standing();
          expect(position).toMatchObject({ netQty: net, side, buyQty: bought[0], sellQty: sold[0] });
          expect([position.buyAvg, position.sellAvg, position.ltp]).toEqual(
            [bought[1], sold[1], last].map((price) => expect.closeTo(price, 4)),
          );
          expect(profit).toBeCloseTo(sold[0] * sold[1] - bought[0] * bought[1] + net * last, 2);
        }
        await traded(side === BUY ? SELL : BUY, 150, 284);
        const { position, profit } = await standing();
        expect(position).toMatchObject({ netQty: 0, avgPrice: 0, netAvg: 0, buyQty: 225, sellQty: 225 });
        expect(profit).toBeCloseTo(sold[0] * sold[1] - bought[0] * bought[1] + net * 284, 2);
      },
    );

    test("carried into another day: as it was entered, added to, and closed", async () => {
      await traded(SELL, 150, 280);
      market.nextDay();
      await traded(SELL, 75, 310);
      market.quote(2, 300, 7500, 300, 7500);
      const held = await standing();
      expect(held.position).toMatchObject({ netQty: -225, side: SELL, buyQty: 0, sellQty: 225 });
      expect(held.profit).toBeCloseTo(150 * 280 + 75 * 310 - 225 * 300, 2);
      await traded(BUY, 225, 290);
      const closed = await standing();
      expect(closed.position).toMatchObject({ netQty: 0, buyQty: 225, sellQty: 225 });
      expect(closed.profit).toBeCloseTo(150 * 280 + 75 * 310 - 225 * 290, 2);
    });

    test("a write that asks something first waits for its turn after that, and does not go without it", async () => {
      const held = async (): Promise<void> => {
        throw new Error("held");
      };
      await placed({ qty: 75 });
      const resting = await booked(await placed({ limitPrice: 90 }));
      const { port } = broker;
      const [position] = await port.positions(session);
      if (resting === undefined || position === undefined) return expect.unreachable();
      const change = { qty: 225, type: MARKET, limitPrice: 0, stopPrice: 0, disclosedQty: 0 } as const;
      const conversion = { ...position, contract: CALL, lot: 75, qty: 75, from: "MARGIN", to: "INTRADAY" } as const;
      const writes = {
        place: () => port.place(session, order({ type: MARKET, limitPrice: 0 }), TAG, held),
        modify: () => port.modify(session, resting, change, held),
        cancel: () => port.cancel(session, resting, held),
        convert: () => port.convert?.(session, conversion, held),
      };
      const before = [await port.orders(session), await port.positions(session)];
      for (const write of port.readsFirst ?? []) await expect(writes[write](), write).rejects.toThrow("held");
      expect([await port.orders(session), await port.positions(session)]).toEqual(before);
    });

    test("what rests is changed and cancelled, once", async () => {
      const id = await placed({ limitPrice: 90 });
      const resting = (await booked(id)) ?? expect.unreachable();
      const change = { qty: 225, type: LIMIT, limitPrice: 91, stopPrice: 0, disclosedQty: 0 } as const;
      expect((await broker.port.modify(session, resting, change)).kind).toBe("done");
      expect(await booked(id)).toMatchObject({ qty: 225, limitPrice: 91, status: 6 });
      expect((await broker.port.cancel(session, resting)).kind).toBe("done");
      expect(await booked(id)).toMatchObject({ status: 1, remainingQuantity: 0 });
      expect(await broker.port.cancel(session, resting)).toMatchObject({ kind: "refused" });
    });

    test("refuses as the broker does: at once what is malformed, in the book what the exchange or the purse refuses", async () => {
      for (const [fields, code] of [
        [{ qty: 100 }, "quantity"],
        [{ qty: 75 * 30 }, "quantity"],
        [{ type: STOP_LIMIT, stopPrice: 90, limitPrice: 91 }, "order-type"],
      ] as const) {
        expect(await broker.port.place(session, order(fields), TAG)).toMatchObject({ kind: "refused", code });
      }
      const band = await placed({ contract: FUTURE, limitPrice: 500 });
      expect(await booked(band)).toMatchObject({ status: 5, message: expect.stringContaining("price range") });
      await database().pool.query("update practice_account set opening_cash = 1000 where account_id = $1", [accountId]);
      broker = openProfiled(id, { orm: database().orm, market, clock });
      const poor = await placed();
      expect(await booked(poor)).toMatchObject({ status: 5, message: expect.stringMatching(/^Insufficient funds/) });
      expect(await broker.port.trades(session)).toEqual([]);
      market.at = 940;
      expect(await broker.port.place(session, order(), TAG)).toMatchObject({ kind: "refused", code: "closed" });
    });

    test("keeps orders that wait for a price where its row says so: changed, deleted, and fired once", async () => {
      const { gtt } = broker.port;
      expect(gtt !== undefined).toBe(brokerOf(id)?.gtt !== undefined);
      if (gtt === undefined) return;
      const kept = async (number: string) =>
        (await gtt.list(session)).find((one) => one.id === number) ?? expect.unreachable();
      const place = async (legs: GttOrder["legs"], side: Side): Promise<string> => {
        const sent = await gtt.place(session, { ...RESTING, side, legs });
        return sent.kind === "done" ? sent.value : expect.unreachable(JSON.stringify(sent));
      };
      const [low, high] = [
        { trigger: 80, limit: 78 },
        { trigger: 130, limit: 133 },
      ];
      const sale = await place([low, high], SELL);
      const purchase = await place([low, high], BUY);
      const single = await place([low], SELL);
      const shared = { contract: CALL, qty: 75, productType: "MARGIN", status: "active" };
      expect(await kept(sale)).toMatchObject({ ...shared, side: SELL, legs: [low, high] });
      expect(await kept(purchase)).toMatchObject({ ...shared, side: BUY, legs: [low, high] });
      const change = { qty: 150, legs: [{ trigger: 70, limit: 69 }], lastPrice: 99.5 };
      expect((await gtt.modify(session, await kept(single), change)).kind).toBe("done");
      expect(await kept(single)).toMatchObject({ qty: 150, legs: change.legs, status: "active", isChangeable: true });
      expect((await gtt.delete(session, await kept(purchase))).kind).toBe("done");
      expect((await kept(purchase)).status).toMatch(/^(deleted|cancelled)$/);
      expect(await gtt.delete(session, await kept(purchase))).toMatchObject({ kind: "refused" });
      market.quote(2, 75, 150, 76, 150, 75);
      await broker.exchange.look();
      await broker.exchange.look();
      expect((await kept(sale)).status).toBe("triggered");
      expect((await kept(single)).status).toBe("active");
      expect(await broker.port.orders(session)).toMatchObject([
        { side: SELL, qty: 75, limitPrice: 78, contract: CALL },
      ]);
      expect(await gtt.place(session, { ...RESTING, qty: 80 })).toMatchObject({ kind: "refused" });
    });

    test("tells the order stream of every change, and ends with its signal", async () => {
      const ending = new AbortController();
      const ids: string[] = [];
      const isTold = !("tellsOrders" in TRAITS[id]);
      expect(broker.port.events !== undefined).toBe(isTold);
      if (!isTold) return;
      const events = broker.port.events?.(session, ending.signal) ?? expect.unreachable();
      const listening = (async () => {
        for await (const event of events) ids.push(event.type === "order" ? event.id : "?");
      })();
      // What is placed before the stream is open is not told by it: the book is read then.
      const own: string[] = [];
      await expect
        .poll(
          async () => {
            market.quote(2, 99.5, 150, 100, 75);
            own.push(await placed({ limitPrice: 90 }));
            market.quote(2, 89, 150, 90, 750);
            await broker.exchange.look();
            return ids.length;
          },
          { timeout: 10_000, interval: 100 },
        )
        .toBeGreaterThan(0);
      expect(own).toEqual(expect.arrayContaining([...new Set(ids)]));
      ending.abort();
      await listening;
    });

    test("nobody sees or touches another's", async () => {
      const mine = (await booked(await placed({ limitPrice: 90 }))) ?? expect.unreachable();
      const theirs = await broker.logIn(await accountRow(database()));
      expect(await broker.port.orders(theirs)).toEqual([]);
      expect(await broker.port.cancel(theirs, mine)).toMatchObject({ kind: "refused" });
      const { signedBy } = TRAITS[id];
      const forged = signedBy === "token" ? { secrets: { accessToken: "made up" } } : { [signedBy]: "another" };
      await expect(broker.port.orders({ ...theirs, ...forged })).rejects.toMatchObject({ kind: "session" });
      await broker.port.end(session);
      await expect(broker.port.orders(session)).rejects.toMatchObject({ kind: "session" });
      expect(await broker.port.place(session, order(), TAG)).toMatchObject({ kind: "refused", code: "session" });
    });

    test("positions are converted at their cost, and margins are those of the whole basket", async () => {
      await placed({ qty: 75 });
      const conversion = {
        contract: CALL,
        symbol: "",
        side: BUY,
        qty: 75,
        lot: 75,
        from: "MARGIN",
        to: "INTRADAY",
      } as const;
      const converts = !("converts" in TRAITS[id]);
      expect(broker.port.convert !== undefined).toBe(converts);
      if (converts) {
        expect((await broker.port.convert?.(session, conversion))?.kind).toBe("done");
        expect((await broker.port.convert?.(session, conversion))?.kind).toBe("refused");
        const positions = await broker.port.positions(session);
        expect(positions.filter(({ netQty }) => netQty !== 0)).toMatchObject([
          { productType: "INTRADAY", netQty: 75, avgPrice: 100 },
        ]);
      }
      expect(await broker.port.trades(session)).toHaveLength(1);
      const long = order({ contract: FUTURE, limitPrice: 1000 });
      const both = [long, order({ contract: FUTURE, limitPrice: 1000, side: SELL })];
      const { separateMargins, marginOncePer, ...rest } = TRAITS[id];
      expect(broker.port.margin !== undefined).toBe(!("tellsMargin" in rest));
      if (broker.port.margin === undefined) return;
      if (marginOncePer) {
        await expect(broker.port.margin?.(session, both)).rejects.toMatchObject({ kind: "refused" });
      }
      const legs = marginOncePer ? [long] : both;
      const margin = await broker.port.margin?.(session, legs);
      expect(margin?.separately).toBe(separateMargins ? legs.length * 150 * 1000 * 0.12 : undefined);
      expect(margin?.required).toBe(150 * 1000 * 0.12);
    });
  });
});
