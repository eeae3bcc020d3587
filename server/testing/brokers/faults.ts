/**
 * What brokers do on bad days, before a face, by a seed: one seed does the same to the same requests. Some faults hit before
 * anything was done, some after, and an adapter cannot tell which.
 */

import type { Face, FaceKind } from "../../brokers/sandbox/faces/face.ts";
import type { WallClock } from "../../platform/clocks.ts";

/** Nothing is done. */
const REFUSED = ["rate", "expired-token", "address", "freeze", "margin", "band", "tick"] as const;
const BEFORE = ["drop-before", "bad-gateway-before", "html", ...REFUSED] as const;
/** It is done, and the answer says something else, or nothing. */
const AFTER = ["drop-after", "bad-gateway-after", "failed-after"] as const;

export const FAULTS = [
  ...BEFORE,
  ...AFTER,
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
  /** Told of each fault that hits. */
  readonly tell?: (kind: FaultKind) => void;
}

type Before = (typeof BEFORE)[number];
type After = (typeof AFTER)[number];
const isBefore = (kind: FaultKind): kind is Before => (BEFORE as readonly string[]).includes(kind);
const isAfter = (kind: FaultKind): kind is After => (AFTER as readonly string[]).includes(kind);

/** The face with faults before it. Logins and lists of instruments stay as they are. */
export function withFaults(
  { role, troubles }: FaceKind,
  face: Face,
  plan: FaultPlan,
  clock: Pick<WallClock, "after">,
): Face {
  const draw = mulberry32(plan.seed);
  const { delayMs = 50, lateMs = 8_000 } = plan;
  const writeKinds = plan.kinds.filter(
    (kind) => isBefore(kind) || isAfter(kind) || kind === "delay" || kind === "late",
  );
  const bookKinds = plan.kinds.filter((kind) => kind === "stale-book" || kind === "cut-book" || kind === "delay");
  const answers: Readonly<Record<Before | After, () => Response>> = {
    ...troubles,
    "drop-before": drop,
    "drop-after": drop,
    "bad-gateway-before": () => html(502, "Bad Gateway"),
    "bad-gateway-after": () => html(504, "Gateway Time-out"),
    html: () => html(200, "We are down for maintenance"),
    "failed-after": troubles.failed,
  };
  /** By authorization and path. */
  const books = new Map<string, string>();

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });
  const faultOf = (kinds: readonly FaultKind[]): FaultKind | undefined => {
    const isHit = draw() < plan.share;
    const kind = kinds[Math.floor(draw() * kinds.length)];
    if (!isHit || kind === undefined) return undefined;
    plan.tell?.(kind);
    return kind;
  };

  async function write(request: Request): Promise<Response> {
    const kind = faultOf(writeKinds);
    if (kind === undefined) return face.fetch(request);
    if (isBefore(kind)) return answers[kind]();
    if (kind === "late") {
      // Whoever sent it has gone by then, and its signal with it.
      const { method, headers, url } = request;
      const copy = new Request(url, { method, headers, body: (await request.text()) || null });
      clock.after(lateMs, () => void face.fetch(copy));
      return troubles["timed-out"]();
    }
    if (kind === "delay") await wait(delayMs);
    const reply = await face.fetch(request);
    return isAfter(kind) ? answers[kind]() : reply;
  }

  async function readBook(request: Request): Promise<Response> {
    const kind = faultOf(bookKinds);
    const book = `${request.headers.get("authorization") ?? ""} ${new URL(request.url).pathname}`;
    const stale = books.get(book);
    if (kind === "delay") await wait(delayMs);
    if (kind === "stale-book" && stale !== undefined) return json(stale);
    const reply = await face.fetch(request);
    const body = await reply.text();
    if (reply.status !== 200) return new Response(body, { status: reply.status });
    books.set(book, body);
    return json(kind === "cut-book" ? body.slice(0, Math.floor(body.length * draw())) : body);
  }

  return {
    ...face,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const doing = role(request.method, new URL(request.url).pathname);
      if (doing === "write") return write(request);
      return doing === "book" ? readBook(request) : face.fetch(request);
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
