/**
 * Upstox through its API, v3 for orders and v2 for the rest.
 *
 *     const port = createUpstox({ outbound, api: "https://api.upstox.com", lists: "https://assets.upstox.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { brokerOf, loginAddress } from "#contract/domain/account/brokers.ts";
import type { OutboundRequest } from "../../platform/outbound.ts";
import { type AdapterOptions, codeOf, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange } from "../asking.ts";
import { sideWord } from "../book-words.ts";
import { budgetOf } from "../call-budget.ts";
import { downloaded } from "../packed-lists.ts";
import { BrokerError, type BrokerPort, type BrokerSession, type InstrumentRow, type OrderEvent } from "../port.ts";
import { factsOf, nextIst } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, loginOf, NAME, placedOf, sentOf } from "./answers.ts";
import {
  fundsOf,
  holdingsOf,
  marginItem,
  modifyBody,
  orderOf,
  placeBody,
  positionOf,
  tradeOf,
  upstoxProduct,
} from "./map.ts";
import { LIST, readInstruments } from "./symbols.ts";
import {
  CHANGED,
  CONVERTED,
  FUNDS,
  HOLDINGS,
  MARGIN,
  ORDER_BOOK,
  PLACED,
  POSITIONS,
  TOKEN,
  TRADE_BOOK,
} from "./wire.ts";

export function createUpstox(options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, orders = api, clock } = options;
  const facts = factsOf("upstox", options.isPractice);
  const budget = budgetOf(facts, clock);

  const ask = (
    session: BrokerSession,
    method: OutboundRequest["method"],
    path: string,
    body?: object,
    origin = api,
  ): Promise<Exchanged> =>
    exchange(NAME, outbound, origin + path, {
      method,
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${session.secrets["accessToken"] ?? ""}`,
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  /** Placing, changing and cancelling count against limits of their own, and go to a host of their own. */
  const write = async (...[session, ...request]: Parameters<typeof ask>): Promise<Exchanged> =>
    budget.take(session, true) ?? ask(session, ...request);

  const symbols = new DailyList<InstrumentRow>({
    broker: NAME,
    maxTag: facts.maxTag,
    read: () => readInstruments(downloaded(NAME, outbound, lists + LIST)),
    nameOf: ({ token }) => token,
    ...dailyOf(options),
  });

  return {
    facts,

    async begin({ redirect, credentials: [apiKey = ""] }) {
      const broker = brokerOf(facts.id);
      return broker && loginAddress(broker, apiKey, new URL(redirect).origin);
    },

    async connect(token, { credentials: [apiKey = "", secret = ""], redirect }) {
      const code = codeOf(token);
      const form = new URLSearchParams({
        code,
        client_id: apiKey,
        client_secret: secret,
        redirect_uri: redirect,
        grant_type: "authorization_code",
      });
      const headers = { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" };
      const request = { method: "POST", headers, body: form.toString() } as const;
      const made = loginOf(await exchange(NAME, outbound, `${api}/v2/login/authorization/token`, request), TOKEN);
      return {
        broker: facts.id,
        client: apiKey,
        userId: made.user_id,
        name: made.user_name,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets: { accessToken: made.access_token },
      };
    },

    async end(session) {
      await ask(session, "DELETE", "/v2/logout");
    },

    instruments: () => readInstruments(downloaded(NAME, outbound, lists + LIST)),
    prepare: (session, contract) => symbols.prepare(session, contract),

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (row) => {
        const body = placeBody(order, row, tag);
        if (body === undefined) return { kind: "not-sent", why: `${order.productType} orders are not taken` };
        return placedOf(
          NAME,
          await write(session, "POST", "/v3/order/place", body, orders),
          PLACED,
          ({ order_ids: [id] }) => id,
        );
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async ({ tick }) => {
        const body = modifyBody(order, change, tick);
        return sentOf(NAME, await write(session, "PUT", "/v3/order/modify", body, orders), CHANGED, () => undefined);
      }),

    async cancel(session, { id }) {
      const path = `/v3/order/cancel?order_id=${encodeURIComponent(id)}`;
      return sentOf(NAME, await write(session, "DELETE", path, undefined, orders), CHANGED, () => undefined);
    },

    async orders(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/v2/order/retrieve-all"), ORDER_BOOK);
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/v2/order/trades/get-trades-for-day"), TRADE_BOOK);
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/v2/portfolio/short-term-positions"), POSITIONS);
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) =>
      holdingsOf(dataOf(NAME, await ask(session, "GET", "/v2/portfolio/long-term-holdings"), HOLDINGS)),

    async funds(session) {
      const { available_to_trade: available } = dataOf(
        NAME,
        await ask(session, "GET", "/v3/user/get-funds-and-margin"),
        FUNDS,
      );
      return fundsOf(available);
    },

    convert: (session, { contract, side, qty, from, to }) =>
      symbols.writing(session, { contract }, async ({ token }) => {
        const body = {
          instrument_token: token,
          old_product: upstoxProduct(from),
          new_product: upstoxProduct(to),
          transaction_type: sideWord(side),
          quantity: qty,
        };
        return sentOf(
          NAME,
          await write(session, "PUT", "/v2/portfolio/convert-position", body),
          CONVERTED,
          () => undefined,
        );
      }),

    async margin(session, basket) {
      const rows = await symbols.rowsOf(session, basket);
      if (new Set(rows.map(([, { token }]) => token)).size < rows.length) {
        throw new BrokerError("refused", `${NAME} tells the margin of a basket only where no contract is in it twice`);
      }
      const instruments = rows.map(([order, row]) => {
        const item = marginItem(order, row);
        if (item === undefined) throw new BrokerError("refused", `${order.productType} orders are not taken`);
        return item;
      });
      const told = dataOf(NAME, await ask(session, "POST", "/v2/charges/margin", { instruments }), MARGIN);
      return { required: told.final_margin, separately: told.required_margin };
    },

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

/** A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent {
  try {
    const { update_type: type, order_id: id } = JSON.parse(frame) as { update_type?: unknown; order_id?: unknown };
    if (type === "order" && typeof id === "string") return { type: "order", id };
  } catch {
    // as below
  }
  return { type: "changed" };
}
