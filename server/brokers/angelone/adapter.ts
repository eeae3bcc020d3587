/**
 * Angel One through SmartAPI.
 *
 *     const port = createAngelOne({ outbound, api: "https://apiconnect.angelone.in", lists: "https://margincalculator.angelbroking.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { brokerOf, loginAddress } from "#contract/domain/account/brokers.ts";
import type { BookOrder } from "#contract/domain/orders/order.ts";
import { type AdapterOptions, codeOf, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange } from "../asking.ts";
import { budgetOf, spacingOf } from "../call-budget.ts";
import { downloaded } from "../packed-lists.ts";
import type { BrokerPort, BrokerSession, OrderEvent, Sent } from "../port.ts";
import { factsOf, nextIst } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, NAME, placedOf, sentOf } from "./answers.ts";
import {
  conversionBody,
  fundsOf,
  holdingsOf,
  marginItem,
  modifyBody,
  orderOf,
  otherVarieties,
  placeBody,
  positionOf,
  tradeOf,
  varietyOf,
} from "./map.ts";
import { angelName, LIST, readInstruments } from "./symbols.ts";
import { DONE, FUNDS, HOLDINGS, MARGIN, ORDER_BOOK, PLACED, POSITIONS, PROFILE, TRADE_BOOK } from "./wire.ts";

const SECURE = "/rest/secure/angelbroking";
const ORDERS = "/order/v1";
/** Lists are answered once a second to each user. */
const BOOK_MS = 1000;
/** Every request has to name the caller's addresses; other clients send fixed ones, as nobody compares them. */
const CALLER = {
  "X-UserType": "USER",
  "X-SourceID": "WEB",
  "X-ClientLocalIP": "127.0.0.1",
  "X-ClientPublicIP": "127.0.0.1",
  "X-MACAddress": "02:00:00:00:00:00",
};
const NOT_TAKEN: Sent<never> = { kind: "not-sent", why: "this kind of order is not taken" };

export function createAngelOne(options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, app, clock, tickOf } = options;
  const facts = factsOf("angelone", options.isPractice);
  const budget = budgetOf(facts, clock);
  const spaced = spacingOf(facts, BOOK_MS, clock);
  const daily = dailyOf(options);
  /** By user, of orders whose variety is not their type's: an order keeps it when its type is changed. */
  const varieties = new Map<string, ReadonlyMap<string, string>>();
  const ownVariety = ({ userId }: BrokerSession, { id, type }: Pick<BookOrder, "id" | "type">): string =>
    varieties.get(userId)?.get(id) ?? varietyOf(type);

  const ask = async (
    { client, secrets }: Pick<BrokerSession, "client" | "secrets">,
    path: string,
    body?: object,
  ): Promise<Exchanged> =>
    exchange(NAME, outbound, api + SECURE + path, {
      method: body ? "POST" : "GET",
      headers: {
        ...CALLER,
        Accept: "application/json",
        "Content-Type": "application/json",
        Authorization: `Bearer ${secrets["accessToken"] ?? ""}`,
        "X-PrivateKey": client,
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  const write = async (session: BrokerSession, path: string, body: object): Promise<Exchanged> =>
    budget.take(session, true) ?? ask(session, ORDERS + path, body);

  const read = async (session: BrokerSession, path: string): Promise<Exchanged> => {
    await spaced(`${session.userId} ${path}`);
    return ask(session, path);
  };

  const list = () => readInstruments(downloaded(NAME, outbound, lists + LIST), tickOf);
  const symbols = new DailyList({ broker: NAME, maxTag: facts.maxTag, read: list, nameOf: angelName, ...daily });

  return {
    facts,

    begin: async ({ redirect }) => {
      const broker = brokerOf(facts.id);
      return broker && loginAddress(broker, app.key, new URL(redirect).origin);
    },

    /** The page leads back with the token itself: who it belongs to, the profile says. */
    async connect(token) {
      const accessToken = codeOf(token);
      const asked = await ask({ client: app.key, secrets: { accessToken } }, "/user/v1/getProfile");
      const { clientcode, name } = dataOf(NAME, asked, PROFILE, { isLogin: true });
      return {
        broker: facts.id,
        client: app.key,
        userId: clientcode,
        name,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets: { accessToken },
      };
    },

    async end(session) {
      await ask(session, "/user/v1/logout", { clientcode: session.userId });
    },

    instruments: list,
    prepare: (session, contract) => symbols.prepare(session, contract),

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (row) => {
        const body = placeBody(order, row, tag);
        if (body === undefined) return NOT_TAKEN;
        return placedOf(NAME, await write(session, "/placeOrder", body), PLACED, ({ orderid }) => orderid);
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async (row) => {
        const body = modifyBody(order, change, row, ownVariety(session, order));
        if (body === undefined) return NOT_TAKEN;
        return sentOf(NAME, await write(session, "/modifyOrder", body), DONE, () => undefined);
      }),

    async cancel(session, order) {
      const body = { variety: ownVariety(session, order), orderid: order.id };
      return sentOf(NAME, await write(session, "/cancelOrder", body), DONE, () => undefined);
    },

    async orders(session) {
      const rows = dataOf(NAME, await read(session, `${ORDERS}/getOrderBook`), ORDER_BOOK);
      varieties.set(session.userId, otherVarieties(rows));
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(NAME, await read(session, `${ORDERS}/getTradeBook`), TRADE_BOOK);
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names, daily.day()));
    },

    async positions(session) {
      const rows = dataOf(NAME, await read(session, `${ORDERS}/getPosition`), POSITIONS);
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) => holdingsOf(dataOf(NAME, await read(session, "/portfolio/v1/getAllHolding"), HOLDINGS)),

    funds: async (session) => fundsOf(dataOf(NAME, await read(session, "/user/v1/getRMS"), FUNDS)),

    convert: (session, conversion) =>
      symbols.writing(session, { contract: conversion.contract }, async (row) => {
        const asked = await write(session, "/convertPosition", conversionBody(conversion, row));
        return sentOf(NAME, asked, DONE, () => undefined);
      }),

    async margin(session, basket) {
      const positions = (await symbols.rowsOf(session, basket)).map(([order, row]) => marginItem(order, row));
      const asked = await ask(session, "/margin/v1/batch", { positions });
      return { required: dataOf(NAME, asked, MARGIN).totalMarginRequired };
    },

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

/** The socket's greeting, which names no order. */
const GREETING = "AB00";

/** undefined for the socket's own frames. A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent | undefined {
  if (frame === "pong") return undefined;
  try {
    const { "order-status": status, orderData } = JSON.parse(frame) as {
      "order-status"?: unknown;
      orderData?: { orderid?: unknown } | null;
    };
    if (status === GREETING) return undefined;
    const id = orderData?.orderid;
    if (typeof id === "string" && id !== "") return { type: "order", id };
  } catch {
    // as below
  }
  return { type: "changed" };
}
