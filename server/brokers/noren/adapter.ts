/**
 * Shoonya and Flattrade, which both speak Noren.
 *
 *     const port = createNoren(SHOONYA, { outbound, api: "https://api.shoonya.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { createHash } from "node:crypto";
import { brokerOf, loginAddress } from "#contract/domain/account/brokers.ts";
import type { OrderChange, OrderType, Side } from "#contract/domain/orders/order.ts";
import { LIMIT, MARKET, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { type AdapterOptions, codeOf, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange, readFirst } from "../asking.ts";
import { downloaded, listOf, unzipped } from "../packed-lists.ts";
import {
  type Attempt,
  type AuthToken,
  BrokerError,
  type BrokerPort,
  type BrokerSession,
  type OrderEvent,
} from "../port.ts";
import { factsOf, nextIst, PROFILES } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { protectedLimit } from "../ticks.ts";
import { dataOf, placedOf, sentOf } from "./answers.ts";
import type { Dialect } from "./dialect.ts";
import {
  conversionFields,
  fundsOf,
  holdingsOf,
  modifyFields,
  norenProduct,
  orderFields,
  orderOf,
  placeFields,
  positionOf,
  tradeOf,
} from "./map.ts";
import { type NorenInstrument, norenName, readInstruments } from "./symbols.ts";
import {
  ACCESS_TOKEN,
  API_TOKEN,
  BASKET_MARGIN,
  CHANGED,
  DONE,
  HOLDINGS,
  LIMITS,
  ORDER_BOOK,
  PLACED,
  POSITION_BOOK,
  QUICK_AUTH,
  QUOTE,
  TRADE_BOOK,
} from "./wire.ts";

type Priced = Pick<OrderChange, "type" | "limitPrice" | "stopPrice">;
type Login = Pick<BrokerSession, "client" | "userId" | "name" | "secrets">;

/** The specification's own form, which real brokers have given up. */
const QUICK_AUTH_PATH = "/NorenWClientTP/QuickAuth";
const TOKEN_PATH = "/trade/apitoken";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const jData = (fields: object): string => `jData=${JSON.stringify(fields)}`;
const isAtMarket = (type: OrderType): boolean => type === MARKET || type === STOP;

export function createNoren(dialect: Dialect, options: AdapterOptions): BrokerPort {
  const { outbound, api, lists = api, tokens = api, clock } = options;
  const { id, name } = dialect;
  const facts = factsOf(id, options.isPractice);

  const post = (url: string, type: string, body: string, headers = {}): Promise<Exchanged> =>
    exchange(name, outbound, url, { method: "POST", headers: { "Content-Type": type, ...headers }, body });

  /** As documents have it: JSON as it is, the session beside it. */
  const ask = (session: BrokerSession, call: string, fields: object): Promise<Exchanged> => {
    const token = session.secrets["accessToken"] ?? "";
    const body = `${jData({ uid: session.userId, actid: session.userId, ...fields })}&jKey=${token}`;
    return post(`${api}${dialect.path}/${call}`, "text/plain", body, { Authorization: `Bearer ${token}` });
  };

  async function* list(): AsyncGenerator<NorenInstrument> {
    for (const path of dialect.lists) {
      const bytes = downloaded(name, outbound, lists + path);
      yield* listOf(name, readInstruments(dialect.areZipped ? unzipped(bytes) : bytes, options.tickOf));
    }
  }

  const symbols = new DailyList({
    broker: name,
    maxTag: facts.maxTag,
    read: list,
    nameOf: norenName,
    ...dailyOf(options),
  });

  /** Orders at the market are refused: a limit beyond the last price, or beyond the trigger, takes their place. */
  const withLimit = async <Wish extends Priced>(
    session: BrokerSession,
    wish: Wish,
    side: Side,
    row: NorenInstrument,
  ): Promise<Wish> => {
    if (!isAtMarket(wish.type)) return wish;
    const beyond = (price: number) => protectedLimit(price, side, PROFILES[id].marketOrders.percent, row.tick);
    if (wish.type === STOP) return { ...wish, type: STOP_LIMIT, limitPrice: beyond(wish.stopPrice) };
    const quote = await ask(session, "GetQuotes", { exch: row.exchange, token: row.token });
    return { ...wish, type: LIMIT, limitPrice: beyond(dataOf(name, quote, QUOTE).lp) };
  };

  /** [user, OTP, SHA-256 of the password] */
  async function byPassword([uid = "", factor2 = "", pwd = ""]: readonly string[]): Promise<Login> {
    const { key, secret } = options.app;
    const fields = { apkversion: "1.0.0", uid, pwd, factor2, vc: key, appkey: sha256(`${uid}|${secret}`) };
    const body = jData({ ...fields, imei: "strikeboard", source: "API" });
    const made = dataOf(name, await post(api + QUICK_AUTH_PATH, "text/plain", body), QUICK_AUTH, { isLogin: true });
    const userId = made.uid ?? made.actid;
    return { client: userId, userId, name: made.uname || userId, secrets: { accessToken: made.susertoken } };
  }

  async function byCode(code: string, { credentials: [key = "", secret = ""] }: Attempt): Promise<Login> {
    const checksum = sha256(key + (dialect.token === "app" ? code + secret : secret + code));
    if (dialect.token === "app") {
      const body = JSON.stringify({ api_key: key, request_code: code, api_secret: checksum });
      const made = dataOf(name, await post(tokens + TOKEN_PATH, "application/json", body), API_TOKEN, {
        isLogin: true,
      });
      return { client: key, userId: made.client, name: made.client, secrets: { accessToken: made.token } };
    }
    const asked = await post(`${tokens}${dialect.path}/GenAcsTok`, "text/plain", jData({ code, checksum }));
    const { USERID: userId, uname, access_token: accessToken } = dataOf(name, asked, ACCESS_TOKEN, { isLogin: true });
    return { client: key, userId, name: uname || userId, secrets: { accessToken } };
  }

  return {
    facts,

    async begin({ credentials: [key = ""], redirect }) {
      if (dialect.page !== undefined) {
        return options.isPractice ? undefined : dialect.page.replace("{key}", encodeURIComponent(key));
      }
      const broker = brokerOf(id);
      return broker && loginAddress(broker, key, new URL(redirect).origin);
    },

    async connect(token: AuthToken, attempt) {
      const isPassword = brokerOf(id)?.token.kind === "password" && typeof token !== "string";
      const made = await (isPassword ? byPassword(token) : byCode(codeOf(token), attempt));
      return { broker: id, endsAt: nextIst(clock.now(), facts.sessionEnds), ...made };
    },

    async end(session) {
      await ask(session, "Logout", {});
    },

    instruments: () => list(),
    prepare: (session, contract) => symbols.prepare(session, contract),
    readsFirst: ["place", "modify", "convert"],

    place: (session, order, tag, start) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, (row) =>
        readFirst(
          () => withLimit(session, order, order.side, row),
          async (limited) => {
            const fields = orderFields(limited, row);
            if (fields === undefined) return { kind: "not-sent", why: `${order.productType} orders are not taken` };
            const asked = await ask(session, "PlaceOrder", { ...fields, ...placeFields(order, tag) });
            return placedOf(name, asked, PLACED, ({ norenordno }) => norenordno);
          },
          start,
        ),
      ),

    modify: (session, order, change, start) =>
      symbols.writing(session, { contract: order.contract, prices: change }, (row) =>
        readFirst(
          () => withLimit(session, change, order.side, row),
          async (limited) => {
            const asked = await ask(session, "ModifyOrder", modifyFields(order, limited, row));
            return sentOf(name, asked, CHANGED, () => undefined);
          },
          start,
        ),
      ),

    cancel: async (session, { id: norenordno }) =>
      sentOf(name, await ask(session, "CancelOrder", { norenordno }), CHANGED, () => undefined),

    async orders(session) {
      const rows = dataOf(name, await ask(session, "OrderBook", {}), ORDER_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(name, await ask(session, "TradeBook", {}), TRADE_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const rows = dataOf(name, await ask(session, "PositionBook", {}), POSITION_BOOK, { empty: [] });
      const names = await symbols.namesFor(session);
      const tellsRealized = brokerOf(id)?.tellsRealized === true;
      return rows.flatMap((row) => positionOf(row, names, tellsRealized) ?? []);
    },

    holdings: async (session) =>
      holdingsOf(dataOf(name, await ask(session, "Holdings", { prd: "C" }), HOLDINGS, { empty: [] })),

    funds: async (session) => fundsOf(dataOf(name, await ask(session, "Limits", {}), LIMITS)),

    convert: (session, conversion, start) =>
      symbols.writing(session, { contract: conversion.contract }, (row) =>
        readFirst(
          async () => {
            const rows = dataOf(name, await ask(session, "PositionBook", {}), POSITION_BOOK, { empty: [] });
            const prd = norenProduct(conversion.from);
            const held = rows.find((one) => one.exch === row.exchange && one.tsym === row.symbol && one.prd === prd);
            // What was carried over is converted by another way than what was bought today.
            return held !== undefined && (held.cfbuyqty - held.cfsellqty) * conversion.side >= conversion.qty;
          },
          async (isCarried) => {
            const fields = conversionFields(conversion, row, isCarried);
            if (fields === undefined) return { kind: "not-sent", why: `${conversion.to} positions are not taken` };
            return sentOf(name, await ask(session, "ProductConversion", fields), DONE, () => undefined);
          },
          start,
        ),
      ),

    async margin(session, basket) {
      const rows = await symbols.rowsOf(session, basket);
      const legs = await Promise.all(
        rows.map(async ([order, row]) => {
          const fields = orderFields(await withLimit(session, order, order.side, row), row);
          if (fields === undefined) throw new BrokerError("refused", `${order.productType} orders are not taken`);
          return fields;
        }),
      );
      const [first, ...rest] = legs;
      const asked = await ask(session, "GetBasketMargin", { ...first, basketlists: rest });
      const { marginused, marginusedtrade, marginusedprev } = dataOf(name, asked, BASKET_MARGIN);
      return { required: marginusedtrade - marginusedprev, separately: marginused - marginusedprev };
    },

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

/** Answers of the socket itself: it let us in, it lives, it heard what we want to hear. */
const OWN = new Set(["ak", "hk", "h", "ok", "uok"]);

/** undefined for the socket's own answers. A frame that makes no sense is a reason to look. */
export function eventOf(frame: string): OrderEvent | undefined {
  try {
    const { t, norenordno } = JSON.parse(frame) as { t?: unknown; norenordno?: unknown };
    if (t === "om" && typeof norenordno === "string") return { type: "order", id: norenordno };
    if (typeof t === "string" && OWN.has(t)) return undefined;
  } catch {
    // as below
  }
  return { type: "changed" };
}
