/**
 * The one way out to providers that keep users' money or rights: only to origins that the configuration names, never
 * along a redirect, for so long and for so many bytes at most. Nothing that a user sends chooses where it goes.
 */

export interface OutboundOptions {
  /** 'https://api.example.com', exactly: scheme, host and port. */
  readonly origins: readonly string[];
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

export interface OutboundRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OutboundReply {
  readonly status: number;
  readonly body: string;
}

/** A failure says nothing of what the other side did: a request that timed out may have been carried out. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
}

export interface Outbound {
  /** @throws OutboundError when it may not go there, or nothing usable came back in time. */
  request(url: string, request: OutboundRequest): Promise<OutboundReply>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

export function createOutbound({ origins, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: OutboundOptions): Outbound {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return {
    async request(url, { method, headers, body }) {
      const { origin } = new URL(url);
      if (!allowed.has(origin)) throw new OutboundError(`${origin} is not among the configured providers`);
      try {
        const reply = await fetch(url, {
          method,
          headers,
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
          ...(body === undefined ? {} : { body }),
        });
        return { status: reply.status, body: await readAtMost(reply, maxBytes) };
      } catch (cause) {
        if (cause instanceof OutboundError) throw cause;
        throw new OutboundError(`${origin} did not answer: ${reasonOf(cause)}`, { cause });
      }
    },
  };
}

async function readAtMost(reply: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) throw new OutboundError(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
};
