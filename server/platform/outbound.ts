/**
 * The one way out to providers that keep users' money or rights: only to origins that the configuration names, never
 * along a redirect, for so long and for so many bytes at most. Nothing that a user sends chooses where it goes.
 */
import { type Fetch, fetchFrom } from "./http/fetch-from.ts";

export interface OutboundOptions {
  /** 'https://api.example.com', exactly: scheme, host and port. */
  readonly origins: readonly string[];
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Takes the place of the network, where the other side is part of this process. */
  readonly fetch?: typeof globalThis.fetch;
  /** By which address of this machine a request leaves, asked for each; undefined: any. @throws OutboundError where it may not go */
  readonly from?: () => string | undefined;
}

export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OutboundReply {
  readonly status: number;
  readonly body: string;
}

/** A request that failed may have been carried out all the same, unless it never left. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  /** No byte of the request was written: the other side cannot have done anything. */
  readonly isUnsent: boolean;

  constructor(message: string, { isUnsent = false, ...options }: ErrorOptions & { readonly isUnsent?: boolean } = {}) {
    super(message, options);
    this.isUnsent = isUnsent;
  }
}

export interface Outbound {
  /** @throws OutboundError when it may not go there, or nothing usable came back in time. */
  request(url: string, request: OutboundRequest): Promise<OutboundReply>;
  /**
   * A large answer piece by piece, as it comes: only what is being looked at is in memory. The time limit is that of each
   * piece, and who stops reading ends the request. @throws OutboundError as above, and for any status but 200.
   */
  download(url: string, headers?: Readonly<Record<string, string>>): AsyncIterable<Uint8Array>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** Failures of finding the other side and connecting to it: they come before the first byte. Any other may come after it. */
const UNSENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** These come of a connection that stood, too, when its network goes: it is what was being done that tells. */
const UNREACHED = new Set(["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);
const OPENING = new Set<unknown>(["connect", "getaddrinfo", "bind"]);

export function createOutbound(options: OutboundOptions): Outbound {
  const { origins, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, from = () => undefined } = options;
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const fetch: Fetch = (url, init) => {
    const address = from();
    return address === undefined ? (options.fetch ?? globalThis.fetch)(url, init) : fetchFrom(address)(url, init);
  };

  /** @returns the origin. @throws OutboundError */
  function allowedOrigin(url: string): string {
    const { origin } = new URL(url);
    if (allowed.has(origin)) return origin;
    throw new OutboundError(`${origin} is not among the configured providers`, { isUnsent: true });
  }

  return {
    async request(url, { method, headers, body }) {
      const origin = allowedOrigin(url);
      try {
        const reply = await fetch(url, {
          method,
          headers,
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
          ...(body === undefined ? {} : { body }),
        });
        const chunks: Uint8Array[] = [];
        for await (const chunk of atMost(reply.body ?? [], maxBytes)) chunks.push(chunk);
        return { status: reply.status, body: Buffer.concat(chunks).toString("utf8") };
      } catch (error) {
        throw failed(origin, error);
      }
    },

    async *download(url, headers = {}) {
      const origin = allowedOrigin(url);
      const ending = new AbortController();
      const timed = async <Value>(work: Promise<Value>): Promise<Value> => {
        const timer = setTimeout(() => ending.abort(new Error("it takes too long")), timeoutMs);
        return work.finally(() => clearTimeout(timer));
      };
      try {
        const reply = await timed(fetch(url, { headers, redirect: "error", signal: ending.signal }));
        if (reply.status !== 200) throw new OutboundError(`${origin} answered ${reply.status}`);
        const pieces = atMost(reply.body ?? [], maxBytes);
        for (let next = await timed(pieces.next()); !next.done; next = await timed(pieces.next())) yield next.value;
      } catch (error) {
        throw failed(origin, error);
      } finally {
        ending.abort();
      }
    },
  };
}

function failed(origin: string, cause: unknown): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const isUnsent = isConnectFailure(cause);
  return new OutboundError(`${origin} did not answer: ${reasonOf(cause)}`, { cause, isUnsent });
}

/** Leaving the loop cancels the body. */
async function* atMost(
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  maxBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new OutboundError(`the answer is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
};

/** Of several addresses that were tried, all have to have failed so. */
function isConnectFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isConnectFailure);
  const syscall = "syscall" in error ? error.syscall : undefined;
  // The address to leave by could not be taken.
  if (syscall === "bind") return true;
  if ("code" in error && typeof error.code === "string")
    return UNSENT.has(error.code) || (UNREACHED.has(error.code) && OPENING.has(syscall));
  return isConnectFailure(error.cause);
}
