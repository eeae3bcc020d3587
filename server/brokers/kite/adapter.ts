/**
 * Zerodha through Kite Connect 3.
 *
 *     const port = createKite({ outbound, api: "https://api.kite.trade", login: "https://kite.zerodha.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { createHash } from "node:crypto";
import type { BookOrder } from "#contract/domain/orders/order.ts";
import type { OutboundRequest } from "../../platform/outbound.ts";
import { type AdapterOptions, codeOf, dailyOf, eventsOf } from "../adapter.ts";
import { type Exchanged, exchange, readFirst } from "../asking.ts";
import { sideWord } from "../book-words.ts";
import { budgetOf } from "../call-budget.ts";
import { downloaded } from "../packed-lists.ts";
import {
  BrokerError,
  type BrokerFacts,
  type BrokerPort,
  type BrokerSession,
  type OrderEvent,
  type Sent,
} from "../port.ts";
import { factsOf, nextIst } from "../profiles.ts";
import { DailyList } from "../symbol-list.ts";
import { dataOf, NAME, placedOf, sentOf } from "./answers.ts";
import { createKiteGtts } from "./gtts.ts";
import {
  fundsOf,
  holdingsOf,
  kiteProduct,
  marginItem,
  modifyFields,
  orderOf,
  placeFields,
  positionOf,
  REGULAR,
  tradeOf,
  varietyOf,
} from "./map.ts";
import { type KiteInstrument, kiteName, readInstruments } from "./symbols.ts";
import {
  BASKET_MARGIN,
  HOLDINGS,
  type KitePosition,
  KiteSegmentMargin,
  KiteSession,
  ORDER_BOOK,
  PLACED,
  POSITIONS,
  TRADE_BOOK,
  YES,
} from "./wire.ts";

export interface KiteOptions extends Omit<AdapterOptions, "lists" | "tokens" | "app" | "tickOf"> {
  /** Where the browser logs in, without a slash at its end. */
  readonly login: string;
}

export function createKite(options: KiteOptions): BrokerPort {
  const { outbound, api, clock } = options;
  const facts: BrokerFacts = factsOf("zerodha", options.isPractice);
  /** Of orders: it is those that a day has a number of. */
  const budget = budgetOf(facts, clock);
  /** By user, of orders that were not placed by the product: a book that one user reads says nothing of another's. */
  const varieties = new Map<string, ReadonlyMap<string, string>>();

  const ask = (
    session: BrokerSession | undefined,
    method: OutboundRequest["method"],
    path: string,
    body?: Body,
  ): Promise<Exchanged> => {
    const content = body && encoded(body);
    return exchange(NAME, outbound, api + path, {
      method,
      headers: {
        ...signed(session),
        ...(content && { "Content-Type": content.type }),
      },
      ...(content && { body: content.text }),
    });
  };

  async function* list(session?: BrokerSession): AsyncGenerator<KiteInstrument> {
    yield* readInstruments(downloaded(NAME, outbound, `${api}/instruments`, signed(session)));
  }

  const symbols = new DailyList({
    broker: NAME,
    maxTag: facts.maxTag,
    read: list,
    nameOf: kiteName,
    ...dailyOf(options),
  });

  const pathOf = ({ userId }: BrokerSession, { id }: Pick<BookOrder, "id">): string =>
    `/orders/${encodeURIComponent(varieties.get(userId)?.get(id) ?? REGULAR)}/${encodeURIComponent(id)}`;

  const positionRows = async (session: BrokerSession): Promise<readonly KitePosition[]> =>
    dataOf(NAME, await ask(session, "GET", "/portfolio/positions"), POSITIONS).net;

  return {
    facts,

    async begin({ credentials: [apiKey = ""] }) {
      return `${options.login}/connect/login?v=3&api_key=${encodeURIComponent(apiKey)}`;
    },

    async connect(token, { credentials: [apiKey = "", secret = ""] }) {
      const requestToken = codeOf(token);
      const checksum = createHash("sha256")
        .update(apiKey + requestToken + secret)
        .digest("hex");
      const fields = { api_key: apiKey, request_token: requestToken, checksum };
      const made = dataOf(NAME, await ask(undefined, "POST", "/session/token", { form: fields }), KiteSession, {
        isLogin: true,
      });
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
      const query = new URLSearchParams({
        api_key: session.client,
        access_token: session.secrets["accessToken"] ?? "",
      });
      await ask(session, "DELETE", `/session/token?${query}`);
    },

    instruments: (_day, session) => list(session),
    prepare: (session, contract) => symbols.prepare(session, contract),
    readsFirst: ["convert"],

    place: (session, order, tag) =>
      symbols.writing(session, { contract: order.contract, prices: order, tag }, async (instrument) => {
        const fields = placeFields(order, instrument, tag);
        if (fields === undefined) return { kind: "not-sent", why: `${order.productType} orders are not taken` };
        return placedOf(
          NAME,
          budget.take(session, true) ?? (await ask(session, "POST", `/orders/${REGULAR}`, { form: fields })),
          PLACED,
          (data) => data.order_id,
        );
      }),

    modify: (session, order, change) =>
      symbols.writing(session, { contract: order.contract, prices: change }, async (instrument) => {
        const fields = modifyFields(change, order.orderValidity, instrument.tick);
        return sentOf(
          NAME,
          await ask(session, "PUT", pathOf(session, order), { form: fields }),
          PLACED,
          () => undefined,
        );
      }),

    cancel: async (session, order) =>
      sentOf(NAME, await ask(session, "DELETE", pathOf(session, order)), PLACED, () => undefined),

    async orders(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/orders"), ORDER_BOOK);
      const others = rows.filter((row) => varietyOf(row) !== REGULAR);
      varieties.set(session.userId, new Map(others.map((row) => [row.order_id, varietyOf(row)])));
      const names = await symbols.namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(NAME, await ask(session, "GET", "/trades"), TRADE_BOOK);
      const names = await symbols.namesFor(session);
      return rows.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const rows = await positionRows(session);
      const names = await symbols.namesFor(session);
      return rows.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) => holdingsOf(dataOf(NAME, await ask(session, "GET", "/portfolio/holdings"), HOLDINGS)),

    funds: async (session) =>
      fundsOf(dataOf(NAME, await ask(session, "GET", "/user/margins/equity"), KiteSegmentMargin)),

    convert: (session, { contract, side, qty, from, to }, start) =>
      symbols.writing(session, { contract }, async ({ exchange: at, symbol }) => {
        const product = kiteProduct(from) ?? "";
        // What was carried over is converted by another way than what was bought today: no request takes some of each.
        const isCarried = async (): Promise<boolean> => {
          const held = (await positionRows(session)).find(
            (row) => row.exchange === at && row.tradingsymbol === symbol && row.product === product,
          );
          const carried = (held?.overnight_quantity ?? 0) * side;
          const ofToday = (held?.quantity ?? 0) * side - carried;
          if (carried > 0 && carried < qty && ofToday < qty && carried + ofToday >= qty) {
            const parts = `${carried} and ${qty - carried}`;
            throw new BrokerError(
              "refused",
              `What was carried over is converted apart from what was traded today: convert ${parts} separately`,
            );
          }
          return carried >= qty;
        };
        const write = async (isOvernight: boolean): Promise<Sent<void>> => {
          const fields = {
            exchange: at,
            tradingsymbol: symbol,
            transaction_type: sideWord(side),
            position_type: isOvernight ? "overnight" : "day",
            quantity: String(qty),
            old_product: product,
            new_product: kiteProduct(to) ?? "",
          };
          const asked = await ask(session, "PUT", "/portfolio/positions", { form: fields });
          return sentOf(NAME, asked, YES, () => undefined);
        };
        return readFirst(isCarried, write, start);
      }),

    async margin(session, basket) {
      const items = (await symbols.rowsOf(session, basket)).map(([order, instrument]) => {
        const item = marginItem(order, instrument);
        if (item === undefined) throw new BrokerError("refused", `${order.productType} orders are not taken`);
        return item;
      });
      const reply = await ask(session, "POST", "/margins/basket?consider_positions=true", { json: items });
      const { initial, final } = dataOf(NAME, reply, BASKET_MARGIN);
      return { required: final.total, separately: initial.total };
    },

    gtt: createKiteGtts({
      symbols,
      ask: (session, method, path, form) => ask(session, method, path, form && { form }),
    }),

    ...(options.stream && { events: eventsOf(options.stream, eventOf) }),
  };
}

const signed = (session: BrokerSession | undefined): Readonly<Record<string, string>> => ({
  "X-Kite-Version": "3",
  ...(session && { Authorization: `token ${session.client}:${session.secrets["accessToken"] ?? ""}` }),
});

type Body = { readonly form: Readonly<Record<string, string>> } | { readonly json: unknown };

const encoded = (body: Body): { readonly type: string; readonly text: string } =>
  "form" in body
    ? { type: "application/x-www-form-urlencoded", text: new URLSearchParams(body.form).toString() }
    : { type: "application/json", text: JSON.stringify(body.json) };

/** A frame that makes no sense is a reason to look. */
function eventOf(frame: string): OrderEvent {
  try {
    const { type, data } = JSON.parse(frame) as { type?: unknown; data?: { order_id?: unknown } | null };
    if (type === "order" && typeof data?.order_id === "string") return { type: "order", id: data.order_id };
  } catch {
    // as below
  }
  return { type: "changed" };
}
