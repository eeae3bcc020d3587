/**
 * 5paisa through its open API.
 *
 *     const port = createFivepaisa({ outbound, api: "https://Openapi.5paisa.com", app: { key, secret: "encryption key|user id" }, ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { brokerOf, loginAddress } from "#contract/domain/account/brokers.ts";
import { LIMIT, type OrderChange, type Side, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { type AdapterOptions, codeOf, dailyOf } from "../adapter.ts";
import { type Exchanged, exchange, readFirst } from "../asking.ts";
import { downloaded } from "../packed-lists.ts";
import type { BrokerPort, BrokerSession, Sent, Start } from "../port.ts";
import { factsOf, nextIst, PROFILES } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { hasTrigger, protectedLimit } from "../ticks.ts";
import { dataOf, NAME, placedOf, sentOf } from "./answers.ts";
import {
  conversionBody,
  fundsOf,
  holdingsOf,
  type Limited,
  marginItem,
  modifyBody,
  orderOf,
  placeBody,
  positionOf,
  tradeOf,
} from "./map.ts";
import { LIST, type PaisaInstrument, paisaName, readInstruments } from "./symbols.ts";
import {
  DONE,
  FUNDS,
  HOLDINGS,
  MARGIN,
  ORDER_BOOK,
  type PaisaOrder,
  PLACED,
  POSITIONS,
  QUOTE,
  TOKEN,
  TRADE_BOOK,
} from "./wire.ts";

const SERVICE = "/VendorsAPI/Service1.svc/";
const NOT_TAKEN: Sent<never> = { kind: "not-sent", why: "this kind of order is not taken" };
const NOT_THERE: Sent<never> = { kind: "refused", code: "not-open", message: "The order is not in the broker's book" };
const NOT_YET: Sent<never> = { kind: "not-sent", why: "the exchange has not taken the order yet" };

export function createFivepaisa(options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, app, clock } = options;
  const facts = factsOf("fivepaisa", options.isPractice);
  const { percent } = PROFILES.fivepaisa.marketOrders;
  const [encryptionKey = "", vendorId = ""] = app.secret.split("|");
  /** 5paisa has no call that ends a token: those that were ended here are not used again. */
  const ended = new Set<string>();

  const ask = async (session: BrokerSession, call: string, body: object = {}): Promise<Exchanged> => {
    const { accessToken = "" } = session.secrets;
    if (ended.has(accessToken)) return OVER;
    return exchange(NAME, outbound, api + SERVICE + call, {
      method: "POST",
      headers: { Authorization: `bearer ${accessToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ head: { key: session.client }, body: { ClientCode: session.userId, ...body } }),
    });
  };

  const list = () => readInstruments(downloaded(NAME, outbound, lists + LIST));
  const symbols = new DailyList({
    broker: NAME,
    maxTag: facts.maxTag,
    read: list,
    nameOf: paisaName,
    ...dailyOf(options),
  });

  const book = async (session: BrokerSession): Promise<readonly PaisaOrder[]> =>
    dataOf(NAME, await ask(session, "V3/OrderBook"), ORDER_BOOK, { empty: { OrderBookDetail: [] } }).OrderBookDetail;

  /** Orders at the market are refused: a limit beyond the last price, or beyond the trigger, takes their place. */
  const limited = async <Wish extends OrderChange>(
    session: BrokerSession,
    wish: Wish,
    side: Side,
    row: PaisaInstrument,
  ): Promise<Wish & Limited> => {
    const { type } = wish;
    if (type === LIMIT || type === STOP_LIMIT) return { ...wish, type };
    const beyond = (price: number) => protectedLimit(price, side, percent, row.tick);
    if (hasTrigger(type)) return { ...wish, type: STOP_LIMIT, limitPrice: beyond(wish.stopPrice) };
    const scrip = { Exch: row.exchange, ExchType: row.segment, ScripCode: Number(row.token) };
    const asked = await ask(session, "V1/MarketFeed", {
      ...{ MarketFeedData: [scrip], ClientLoginType: 0, LastRequestTime: "/Date(0)/", RefreshRate: "H" },
    });
    return { ...wish, type: LIMIT, limitPrice: beyond(dataOf(NAME, asked, QUOTE).Data[0].LastRate) };
  };

  /**
   * Changes and cancellations go by the exchange's number, which the book has.
   * @param read what else has to be read before the turn of the write
   */
  const about = <Wish>(
    session: BrokerSession,
    id: string,
    read: () => Promise<Wish>,
    write: (ExchOrderID: string, wish: Wish) => Promise<Sent<void>>,
    start?: Start,
  ): Promise<Sent<void>> =>
    readFirst(
      () => Promise.all([book(session), read()]),
      async ([rows, wish]) => {
        const row = rows.find(({ BrokerOrderId }) => BrokerOrderId === id);
        if (row === undefined) return NOT_THERE;
        return row.ExchOrderID === "" || row.ExchOrderID === "0" ? NOT_YET : write(row.ExchOrderID, wish);
      },
      start,
    );

  return {
    facts,

    begin: async ({ redirect }) => {
      const broker = brokerOf(facts.id);
      return broker && loginAddress(broker, app.key, new URL(redirect).origin);
    },

    async connect(token) {
      const asked = await exchange(NAME, outbound, `${api}${SERVICE}GetAccessToken`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          head: { Key: app.key },
          body: {
            RequestToken: codeOf(token),
            EncryKey: encryptionKey,
            UserId: vendorId,
          },
        }),
      });
      const made = dataOf(NAME, asked, TOKEN, { isLogin: true });
      return {
        broker: facts.id,
        client: app.key,
        userId: made.ClientCode,
        name: made.ClientCode,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets: { accessToken: made.AccessToken },
      };
    },

    async end({ secrets }) {
      ended.add(secrets["accessToken"] ?? "");
    },

    instruments: list,
    prepare: (session, contract) => symbols.prepare(session, contract),
    readsFirst: ["place", "modify", "cancel"],

    place: (session, order, tag, start) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, (row) =>
        readFirst(
          () => limited(session, order, order.side, row),
          async (wish) => {
            const body = placeBody(wish, row, tag);
            if (body === undefined) return NOT_TAKEN;
            const asked = await ask(session, "V1/PlaceOrderRequest", body);
            return placedOf(NAME, asked, PLACED, ({ BrokerOrderID }) => BrokerOrderID);
          },
          start,
        ),
      ),

    modify: (session, order, change, start) =>
      symbols.writing(session, { contract: order.contract, prices: change }, (row) =>
        about(
          session,
          order.id,
          () => limited(session, change, order.side, row),
          async (exchangeId, wish) => {
            const asked = await ask(session, "V1/ModifyOrderRequest", modifyBody(wish, exchangeId, row.tick));
            return sentOf(NAME, asked, DONE, () => undefined);
          },
          start,
        ),
      ),

    cancel: (session, { id }, start) =>
      about(
        session,
        id,
        async () => undefined,
        async (ExchOrderID) =>
          sentOf(NAME, await ask(session, "V1/CancelOrderRequest", { ExchOrderID }), DONE, () => undefined),
        start,
      ),

    async orders(session) {
      const rows = await book(session);
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const asked = await ask(session, "V1/TradeBook");
      const { TradeBookDetail: rows } = dataOf(NAME, asked, TRADE_BOOK, { empty: { TradeBookDetail: [] } });
      if (rows.length === 0) return [];
      const orderIds = new Map((await book(session)).map((row) => [row.ExchOrderID, row.BrokerOrderId]));
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names, orderIds));
    },

    async positions(session) {
      const asked = await ask(session, "V2/NetPositionNetWise");
      const { NetPositionDetail: rows } = dataOf(NAME, asked, POSITIONS, { empty: { NetPositionDetail: [] } });
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) =>
      holdingsOf(dataOf(NAME, await ask(session, "V3/Holding"), HOLDINGS, { empty: { Data: [] } }).Data),

    async funds(session) {
      const [margin] = dataOf(NAME, await ask(session, "V4/Margin"), FUNDS).EquityMargin;
      return margin === undefined ? [] : fundsOf(margin);
    },

    convert: (session, conversion) =>
      symbols.writing(session, { contract: conversion.contract }, async (row) => {
        const asked = await ask(session, "PositionConversion", conversionBody(conversion, row));
        return sentOf(NAME, asked, DONE, () => undefined);
      }),

    /** With what is held. */
    async margin(session, basket) {
      const Orders = (await symbols.rowsOf(session, basket)).map(([order, row]) => marginItem(order, row));
      const asked = await ask(session, "MultiOrderMargin", { CoverPositions: "Y", Orders });
      return { required: dataOf(NAME, asked, MARGIN).TotalMarginRequired };
    },
  };
}

/** As 5paisa says it of a session that is none. */
const OVER: Exchanged = {
  kind: "reply",
  reply: {
    status: 200,
    body: JSON.stringify({ head: { statusDescription: "Success" }, body: { Status: 9, Message: "Invalid Session" } }),
  },
};
