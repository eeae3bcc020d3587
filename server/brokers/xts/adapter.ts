/**
 * IIFL and Jainam, which both speak Symphony's XTS.
 *
 *     const port = createXts("iifl", { outbound, api: "https://ttblaze.iifl.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { brokerOf } from "#contract/domain/account/brokers.ts";
import type { OutboundRequest } from "../../platform/outbound.ts";
import { type AdapterOptions, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange } from "../asking.ts";
import { listOf } from "../packed-lists.ts";
import type { BrokerPort, BrokerSession, OrderEvent } from "../port.ts";
import { factsOf, nextIst, type ProfileId } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, placedOf, sentOf } from "./answers.ts";
import { conversionBody, fundsOf, holdingsOf, modifyBody, orderOf, placeBody, positionOf, tradeOf } from "./map.ts";
import { readInstruments, SEGMENTS, type XtsInstrument, xtsName } from "./symbols.ts";
import { BALANCE, DONE, HOLDINGS, MASTER, ORDER_BOOK, PLACED, POSITIONS, SESSION, TRADE_BOOK } from "./wire.ts";

const INTERACTIVE = "/interactive";
const MASTER_PATH = "/apibinarymarketdata/instruments/master";

export function createXts(id: Extract<ProfileId, "iifl" | "jainam">, options: AdapterOptions): BrokerPort {
  const { outbound, api, clock } = options;
  const facts = factsOf(id, options.isPractice);
  const name = brokerOf(id)?.name ?? id;

  const ask = (
    session: BrokerSession | undefined,
    method: OutboundRequest["method"],
    path: string,
    body?: object,
  ): Promise<Exchanged> =>
    exchange(name, outbound, api + path, {
      method,
      headers: {
        ...(session && { Authorization: session.secrets["accessToken"] ?? "" }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const call = (session: BrokerSession, method: OutboundRequest["method"], path: string, body?: object) =>
    ask(session, method, INTERACTIVE + path, body);

  async function* list(): AsyncGenerator<XtsInstrument> {
    for (const segment of SEGMENTS) {
      const asked = await ask(undefined, "POST", MASTER_PATH, { exchangeSegmentList: [segment] });
      yield* listOf(name, readInstruments(dataOf(name, asked, MASTER)));
    }
  }

  const symbols = new DailyList({
    broker: name,
    maxTag: facts.maxTag,
    read: list,
    nameOf: xtsName,
    ...dailyOf(options),
  });

  return {
    facts,

    /** There is no page: what is typed here is enough. */
    begin: async () => undefined,

    /** @param token [secret key, app key, broker id] */
    async connect(token) {
      const [secretKey = "", appKey = ""] = typeof token === "string" ? [] : token;
      const asked = await ask(undefined, "POST", `${INTERACTIVE}/user/session`, {
        appKey,
        secretKey,
        source: "WebAPI",
      });
      const made = dataOf(name, asked, SESSION, { isLogin: true });
      const userId = made.clientCodes?.[0] ?? made.userID;
      return {
        broker: id,
        client: appKey,
        userId,
        name: userId,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets: { accessToken: made.token },
      };
    },

    async end(session) {
      await call(session, "DELETE", "/user/session");
    },

    instruments: () => list(),
    prepare: (session, contract) => symbols.prepare(session, contract),

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (row) => {
        const body = placeBody(order, row, tag);
        if (body === undefined) return { kind: "not-sent", why: `${order.productType} orders are not taken` };
        return placedOf(name, await call(session, "POST", "/orders", body), PLACED, ({ AppOrderID }) => AppOrderID);
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async (row) => {
        const body = modifyBody(order, change, row);
        if (body === undefined) return { kind: "not-sent", why: `${order.productType} orders are not changed` };
        return sentOf(name, await call(session, "PUT", "/orders", body), DONE, () => undefined);
      }),

    async cancel(session, order) {
      const query = new URLSearchParams({ appOrderID: order.id, orderUniqueIdentifier: order.tag });
      return sentOf(name, await call(session, "DELETE", `/orders?${query}`), DONE, () => undefined);
    },

    async orders(session) {
      const rows = dataOf(name, await call(session, "GET", "/orders"), ORDER_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(name, await call(session, "GET", "/orders/trades"), TRADE_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const asked = await call(session, "GET", "/portfolio/positions?dayOrNet=NetWise");
      const { positionList } = dataOf(name, asked, POSITIONS, { empty: { positionList: [] } });
      const names = await symbols.namesFor(session);
      return positionList.flatMap((row) => positionOf(row, names) ?? []);
    },

    async holdings(session) {
      const empty = { RMSHoldings: { Holdings: {} } };
      const asked = await call(session, "GET", "/portfolio/holdings");
      return holdingsOf(dataOf(name, asked, HOLDINGS, { empty }).RMSHoldings.Holdings);
    },

    async funds(session) {
      const [balance] = dataOf(name, await call(session, "GET", "/user/balance"), BALANCE).BalanceList;
      return balance === undefined ? [] : fundsOf(balance.limitObject.RMSSubLimits);
    },

    convert: (session, conversion) =>
      symbols.writing(session, { contract: conversion.contract }, async (row) => {
        const asked = await call(session, "PUT", "/portfolio/positions/convert", conversionBody(conversion, row));
        return sentOf(name, asked, DONE, () => undefined);
      }),

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

/** A message of socket.io: '42["order","{...}"]'. All other frames that begin with a figure are its own. */
const MESSAGE = /^42(\[.*)$/s;
const OWN = /^\d/;

/** undefined for the socket's own frames. A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent | undefined {
  const message = MESSAGE.exec(frame)?.[1];
  if (message === undefined) return OWN.test(frame) ? undefined : { type: "changed" };
  try {
    const [event, payload] = JSON.parse(message) as readonly unknown[];
    const told: unknown = typeof payload === "string" ? JSON.parse(payload) : payload;
    const { AppOrderID: id } = told as { AppOrderID?: unknown };
    if (event === "order" && (typeof id === "string" || typeof id === "number"))
      return { type: "order", id: String(id) };
  } catch {
    // as below
  }
  return { type: "changed" };
}
