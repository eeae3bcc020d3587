/**
 * Dhan through DhanHQ v2.
 *
 *     const port = createDhan({ outbound, api: "https://api.dhan.co", lists: "https://images.dhan.co", tokens: "https://auth.dhan.co", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { z } from "zod";
import type { OutboundRequest } from "../../platform/outbound.ts";
import { type AdapterOptions, codeOf, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange } from "../asking.ts";
import { budgetOf } from "../call-budget.ts";
import { downloaded } from "../packed-lists.ts";
import { BrokerError, type BrokerPort, type BrokerSession, type OrderEvent, type Sent } from "../port.ts";
import { factsOf, nextIst } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, NAME, placedOf, sentOf } from "./answers.ts";
import { createDhanGtts } from "./gtts.ts";
import { fundsOf, holdingsOf, marginItem, modifyBody, orderOf, placeBody, positionOf, tradeOf } from "./map.ts";
import { type DhanInstrument, dhanName, LIST, readInstruments } from "./symbols.ts";
import { CONSENT, FUNDS, HOLDINGS, MARGIN, ORDER_BOOK, POSITIONS, TOKEN, TRADE_BOOK, WRITTEN } from "./wire.ts";

/** As Dhan says it of a token that is over. */
const OVER: Exchanged = {
  kind: "reply",
  reply: { status: 401, body: JSON.stringify({ errorCode: "DH-901", errorMessage: "The session has ended" }) },
};
const NOT_TAKEN: Sent<never> = { kind: "not-sent", why: "this kind of order is not taken" };

export function createDhan(options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, tokens = api, app, clock } = options;
  const facts = factsOf("dhan", options.isPractice);
  const budget = budgetOf(facts, clock);
  /** Dhan has no call that ends a token: those that were ended here are not used again. */
  const ended = new Set<string>();

  const ask = async (
    { secrets: { accessToken = "" } }: Pick<BrokerSession, "secrets">,
    method: OutboundRequest["method"],
    path: string,
    body?: object,
  ): Promise<Exchanged> =>
    ended.has(accessToken)
      ? OVER
      : exchange(NAME, outbound, `${api}/v2${path}`, {
          method,
          headers: { "access-token": accessToken, ...(body && { "Content-Type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
        });

  const write = async (
    session: BrokerSession,
    method: OutboundRequest["method"],
    path: string,
    body?: object,
  ): Promise<Exchanged> => budget.take(session, true) ?? ask(session, method, path, body);

  const signedByApp = (path: string): Promise<Exchanged> =>
    exchange(NAME, outbound, tokens + path, {
      method: "POST",
      headers: { partner_id: app.key, partner_secret: app.secret },
    });

  const list = () => readInstruments(downloaded(NAME, outbound, lists + LIST));
  const symbols = new DailyList<DhanInstrument>({
    broker: NAME,
    maxTag: facts.maxTag,
    read: list,
    nameOf: dhanName,
    ...dailyOf(options),
  });

  return {
    facts,

    async begin() {
      const { consentId } = dataOf(NAME, await signedByApp("/partner/generate-consent"), CONSENT, { isLogin: true });
      return `${tokens}/consent-login?consentId=${encodeURIComponent(consentId)}`;
    },

    async connect(token) {
      const tokenId = codeOf(token);
      const path = `/partner/consume-consent?tokenId=${encodeURIComponent(tokenId)}`;
      const made = dataOf(NAME, await signedByApp(path), TOKEN, { isLogin: true });
      return {
        broker: facts.id,
        client: app.key,
        userId: made.dhanClientId,
        name: made.dhanClientName,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets: { accessToken: made.accessToken, clientId: made.dhanClientId },
      };
    },

    async end({ secrets }) {
      ended.add(secrets["accessToken"] ?? "");
    },

    instruments: list,
    prepare: (session, contract) => symbols.prepare(session, contract),

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (row) => {
        const body = placeBody(order, row, session.userId, tag);
        if (body === undefined) return NOT_TAKEN;
        return placedOf(NAME, await write(session, "POST", "/orders", body), WRITTEN, ({ orderId }) => orderId);
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async ({ tick }) => {
        const body = modifyBody(order, change, tick, session.userId);
        if (body === undefined) return NOT_TAKEN;
        return sentOf(NAME, await write(session, "PUT", pathOf(order.id), body), WRITTEN, () => undefined);
      }),

    cancel: async (session, { id }) =>
      sentOf(NAME, await write(session, "DELETE", pathOf(id)), WRITTEN, () => undefined),

    async orders(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/orders"), ORDER_BOOK);
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/trades"), TRADE_BOOK);
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/positions"), POSITIONS);
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) =>
      holdingsOf(dataOf(NAME, await ask(session, "GET", "/holdings"), HOLDINGS, { empty: [] })),

    funds: async (session) => fundsOf(dataOf(NAME, await ask(session, "GET", "/fundlimit"), FUNDS)),

    convert: (session, { contract, side, qty, from, to }) =>
      symbols.writing(session, { contract }, async ({ segment, token }) => {
        const body = {
          dhanClientId: session.userId,
          fromProductType: from,
          toProductType: to,
          exchangeSegment: segment,
          positionType: side > 0 ? "LONG" : "SHORT",
          securityId: token,
          tradingSymbol: "",
          convertQty: qty,
        };
        // Done is an empty answer.
        return sentOf(NAME, await write(session, "POST", "/positions/convert", body), z.null(), () => undefined);
      }),

    /** With what is held and what is under way. @throws BrokerError for a stop without a limit, which is not sent either. */
    async margin(session, basket) {
      const scripList = (await symbols.rowsOf(session, basket)).map(([order, row]) => {
        const item = marginItem(order, row, session.userId);
        if (item === undefined) throw new BrokerError("refused", "This kind of order is not taken");
        return item;
      });
      const body = { dhanClientId: session.userId, includePosition: true, includeOrder: true, scripList };
      return { required: dataOf(NAME, await ask(session, "POST", "/margincalculator/multi", body), MARGIN) };
    },

    gtt: createDhanGtts({ symbols, ask, write }),

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

const pathOf = (id: string): string => `/orders/${encodeURIComponent(id)}`;

/** A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent {
  try {
    const { Type: type, Data: data } = JSON.parse(frame) as { Type?: unknown; Data?: { OrderNo?: unknown } | null };
    if (type === "order_alert" && typeof data?.OrderNo === "string") return { type: "order", id: data.OrderNo };
  } catch {
    // as below
  }
  return { type: "changed" };
}
