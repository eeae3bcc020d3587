/**
 * Fyers through its API v3.
 *
 *     const port = createFyers({ outbound, api: "https://api-t1.fyers.in", lists: "https://public.fyers.in", app, ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { createHash } from "node:crypto";
import { brokerOf, loginAddress } from "#contract/domain/account/brokers.ts";
import type { OutboundRequest } from "../../platform/outbound.ts";
import { type AdapterOptions, codeOf, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange, readFirst } from "../asking.ts";
import { budgetOf } from "../call-budget.ts";
import { downloaded } from "../packed-lists.ts";
import type { BrokerPort, BrokerSession, InstrumentRow, OrderEvent, Sent } from "../port.ts";
import { factsOf, nextIst } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, NAME, placedOf, sentOf } from "./answers.ts";
import { fundsOf, holdingsOf, marginItem, modifyBody, orderOf, placeBody, positionOf, tradeOf } from "./map.ts";
import { LISTS, readInstruments } from "./symbols.ts";
import {
  DONE,
  FUNDS,
  type FyersPosition,
  HOLDINGS,
  MARGIN,
  ORDER_BOOK,
  POSITIONS,
  PROFILE,
  TOKEN,
  TRADE_BOOK,
  WRITTEN,
} from "./wire.ts";

const SYNC = "/orders/sync";
/** Posted, though it only asks. */
const BASKET = "/multiorder/margin";

export function createFyers(options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, app, clock } = options;
  const facts = factsOf("fyers", options.isPractice);
  const budget = budgetOf(facts, clock);

  const ask = async (
    session: (Pick<BrokerSession, "client" | "secrets"> & Partial<BrokerSession>) | undefined,
    method: OutboundRequest["method"],
    path: string,
    body?: object,
  ): Promise<Exchanged> => {
    const { userId, forPage } = session ?? {};
    const isWrite = method !== "GET" && path !== BASKET;
    const used = userId === undefined ? undefined : budget.take({ userId, forPage }, isWrite);
    if (used) return used;
    return exchange(NAME, outbound, `${api}/api/v3${path}`, {
      method,
      headers: {
        ...(session && { Authorization: `${session.client}:${session.secrets["accessToken"] ?? ""}` }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  };

  async function* list(): AsyncGenerator<InstrumentRow> {
    for (const file of LISTS) {
      yield* readInstruments(downloaded(NAME, outbound, `${lists}/sym_details/${file}.csv`));
    }
  }

  const symbols = new DailyList({
    broker: NAME,
    maxTag: facts.maxTag,
    read: list,
    nameOf: ({ symbol }) => symbol,
    ...dailyOf(options),
  });

  const positionRows = async (session: BrokerSession): Promise<readonly FyersPosition[]> =>
    dataOf(NAME, await ask(session, "GET", "/positions"), POSITIONS).netPositions;

  return {
    facts,

    async begin({ redirect }) {
      const broker = brokerOf(facts.id);
      return broker && loginAddress(broker, app.key, new URL(redirect).origin);
    },

    async connect(token) {
      const code = codeOf(token);
      const appIdHash = createHash("sha256").update(`${app.key}:${app.secret}`).digest("hex");
      const asked = { grant_type: "authorization_code", appIdHash, code };
      const { access_token: accessToken } = dataOf(
        NAME,
        await ask(undefined, "POST", "/validate-authcode", asked),
        TOKEN,
        { isLogin: true },
      );
      const secrets = { accessToken };
      const { data } = dataOf(NAME, await ask({ client: app.key, secrets }, "GET", "/profile"), PROFILE, {
        isLogin: true,
      });
      return {
        broker: facts.id,
        client: app.key,
        userId: data.fy_id,
        name: data.name,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets,
      };
    },

    async end(session) {
      await ask(session, "POST", "/logout");
    },

    instruments: () => list(),
    prepare: (session, contract) => symbols.prepare(session, contract),
    readsFirst: ["convert"],

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (row) => {
        const body = placeBody(order, row, tag);
        if (body === undefined) return { kind: "not-sent", why: `${order.productType} orders are not taken` };
        return placedOf(NAME, await ask(session, "POST", SYNC, body), WRITTEN, ({ id }) => id);
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async ({ tick }) =>
        sentOf(NAME, await ask(session, "PATCH", SYNC, modifyBody(order.id, change, tick)), WRITTEN, () => undefined),
      ),

    cancel: async (session, { id }) =>
      sentOf(NAME, await ask(session, "DELETE", SYNC, { id }), WRITTEN, () => undefined),

    async orders(session) {
      const { orderBook } = dataOf(NAME, await ask(session, "GET", "/orders"), ORDER_BOOK);
      const names = await symbols.namesFor(session);
      return orderBook.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const { tradeBook } = dataOf(NAME, await ask(session, "GET", "/tradebook"), TRADE_BOOK);
      const names = await symbols.namesFor(session);
      return tradeBook.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const rows = await positionRows(session);
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    async holdings(session) {
      const { holdings, overall } = dataOf(NAME, await ask(session, "GET", "/holdings"), HOLDINGS);
      return holdingsOf(holdings, overall?.total_pl);
    },

    funds: async (session) => fundsOf(dataOf(NAME, await ask(session, "GET", "/funds"), FUNDS).fund_limit),

    convert: (session, { contract, side, qty, from, to }, start) =>
      symbols.writing(session, { contract }, async ({ symbol }) => {
        const id = `${symbol}-${from}`;
        const isCarried = async (): Promise<boolean> => {
          const held = (await positionRows(session)).find((row) => row.id === id);
          return held !== undefined && (held.cfBuyQty - held.cfSellQty) * side >= qty;
        };
        const write = async (isOvernight: boolean): Promise<Sent<void>> => {
          const body = {
            symbol: id,
            positionSide: side,
            convertQty: qty,
            convertFrom: from,
            convertTo: to,
            // What was carried over is converted by another way than what was bought today.
            overnight: isOvernight ? 1 : 0,
          };
          return sentOf(NAME, await ask(session, "POST", "/positions", body), DONE, () => undefined);
        };
        return readFirst(isCarried, write, start);
      }),

    async margin(session, basket) {
      const data = (await symbols.rowsOf(session, basket)).map(([order, row]) => marginItem(order, row));
      const reply = dataOf(NAME, await ask(session, "POST", BASKET, { data }), MARGIN);
      return { required: reply.data.margin_total };
    },

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

/** undefined for the socket's own answers. A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent | undefined {
  if (frame === "pong") return undefined;
  try {
    const { orders, trades, positions, s } = JSON.parse(frame) as Record<string, { id?: unknown } | undefined>;
    if (typeof orders?.id === "string") return { type: "order", id: orders.id };
    // 'Subscribed', and the like.
    if (trades === undefined && positions === undefined && s !== undefined) return undefined;
  } catch {
    // as below
  }
  return { type: "changed" };
}
