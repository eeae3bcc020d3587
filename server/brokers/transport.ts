/**
 * How an adapter's requests leave: to one broker, once, within a time. It tells what did not leave from what may have been
 * carried out, and never throws. The practice broker is reached by a function of this process, a real one over the network.
 */

export interface BrokerRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface BrokerReply {
  readonly status: number;
  readonly body: string;
}

export type Exchanged =
  | { readonly kind: "reply"; readonly reply: BrokerReply }
  /** No byte left. */
  | { readonly kind: "not-sent"; readonly why: string }
  /** It left, and no usable answer came back. */
  | { readonly kind: "cut"; readonly why: string };

export type BrokerTransport = (request: BrokerRequest) => Promise<Exchanged>;

export interface FetchTransportOptions {
  /** 'https://api.example.com': nothing else is asked. */
  readonly origin: string;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const TIMEOUT_MS = 8_000;
/** A master list has some hundred thousand lines. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Codes of Node and undici for a connection that was never made. */
const UNCONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

export function fetchTransport(options: FetchTransportOptions): BrokerTransport {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const send = options.fetch ?? fetch;
  const origin = new URL(options.origin).origin;
  return async ({ url, method, headers, body }) => {
    if (!URL.canParse(url) || new URL(url).origin !== origin) {
      return { kind: "not-sent", why: `the request is not for ${origin}` };
    }
    try {
      const reply = await send(url, {
        method,
        headers: { ...headers },
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      });
      const read = await readAtMost(reply, maxBytes);
      return read === undefined
        ? { kind: "cut", why: "the answer is too large" }
        : { kind: "reply", reply: { status: reply.status, body: read } };
    } catch (error) {
      const code = codeOf(error);
      return UNCONNECTED.has(code)
        ? { kind: "not-sent", why: `the broker cannot be reached (${code})` }
        : { kind: "cut", why: reasonOf(error) };
    }
  };
}

async function readAtMost(reply: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The innermost cause's code; several addresses that all failed are one failure, if all failed alike. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) {
    const codes = new Set(error.errors.map(codeOf));
    return codes.size === 1 ? ([...codes][0] ?? "") : "";
  }
  if (!(error instanceof Error)) return "";
  if (error.cause !== undefined) return codeOf(error.cause);
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === "TimeoutError"
    ? "the broker did not answer in time"
    : "the connection to the broker broke";
