/** Who is at the other end of a connection. Forwarded headers count only behind a proxy that is known to set them. */
import { isIPv6, SocketAddress } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import type { ClientFacts, HttpEnv } from "./http-env.ts";

export function clientFacts(trustProxy: boolean): MiddlewareHandler<HttpEnv> {
  return async function clientFacts(c, next) {
    const socket = c.env?.incoming?.socket;
    const forwarded = trustProxy ? forwardedAddress(c.req.header("x-forwarded-for")) : undefined;
    c.set("client", {
      address: forwarded ?? socket?.remoteAddress ?? "unknown",
      secure: trustProxy && c.req.header("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https",
      host: (c.req.header("host") ?? new URL(c.req.url).host).toLowerCase(),
    });
    await next();
  };
}

/**
 * For whom our own proxy speaks: it wrote the last entry of X-Forwarded-For, and anything before that came from the client.
 * Some proxies write the client's port as well, which would make each connection another client to whatever counts them.
 */
export function forwardedAddress(header: string | readonly string[] | undefined): string | undefined {
  const last = `${header ?? ""}`.split(",").at(-1)?.trim() ?? "";
  const [, inBrackets, beforePort] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(last) ?? [];
  return (inBrackets ?? beforePort ?? last) || undefined;
}

/** The groups of an IPv6 address that name the network; the last four are the host's to choose. */
const NETWORK_GROUPS = 4;
/** Before an IPv4 address that a socket of both kinds wraps. */
const WRAPPED = "::ffff:";

/**
 * What limits count an address by. One host has all 2^64 addresses of an IPv6 /64, so these count as one.
 * @param address as `ClientFacts` has it
 * @returns '2001:db8:0:1::/64'; of IPv4 the address itself, also where a socket wraps it in IPv6 ('::ffff:203.0.113.9')
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new SocketAddress({ address, family: "ipv6" }).address;
  if (plain.startsWith(WRAPPED) && plain.includes(".")) return plain.slice(WRAPPED.length);
  // '::' stands for as many groups of zeros as are missing.
  const [before = [], after = []] = plain.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const missing = Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...missing, ...after].slice(0, NETWORK_GROUPS).join(":")}::/64`;
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
