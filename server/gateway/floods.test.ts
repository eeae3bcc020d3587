/** Strangers and greedy clients on the sockets: what they may cost, in figures. */

import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import * as liveParser from "#contract/wire/live-parser.ts";
import { LIVE_INDEX, LIVE_PATH, OI_PRICE_LIVE, OPTION_LIVE, STOCK_PATH } from "#contract/wire/socket-events.ts";
import { systemClock, type WallClock } from "../platform/clocks.ts";
import type { Identities } from "../platform/users/identity.ts";
import { NIFTY_ROOM } from "../testing/market/fake-feed.ts";
import { createFixedIdentities } from "../testing/sockets/fixed-identities.ts";
import { createFixedNews } from "../testing/sockets/fixed-news.ts";
import { join, next, startGateway, type TestGateway, until } from "../testing/sockets/test-gateway.ts";

/** As slow as a busy database. */
const LOOKUP_MS = 5;
const known = createFixedIdentities();
let lookups = 0;
let atOnce = 0;
let mostAtOnce = 0;
const slow: Identities = {
  ...known,
  async byTicket(ticket) {
    lookups++;
    atOnce++;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await new Promise((resolve) => setTimeout(resolve, LOOKUP_MS));
    atOnce--;
    return known.byTicket(ticket);
  },
};

/** Milliseconds of the gateway's clock, which stands: how busy this machine is must not matter to what is counted by time. */
let later = 0;
const clock: WallClock = { ...systemClock, monotonic: () => 1_000_000 + later };

let gateway: TestGateway;
const open: WebSocket[] = [];

beforeEach(async () => {
  gateway = await startGateway(undefined, undefined, undefined, { identities: slow, news: createFixedNews(), clock });
  lookups = 0;
  mostAtOnce = 0;
  later = 0;
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await gateway.stop();
});

const encoder = new liveParser.Encoder();

/** A CONNECT packet as it travels. */
function connectPacket(path: "stock" | "live", namespace: string, token: string): string | Buffer {
  if (path === "stock") return `40${namespace},${JSON.stringify({ token })}`;
  return Buffer.from(encoder.encode({ type: 0, nsp: namespace, data: { token } })[0] as Uint8Array);
}

/** A connection without a client of Socket.IO, once Engine.IO has greeted it. */
async function connection(path: "stock" | "live"): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${gateway.port}${path === "stock" ? STOCK_PATH : LIVE_PATH}/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url);
  socket.on("error", () => undefined);
  open.push(socket);
  await new Promise((resolve) => socket.once("message", resolve));
  return socket;
}

const isClosed = (socket: WebSocket): boolean => socket.readyState === WebSocket.CLOSED;

it.each(["stock", "live"] as const)(
  "20 connections of %s with 1,000 forged CONNECTs each cost at most 64 lookups, two at a time, and end",
  async (path) => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connection(path)));
    for (let i = 0; i < 1_000; i++)
      for (const [n, socket] of sockets.entries()) socket.send(connectPacket(path, OI_PRICE_LIVE, `forged ${n} ${i}`));
    await until(() => sockets.every(isClosed), "the end of every connection");
    expect(lookups).toBeLessThanOrEqual(64);
    expect(mostAtOnce).toBeLessThanOrEqual(2);
  },
);

it("asks about no ticket of an address that has tried 60 unknown ones, and about known ones again soon", async () => {
  for (let n = 0; n < 30; n++) {
    const socket = await connection("stock");
    for (const namespace of [OI_PRICE_LIVE, LIVE_INDEX])
      socket.send(connectPacket("stock", namespace, `x ${n}${namespace}`));
  }
  await until(() => lookups >= 60, "sixty lookups");
  await until(() => atOnce === 0);
  const refused = await next<Error>(gateway.client("stock", OI_PRICE_LIVE), "connect_error");
  expect(refused.message).toBe("try again");
  expect(lookups).toBeLessThanOrEqual(62);
  later = 1_000;
  await next(gateway.client("stock", OI_PRICE_LIVE), "connect");
});

it.each(["stock", "live"] as const)(
  "a connection of %s that asks 600 times for one namespace is one socket, one lookup, and over",
  async (path) => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => connection(path)));
    const packet = connectPacket(path, LIVE_INDEX, "live");
    for (const socket of sockets) for (let i = 0; i < 600; i++) socket.send(packet);
    await until(() => sockets.every(isClosed), "the end of every connection");
    expect(lookups).toBeLessThanOrEqual(10);
  },
);

it("a reader that acknowledges thousands of turns that nobody asked about is cut off", async () => {
  const socket = await connection("live");
  socket.send(connectPacket("live", OPTION_LIVE, "live"));
  await new Promise((resolve) => socket.once("message", resolve));
  socket.send(
    Buffer.from(encoder.encode({ type: 2, nsp: OPTION_LIVE, data: ["joinRoom", NIFTY_ROOM] })[0] as Uint8Array),
  );
  await new Promise((resolve) => socket.once("message", resolve));
  for (let i = 0; i < 3_000; i++) socket.send(liveParser.encodeAck(1_000_000 + i));
  await until(() => isClosed(socket), "the end of the connection");
});

it("events that no namespace knows cost as much as others: 300 use the budget up, 2,000 more end the connection", async () => {
  const socket = gateway.client("live", OI_PRICE_LIVE);
  await next(socket, "connect");
  for (let i = 0; i < 300; i++) socket.emit("whatever", i);
  expect(await join(socket, NIFTY_ROOM)).toBe("rate limit");
  const ended = next(socket, "disconnect");
  for (let i = 0; i < 2_000; i++) socket.emit("whatever", i);
  await ended;
});

describe("a session with 24 tabs", () => {
  const clients: Socket[] = [];
  beforeEach(async () => {
    clients.length = 0;
    for (let i = 0; i < 24; i++) {
      const client = gateway.client("live", LIVE_INDEX);
      await next(client, "connect");
      clients.push(client);
    }
  });
  const speak = async (own: readonly Socket[]): Promise<void> => {
    for (const client of own) client.emit("leaveRoom", "nowhere");
    await new Promise((resolve) => setTimeout(resolve, 100));
  };

  it("keeps all of them while they live, and refuses the 25th", async () => {
    later = 25_000;
    await speak(clients);
    later = 50_000;
    const refused = await next<Error>(gateway.client("live", LIVE_INDEX), "connect_error");
    expect(refused.message).toBe("too many tabs");
    expect(clients.every(({ connected }) => connected)).toBe(true);
  });

  it("ends the one that has been idle for longest for the 25th", async () => {
    later = 20_000;
    await speak(clients.filter((_, i) => i !== 7));
    later = 45_000;
    await next(gateway.client("live", LIVE_INDEX), "connect");
    await until(() => clients[7]?.connected === false, "the end of the idle one");
    expect(clients.filter(({ connected }) => connected)).toHaveLength(23);
    const refused = await next<Error>(gateway.client("live", LIVE_INDEX), "connect_error");
    expect(refused.message).toBe("too many tabs");
  });

  it("has room again when one is closed", async () => {
    clients[3]?.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await next(gateway.client("live", LIVE_INDEX), "connect");
  });
});

it("looks up nothing for connections that are gone", async () => {
  const sockets = await Promise.all(Array.from({ length: 40 }, () => connection("stock")));
  for (const [n, socket] of sockets.entries()) {
    socket.send(connectPacket("stock", OI_PRICE_LIVE, `gone ${n}`));
    socket.terminate();
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(lookups).toBeLessThanOrEqual(20);
});
