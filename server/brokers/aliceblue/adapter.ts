/**
 * Alice Blue through its open API, version 2.
 *
 *     const port = createAliceBlue({ outbound, api: "https://a3.aliceblueonline.com", lists: "https://v2api.aliceblueonline.com",
 *       tokens: "https://ant.aliceblueonline.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { createHash } from "node:crypto";
import { brokerOf, loginAddress } from "#contract/domain/account/brokers.ts";
import { type AdapterOptions, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange } from "../asking.ts";
import { budgetOf } from "../call-budget.ts";
import { downloaded } from "../packed-lists.ts";
import { BrokerError, type BrokerPort, type BrokerSession, type OrderEvent, type Sent } from "../port.ts";
import { factsOf, nextIst } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, NAME, placedOf, sentOf } from "./answers.ts";
import { fundsOf, holdingsOf, modifyBody, orderOf, placeItem, positionOf, tradeOf } from "./map.ts";
import { aliceName, LISTS, readInstruments } from "./symbols.ts";
import { HOLDINGS, LIMITS, LOGIN, ORDER_BOOK, POSITIONS, SOCKET_TOKEN, TRADE_BOOK, WRITTEN } from "./wire.ts";

const OD = "/open-api/od/v1";
/** 1,800 reads in a quarter of an hour; orders are not counted. */
const READS = { perSecond: 9, perMinute: 120 };
const NOT_TAKEN: Sent<never> = { kind: "not-sent", why: "this kind of order is not taken" };

export function createAliceBlue(options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, tokens = api, app, clock } = options;
  const facts = factsOf("aliceblue", options.isPractice);
  const reads = budgetOf({ limits: READS, isPractice: options.isPractice }, clock);
  /** Alice Blue has no call that ends a token: those that were ended here are not used again. */
  const ended = new Set<string>();
  const daily = dailyOf(options);

  const ask = async (
    { secrets: { accessToken = "" } }: Pick<BrokerSession, "secrets">,
    path: string,
    body?: object,
  ): Promise<Exchanged> => {
    if (ended.has(accessToken)) return OVER;
    return exchange(NAME, outbound, api + path, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  };

  const read = async (session: BrokerSession, path: string): Promise<Exchanged> =>
    reads.take(session, false) ?? ask(session, OD + path);

  async function* list() {
    for (const path of LISTS) yield* readInstruments(downloaded(NAME, outbound, lists + path));
  }
  const symbols = new DailyList({ broker: NAME, maxTag: facts.maxTag, read: list, nameOf: aliceName, ...daily });

  /** What the order socket is opened with; '' where it cannot be had: changes are then seen by asking. */
  const socketToken = async (secrets: BrokerSession["secrets"]): Promise<string> => {
    try {
      const asked = await ask({ secrets }, "/open-api/order-notify/ws/createWsToken");
      return dataOf(NAME, asked, SOCKET_TOKEN)[0].orderToken;
    } catch (error) {
      if (error instanceof BrokerError) return "";
      throw error;
    }
  };

  return {
    facts,

    begin: async ({ redirect }) => {
      const broker = brokerOf(facts.id);
      return broker && loginAddress(broker, app.key, new URL(redirect).origin);
    },

    /** @param token [auth code, user id] */
    async connect(token) {
      const [authCode = "", userId = ""] = typeof token === "string" ? [token] : token;
      const checkSum = createHash("sha256")
        .update(userId + authCode + app.secret)
        .digest("hex");
      const asked = await exchange(NAME, outbound, `${tokens}${OD}/vendor/getUserDetails`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ checkSum }),
      });
      const made = dataOf(NAME, asked, LOGIN, { isLogin: true });
      const secrets = { accessToken: made.userSession };
      return {
        broker: facts.id,
        client: app.key,
        userId: made.clientId,
        name: made.clientId,
        endsAt: nextIst(clock.now(), facts.sessionEnds),
        secrets: { ...secrets, orderToken: await socketToken(secrets) },
      };
    },

    async end({ secrets }) {
      ended.add(secrets["accessToken"] ?? "");
    },

    instruments: list,
    prepare: (session, contract) => symbols.prepare(session, contract),

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (row) => {
        const item = placeItem(order, row, tag);
        if (item === undefined) return NOT_TAKEN;
        const asked = await ask(session, `${OD}/orders/placeorder`, [item]);
        return placedOf(NAME, asked, WRITTEN, ([{ brokerOrderId }]) => brokerOrderId);
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async (row) => {
        const asked = await ask(session, `${OD}/orders/modify`, modifyBody(order, change, row));
        return sentOf(NAME, asked, WRITTEN, () => undefined);
      }),

    async cancel(session, { id }) {
      const asked = await ask(session, `${OD}/orders/cancel`, { brokerOrderId: id });
      return sentOf(NAME, asked, WRITTEN, () => undefined);
    },

    async orders(session) {
      const rows = dataOf(NAME, await read(session, "/orders/book"), ORDER_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names, daily.day()));
    },

    async trades(session) {
      const rows = dataOf(NAME, await read(session, "/orders/trades"), TRADE_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names, daily.day()));
    },

    async positions(session) {
      const rows = dataOf(NAME, await read(session, "/positions"), POSITIONS, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) =>
      holdingsOf(dataOf(NAME, await read(session, "/holdings/CNC"), HOLDINGS, { empty: [] })),

    async funds(session) {
      const [limit] = dataOf(NAME, await read(session, "/limits/"), LIMITS);
      return limit === undefined ? [] : fundsOf(limit);
    },

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

/** As Alice Blue says it of a session that is over. */
const OVER: Exchanged = {
  kind: "reply",
  reply: { status: 401, body: JSON.stringify({ status: "Not_Ok", message: "EC087" }) },
};

/** undefined for the socket's own answers. A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent | undefined {
  try {
    const { t, norenordno: id } = JSON.parse(frame) as { t?: unknown; norenordno?: unknown };
    if (t === "om") return typeof id === "string" && id !== "" ? { type: "order", id } : { type: "changed" };
    return undefined;
  } catch {
    // as below
  }
  return { type: "changed" };
}
