/** Who is at the other end of a connection. Forwarded headers count only behind a proxy that is known to set them. */
import type { Context, MiddlewareHandler } from "hono";
import type { ClientFacts, HttpEnv } from "./http-env.ts";

export function clientFacts(trustProxy: boolean): MiddlewareHandler<HttpEnv> {
  return async function clientFacts(c, next) {
    const socket = c.env?.incoming?.socket;
    // The last entry is the one our own proxy wrote; anything before it came from the client.
    const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
    c.set("client", {
      address: forwarded || socket?.remoteAddress || "unknown",
      secure: trustProxy && c.req.header("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https",
      host: (c.req.header("host") ?? new URL(c.req.url).host).toLowerCase(),
    });
    await next();
  };
}

/** Where a provider leads the browser back to: the host that it asked, for its cookie is of that host. It has been checked to be ours. */
export const originOf = ({ host, secure }: ClientFacts, publicUrl: string): string =>
  host === new URL(publicUrl).host ? publicUrl : `${secure ? "https" : "http"}://${host}`;

/**
 * Whether a proxy handed the request on that this server was not told of: whoever asks is not at this machine, though the
 * connection is.
 */
export const isForwarded = (c: Context<HttpEnv>): boolean =>
  Object.keys(c.req.header()).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"));
