import { expect, it } from "vitest";
import { OI_PRICE_LIVE } from "#contract/wire/socket-events.ts";
import { type HandshakeDeps, handshake } from "./handshake.ts";
import type { GatewaySocket } from "./socket-path.ts";

/** @returns what a socket of this address is counted by */
function countedBy(address: string, forwarded?: string): string[] {
  const asked: string[] = [];
  const deps = {
    admission: {
      identify: (asker: { address: string }) => {
        asked.push(asker.address);
        return Promise.resolve(undefined);
      },
    },
    trustProxy: forwarded !== undefined,
    metrics: { refusals: { inc: () => undefined } },
    path: { lineOf: () => ({ ask: () => true, left: () => undefined, refusals: 0 }) },
  } as unknown as HandshakeDeps;
  const headers = { "x-forwarded-for": forwarded };
  const socket = { conn: { readyState: "open" }, handshake: { auth: { token: "ticket" }, headers, address } };
  handshake(OI_PRICE_LIVE, deps)(socket as unknown as GatewaySocket, () => undefined);
  return asked;
}

it("counts sockets of one IPv6 network together, also behind a proxy", () => {
  expect(countedBy("2001:db8:1:1::7")).toEqual(["2001:db8:1:1::/64"]);
  expect(countedBy("::ffff:10.0.0.1", "6.6.6.6, 2001:db8:1:1::8")).toEqual(["2001:db8:1:1::/64"]);
  expect(countedBy("::ffff:203.0.113.9")).toEqual(["203.0.113.9"]);
});
