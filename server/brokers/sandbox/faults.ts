/**
 * What brokers do on bad days, before a face, by a seed: one seed does the same to the same requests. Some faults hit before
 * anything was done, some after, and an adapter cannot tell which.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { KiteFace } from "./faces/kite/face.ts";

/** Nothing is done. */
const BEFORE = {
  "drop-before": () => drop(),
  "bad-gateway-before": () => html(502, "Bad Gateway"),
  html: () => html(200, "We are down for maintenance"),
  rate: () => refusal(429, "NetworkException", "Too many requests"),
  "expired-token": () => refusal(403, "TokenException", "Incorrect `api_key` or `access_token`."),
  address: () => refusal(403, "PermissionException", "IP 203.0.113.7 is not allowed to place orders for this app."),
  freeze: () => refusal(400, "InputException", "Quantity is above the freeze quantity for this instrument."),
  margin: () =>
    refusal(400, "MarginException", "Insufficient funds. Required margin is 1.00 but available margin is 0.00."),
  band: () => refusal(400, "OrderException", "Price is outside the current execution range."),
  tick: () => refusal(400, "InputException", "Tick size for this script is 5.00 paise."),
} as const satisfies Readonly<Record<string, () => Response>>;

/** It is done, and the answer says something else, or nothing. */
const AFTER = {
  "drop-after": () => drop(),
  "bad-gateway-after": () => html(504, "Gateway Time-out"),
  "failed-after": () => refusal(500, "GeneralException", "Something went wrong."),
} as const satisfies Readonly<Record<string, () => Response>>;

export const FAULTS = [
  ...(Object.keys(BEFORE) as (keyof typeof BEFORE)[]),
  ...(Object.keys(AFTER) as (keyof typeof AFTER)[]),
  /** The answer takes a while. */
  "delay",
  /** The order is placed after it was said to have timed out. */
  "late",
  /** The order book is that of the last time it was asked for. */
  "stale-book",
  /** The order book ends in the middle. */
  "cut-book",
  /** Each change is told twice. */
  "twice",
] as const;
export type FaultKind = (typeof FAULTS)[number];

export interface FaultPlan {
  readonly seed: number;
  /** Of the requests that a fault can hit: 0 to 1. */
  readonly share: number;
  readonly kinds: readonly FaultKind[];
  readonly delayMs?: number;
  readonly lateMs?: number;
}

const WRITES = new Set(["POST", "PUT", "DELETE"]);
const isBefore = (kind: FaultKind): kind is keyof typeof BEFORE => kind in BEFORE;
const isAfter = (kind: FaultKind): kind is keyof typeof AFTER => kind in AFTER;

/** The face with faults before it. Logins and lists of instruments stay as they are. */
export function withFaults(face: KiteFace, plan: FaultPlan, clock: Pick<WallClock, "after">): KiteFace {
  const draw = mulberry32(plan.seed);
  const { delayMs = 50, lateMs = 8_000 } = plan;
  const writeKinds = plan.kinds.filter(
    (kind) => isBefore(kind) || isAfter(kind) || kind === "delay" || kind === "late",
  );
  const bookKinds = plan.kinds.filter((kind) => kind === "stale-book" || kind === "cut-book" || kind === "delay");
  /** By authorization. */
  const books = new Map<string, string>();

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });
  const faultOf = (kinds: readonly FaultKind[]): FaultKind | undefined => {
    const isHit = draw() < plan.share;
    const kind = kinds[Math.floor(draw() * kinds.length)];
    return isHit ? kind : undefined;
  };

  async function write(request: Request): Promise<Response> {
    const kind = faultOf(writeKinds);
    if (kind === undefined) return face.fetch(request);
    if (isBefore(kind)) return BEFORE[kind]();
    if (kind === "late") {
      // Whoever sent it has gone by then, and its signal with it.
      const { method, headers, url } = request;
      const copy = new Request(url, { method, headers, body: (await request.text()) || null });
      clock.after(lateMs, () => void face.fetch(copy));
      return refusal(400, "OrderException", "Your order request has timed out. Please check the order book.");
    }
    if (kind === "delay") await wait(delayMs);
    const reply = await face.fetch(request);
    return isAfter(kind) ? AFTER[kind]() : reply;
  }

  async function readBook(request: Request): Promise<Response> {
    const kind = faultOf(bookKinds);
    const owner = request.headers.get("authorization") ?? "";
    const stale = books.get(owner);
    if (kind === "delay") await wait(delayMs);
    if (kind === "stale-book" && stale !== undefined) return json(stale);
    const reply = await face.fetch(request);
    const body = await reply.text();
    if (reply.status !== 200) return new Response(body, { status: reply.status });
    books.set(owner, body);
    return json(kind === "cut-book" ? body.slice(0, Math.floor(body.length * draw())) : body);
  }

  return {
    ...face,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (WRITES.has(request.method) && !pathname.startsWith("/session") && !pathname.startsWith("/margins")) {
        return write(request);
      }
      return pathname === "/orders" ? readBook(request) : face.fetch(request);
    },
    async *stream(accessToken, signal) {
      for await (const frame of face.stream(accessToken, signal)) {
        yield frame;
        if (plan.kinds.includes("twice")) yield frame;
      }
    },
  };
}

/** A connection that breaks: what fetch throws, with the code of the socket. */
function drop(): never {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }) });
}

const html = (status: number, title: string): Response =>
  new Response(`<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`, {
    status,
    headers: { "content-type": "text/html" },
  });

const json = (body: string): Response => new Response(body, { headers: { "content-type": "application/json" } });

const refusal = (status: number, type: string, message: string): Response =>
  new Response(JSON.stringify({ status: "error", message, data: null, error_type: type }), {
    status,
    headers: { "content-type": "application/json" },
  });

/** 0 to 1, by Tommy Ettinger's mulberry32. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
