/**
 * Zerodha through Kite Connect 3.
 *
 *     const port = createKite({ outbound, api: "https://api.kite.trade", login: "https://kite.zerodha.com", ... });
 *     const sent = await port.place(session, order, "SABCDEFGHIJKLM");
 */
import { createHash } from "node:crypto";
import { istDate } from "#contract/domain/calendar.ts";
import { type BookOrder, LIMIT, MARKET, STOP, STOP_LIMIT } from "#contract/domain/orders/order.ts";
import { epochMs, type IsoDate } from "#contract/domain/units.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Outbound, OutboundRequest } from "../../platform/outbound.ts";
import {
  BrokerError,
  type BrokerFacts,
  type BrokerPort,
  type BrokerSession,
  type OrderEvent,
  type Sent,
} from "../port.ts";
import { dataOf, type Exchanged, exchange, replyOf, sentOf } from "./answers.ts";
import {
  fundsOf,
  holdingsOf,
  kiteProduct,
  kiteSide,
  marginItem,
  modifyFields,
  orderOf,
  PROTECTION,
  placeFields,
  positionOf,
  stepFault,
  tradeOf,
} from "./map.ts";
import type { OrderStream } from "./order-stream.ts";
import { type KiteInstrument, KiteSymbols, readInstruments } from "./symbols.ts";
import {
  BASKET_MARGIN,
  HOLDINGS,
  KiteSegmentMargin,
  KiteSession,
  ORDER_BOOK,
  PLACED,
  POSITIONS,
  TRADE_BOOK,
  YES,
} from "./wire.ts";

export interface KiteOptions {
  /** Lets requests out to `api`; its largest answer is a list of some hundred thousand lines. */
  readonly outbound: Outbound;
  /** Where orders go, without a slash at its end. */
  readonly api: string;
  /** Where the browser logs in, without a slash at its end. */
  readonly login: string;
  readonly isPractice: boolean;
  readonly clock: Pick<WallClock, "now">;
  /** Text frames of the order stream; it ends with the signal. Left out: changes are seen by asking. */
  readonly stream?: OrderStream;
  /** Whose day's list of instruments counts; the wall's, unless told. */
  readonly day?: () => IsoDate;
  /** What the broker is called in the product's list: the practice broker stands in for others, too. */
  readonly id?: string;
}

const MAX_TAG = 20;
const DAY_MS = 86_400_000;
const IST_MS = 330 * 60_000;
/** Kite's tokens end in the morning. */
const ENDS_AT_MINUTE = 6 * 60;
const REGULAR = "regular";

export function createKite(options: KiteOptions): BrokerPort {
  const { outbound, api, clock } = options;
  let master: { readonly day: IsoDate; readonly symbols: Promise<KiteSymbols> } | undefined;
  /** Of orders that were not placed by the product. */
  const varieties = new Map<string, string>();

  const ask = (
    session: BrokerSession | undefined,
    method: OutboundRequest["method"],
    path: string,
    body?: Body,
  ): Promise<Exchanged> => {
    const content = body && encoded(body);
    return exchange(outbound, api + path, {
      method,
      headers: {
        "X-Kite-Version": "3",
        ...(session && { Authorization: `token ${session.client}:${session.secrets["accessToken"] ?? ""}` }),
        ...(content && { "Content-Type": content.type }),
      },
      ...(content && { body: content.text }),
    });
  };

  async function* list(session?: BrokerSession): AsyncGenerator<KiteInstrument> {
    const { status, body } = replyOf(await ask(session, "GET", "/instruments"));
    if (status !== 200) throw new BrokerError("away", `Zerodha's list of instruments cannot be had: ${status}`);
    yield* readInstruments(body);
  }

  /** The day's list is read once; a failure is not remembered. */
  const symbolsOf = (session: BrokerSession): Promise<KiteSymbols> => {
    const day = options.day?.() ?? istDate(clock.now());
    if (master?.day !== day) {
      const symbols = KiteSymbols.read(list(session));
      master = { day, symbols };
      symbols.catch(() => {
        if (master?.symbols === symbols) master = undefined;
      });
    }
    return master.symbols;
  };

  /** Books are read without the list where it cannot be had: the names are then Kite's alone. */
  const namesFor = (session: BrokerSession): Promise<KiteSymbols> =>
    symbolsOf(session).catch(() => new KiteSymbols([]));

  /** A write whose contract has to be found first: without it nothing is sent. */
  const withSymbols = async <Value>(
    session: BrokerSession,
    write: (symbols: KiteSymbols) => Promise<Sent<Value>>,
  ): Promise<Sent<Value>> => {
    let symbols: KiteSymbols;
    try {
      symbols = await symbolsOf(session);
    } catch (error) {
      return { kind: "not-sent", why: error instanceof BrokerError ? error.message : "The contracts cannot be read" };
    }
    return write(symbols);
  };

  const pathOf = ({ id }: Pick<BookOrder, "id">): string =>
    `/orders/${encodeURIComponent(varieties.get(id) ?? REGULAR)}/${encodeURIComponent(id)}`;

  return {
    facts: factsOf(options),

    async begin({ credentials: [apiKey = ""] }) {
      return `${options.login}/connect/login?v=3&api_key=${encodeURIComponent(apiKey)}`;
    },

    async connect(token, { credentials: [apiKey = "", secret = ""] }) {
      const requestToken = typeof token === "string" ? token : (token[0] ?? "");
      const checksum = createHash("sha256")
        .update(apiKey + requestToken + secret)
        .digest("hex");
      const fields = { api_key: apiKey, request_token: requestToken, checksum };
      const made = dataOf(await ask(undefined, "POST", "/session/token", { form: fields }), KiteSession, true);
      return {
        broker: factsOf(options).id,
        client: apiKey,
        userId: made.user_id,
        name: made.user_name,
        endsAt: nextMorning(clock.now()),
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

    place: (session, order, tag) =>
      withSymbols(session, async (symbols) => {
        if (tag.length > MAX_TAG) return { kind: "not-sent", why: `the tag is longer than ${MAX_TAG} characters` };
        const instrument = symbols.find(order.contract);
        if (instrument === undefined) return { kind: "not-sent", why: "Zerodha does not list this contract" };
        const fault = stepFault(order, instrument);
        if (fault !== undefined) return { kind: "not-sent", why: fault };
        const fields = placeFields(order, instrument, tag);
        if (fields === undefined) return { kind: "not-sent", why: `${order.productType} orders are not taken` };
        return sentOf(
          await ask(session, "POST", `/orders/${REGULAR}`, { form: fields }),
          PLACED,
          (data) => data.order_id,
        );
      }),

    modify: (session, order, change) =>
      withSymbols(session, async (symbols) => {
        const instrument = order.contract && symbols.find(order.contract);
        if (instrument === undefined) return { kind: "not-sent", why: "Zerodha does not list this contract" };
        const fault = stepFault(change, instrument);
        if (fault !== undefined) return { kind: "not-sent", why: fault };
        const fields = modifyFields(change, order.orderValidity, instrument.tick);
        return sentOf(await ask(session, "PUT", pathOf(order), { form: fields }), PLACED, () => undefined);
      }),

    cancel: async (session, order) => sentOf(await ask(session, "DELETE", pathOf(order)), PLACED, () => undefined),

    async orders(session) {
      const rows = dataOf(await ask(session, "GET", "/orders"), ORDER_BOOK);
      varieties.clear();
      for (const { order_id: id, variety } of rows) if (variety !== REGULAR) varieties.set(id, variety);
      const names = await namesFor(session);
      return rows.map((row) => orderOf(row, names));
    },

    async trades(session) {
      const rows = dataOf(await ask(session, "GET", "/trades"), TRADE_BOOK);
      const names = await namesFor(session);
      return rows.map((row) => tradeOf(row, names));
    },

    async positions(session) {
      const { net } = dataOf(await ask(session, "GET", "/portfolio/positions"), POSITIONS);
      const names = await namesFor(session);
      return net.flatMap((row) => positionOf(row, names) ?? []);
    },

    holdings: async (session) => holdingsOf(dataOf(await ask(session, "GET", "/portfolio/holdings"), HOLDINGS)),

    funds: async (session) => fundsOf(dataOf(await ask(session, "GET", "/user/margins/equity"), KiteSegmentMargin)),

    convert: (session, { contract, side, qty, from, to }) =>
      withSymbols(session, async (symbols) => {
        const instrument = symbols.find(contract);
        if (instrument === undefined) return { kind: "not-sent", why: "Zerodha does not list this contract" };
        const fields = {
          exchange: instrument.exchange,
          tradingsymbol: instrument.symbol,
          transaction_type: kiteSide(side),
          position_type: "day",
          quantity: String(qty),
          old_product: kiteProduct(from) ?? "",
          new_product: kiteProduct(to) ?? "",
        };
        return sentOf(await ask(session, "PUT", "/portfolio/positions", { form: fields }), YES, () => undefined);
      }),

    async margin(session, basket) {
      const symbols = await symbolsOf(session);
      const items = basket.map((order) => {
        const instrument = symbols.find(order.contract);
        const item = instrument && marginItem(order, instrument);
        if (item === undefined) throw new BrokerError("refused", "Zerodha does not list one of these contracts");
        return item;
      });
      const reply = await ask(session, "POST", "/margins/basket?consider_positions=true", { json: items });
      const { initial, final } = dataOf(reply, BASKET_MARGIN);
      return { required: final.total, separately: initial.total };
    },

    ...(options.stream && { events: eventsOf(options.stream) }),
  };
}

type Body = { readonly form: Readonly<Record<string, string>> } | { readonly json: unknown };

const encoded = (body: Body): { readonly type: string; readonly text: string } =>
  "form" in body
    ? { type: "application/x-www-form-urlencoded", text: new URLSearchParams(body.form).toString() }
    : { type: "application/json", text: JSON.stringify(body.json) };

const factsOf = ({ id = "zerodha", isPractice }: KiteOptions): BrokerFacts => ({
  id,
  isPractice,
  echoesTag: true,
  orderTypes: [LIMIT, MARKET, STOP, STOP_LIMIT],
  products: ["INTRADAY", "MARGIN"],
  marketOrders: { kind: "protected", percent: PROTECTION },
  limits: { perSecond: 9, perDay: 5000, modifies: 25 },
  latestMs: 30_000,
  needsFixedAddress: !isPractice,
});

/** The next 06:00 IST. */
function nextMorning(now: number): ReturnType<typeof epochMs> {
  const sinceMidnight = (now + IST_MS) % DAY_MS;
  const today = now - sinceMidnight + ENDS_AT_MINUTE * 60_000;
  return epochMs(today > now ? today : today + DAY_MS);
}

const eventsOf = (stream: NonNullable<KiteOptions["stream"]>) =>
  async function* events(session: BrokerSession, signal: AbortSignal): AsyncGenerator<OrderEvent> {
    for await (const frame of stream(session, signal)) yield eventOf(frame);
  };

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
