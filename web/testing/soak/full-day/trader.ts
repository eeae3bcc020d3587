/**
 * A user of the practice broker who places orders all day, now at one edge and now at the other, and asks again with the same key
 * until there is an answer. What the socket tells of the orders is kept as it comes, over every connection of the day.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Manager } from "socket.io-client";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { CE, instrumentName, parseRoom } from "#contract/domain/instruments.ts";
import { type IntentKind, type IntentState, isOpen } from "#contract/domain/orders/order.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import {
  type BookOrderBody,
  ORDER_KEY_HEADER,
  Outcome,
  PlaceReply,
  TabReply,
} from "#contract/wire/http/order-bodies.ts";
import * as liveParser from "#contract/wire/live-parser.ts";
import { LIVE_PATH, OI_PRICE_LIVE, type UserEvent } from "#contract/wire/socket-events.ts";
import { TOKEN_EXPIRED } from "../../../../server/brokers/session-over.ts";
import { type Login, loadRoom, logIn } from "../../../../server/testing/sockets/live-client.ts";
import { until } from "../board-tab.ts";
import type { User } from "./deployment.ts";

const BROKER = "broker/iifl";
const EVERY_MS = 1500;
const AGAIN_MS = 500;
/** So often, and so far apart, it tries to connect the broker. */
const CONNECTS = 10;
const PRESSES_AGAIN_MS = 3000;
const PATIENCE_MS = 120_000;
/** Presses after which what still rests is cancelled. */
const CANCELS_EVERY = 12;
/** Presses between two readings of the order book. */
const READS_EVERY = 3;
/** Minutes of the day between which orders are sent: the last ones are read in the book before the day is over. */
const OPEN = { from: 9 * 60 + 16, to: 15 * 60 + 25 };

/** Too many at once; an edge that has just started and knows no day yet. */
const LATER: ReadonlySet<number> = new Set([429, 409]);

type OrderEvent = Extract<UserEvent, { type: "order" }>;

export interface Press {
  readonly key: string;
  readonly kind: IntentKind;
  /** What the answer said; undefined without any. */
  answered: IntentState | undefined;
  /** The answer refused it before the broker was asked, such as a cancellation of what the close had ended: that is its end. */
  isRefusedHere: boolean;
  /** What the socket told, in order, by the id of the news. */
  readonly told: Map<number, OrderEvent>;
}

export interface Trader {
  readonly presses: ReadonlyMap<string, Press>;
  /** Ids of all orders that any reading of the book had. */
  readonly seen: ReadonlySet<string>;
  /** News that came again on the same connection, or out of order, or of which some were no longer kept. */
  readonly disorder: readonly string[];
  /** Answers that were none of the contract's, in words. */
  readonly strange: readonly string[];
  /** Sends no more; resolves once the last answer is there. */
  rest(): Promise<void>;
  stop(): void;
}

/** @param urls of the edges @param room of the contract that is traded */
export async function startTrader(urls: readonly string[], user: User, room: string): Promise<Trader> {
  const login = await logIn(urls[0] ?? "", user.email, user.password);
  const item = await orderOf(urls[0] ?? "", login, room);
  const presses = new Map<string, Press>();
  const seen = new Set<string>();
  const strange: string[] = [];
  let book: readonly BookOrderBody[] = [];
  let calls = 0;

  /** The answer, from whichever edge gives one; undefined where none does in time. */
  async function call(path: string, body?: object, key?: string): Promise<unknown> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const reply = await fetch(`${urls[calls++ % urls.length]}${API_BASE}${BROKER}${path}`, {
        headers: {
          cookie: login.cookie,
          "content-type": "application/json",
          ...(key !== undefined && { [ORDER_KEY_HEADER]: `${key}/0` }),
        },
        signal: AbortSignal.timeout(30_000),
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const answer = await reply?.json().catch(() => undefined);
      if (reply !== undefined && reply.status < 500 && !LATER.has(reply.status) && answer !== undefined) return answer;
      await sleep(AGAIN_MS);
    }
    return undefined;
  }

  async function press(kind: IntentKind, path: string, body: object): Promise<void> {
    const one: Press = { key: randomUUID(), kind, answered: undefined, isRefusedHere: false, told: new Map() };
    presses.set(one.key, one);
    let answer = await call(path, body, one.key);
    if (isOver(answer)) {
      await connect((pair) => call("", pair));
      answer = await call(path, body, one.key);
    }
    const outcome = PlaceReply.safeParse(answer).data?.data.data[0]?.body ?? Outcome.safeParse(answer).data;
    one.answered = outcome?.state;
    one.isRefusedHere = outcome?.isOurs === true;
    if (outcome === undefined) strange.push(`${kind}: ${JSON.stringify(answer)}`);
  }

  async function read(): Promise<void> {
    book = TabReply.safeParse(await call("/get_orders")).data?.orderBook ?? [];
    for (const { id } of book) seen.add(id);
  }

  async function cancelAll(): Promise<void> {
    await read();
    for (const order of book.filter(({ status }) => isOpen(status)))
      await press("cancel", "/cancel_order", { data: { id: order.id }, editOrder: order });
  }

  /** Bought and sold in turn at the market; every third order rests, at a price that nobody takes. */
  async function trade(turn: number): Promise<void> {
    const rests = turn % 3 === 2;
    const terms = rests ? { type: 1, side: 1, limitPrice: 1 } : { type: 2, side: turn % 3 === 0 ? 1 : -1 };
    await press("place", "/place_multi_order", { data: [{ ...item, ...terms }] });
    if (turn % CANCELS_EVERY === CANCELS_EVERY - 1) await cancelAll();
    else if (turn % READS_EVERY === 0) await read();
  }

  await connect((body) => call("", body));
  const news = listen(urls.at(-1) ?? "", login, presses);
  let isResting = false;
  const trading = (async () => {
    for (let turn = 0; !isResting; await sleep(EVERY_MS)) {
      const at = news.time()?.minute ?? 0;
      if (at >= OPEN.from && at < OPEN.to) await trade(turn++);
      else await read();
    }
    await read();
  })();
  return {
    presses,
    seen,
    disorder: news.disorder,
    strange,
    rest() {
      isResting = true;
      return trading;
    },
    stop: news.close,
  };
}

/** The broker ends every session at six in the morning, by the clock of the machine: it is connected again, as a user does. */
const isOver = (answer: unknown): boolean => (answer as { message?: string } | undefined)?.message === TOKEN_EXPIRED;

/** As a user does, who presses again: a market that has just started may not answer yet. */
async function connect(ask: (body: object) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const answer = (await ask({ authToken: ["secret", "key", "iifl"] })) as { readonly status?: string } | undefined;
    if (answer?.status === "ok") return;
    if (tries === CONNECTS) throw new Error(`the practice broker cannot be connected: ${JSON.stringify(answer)}`);
    await sleep(PRESSES_AGAIN_MS);
  }
}

/** What all its orders have in common: one lot of the call at the money. */
async function orderOf(url: string, { cookie }: Login, room: string): Promise<object> {
  const { tokens, priceScale, live } = await until(() => loadRoom(url, cookie, room), room);
  const { symbol, expiry } = parseRoom(room) ?? {};
  if (symbol === undefined || expiry === undefined) throw new Error(`no room: ${room}`);
  const spot = live.columns[0]?.[0] ?? 0;
  const calls = [...tokens.type.keys()].filter((row) => row < tokens.length && tokens.type[row] === CE);
  const far = (row: number): number => Math.abs((tokens.strike[row] ?? 0) - spot);
  const row = calls.reduce((best, one) => (far(one) < far(best) ? one : best));
  return {
    symbol: `NSE:${instrumentName(symbol, expiry, (tokens.strike[row] ?? 0) / priceScale, "CE")}`,
    securityId: "",
    productType: "MARGIN",
    limitPrice: 0,
    stopPrice: 0,
    disclosedQty: 0,
    validity: "DAY",
    offlineOrder: false,
    stopLoss: 0,
    takeProfit: 0,
    qty: tokens.lotSize[row],
  };
}

/** The user's channel: it comes back by itself, and asks for what it missed since the last news that it had. */
function listen(url: string, { ticket }: Login, presses: ReadonlyMap<string, Press>) {
  const disorder: string[] = [];
  let last: number | undefined;
  let time: ExchangeTime | undefined;
  const manager = new Manager(url, {
    path: LIVE_PATH,
    transports: ["websocket"],
    parser: liveParser,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  const socket = manager.socket(OI_PRICE_LIVE, {
    auth: (give) => give({ token: ticket, ...(last !== undefined && { news: last }) }),
  });
  socket.on("connect_error", () => setTimeout(() => socket.connect(), AGAIN_MS));
  // A server that stops closes it, and Socket.IO leaves it closed then.
  socket.on("disconnect", (why) => {
    if (why === "io server disconnect") setTimeout(() => socket.connect(), AGAIN_MS);
  });
  socket.on("turn", (turn: number) => manager.engine.send(liveParser.encodeAck(turn)));
  socket.on("clock", (now: ExchangeTime) => {
    time = now;
  });
  socket.on("newsFrom", ({ id, isWhole }: { id: number; isWhole: boolean }) => {
    if (!isWhole) disorder.push(`news before ${id} were no longer kept`);
    last ??= id;
  });
  socket.on("news", (id: number, event: UserEvent) => {
    if (last !== undefined && id <= last) disorder.push(`news ${id} came after ${last}`);
    last = id;
    if (event.type === "order") presses.get(event.key)?.told.set(id, event);
  });
  return { disorder, time: () => time, close: () => socket.disconnect() };
}
