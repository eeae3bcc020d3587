/** What a broker sees: from which address each user's requests come, over every adapter and over an order socket. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { epochMs } from "#contract/domain/units.ts";
import { systemClock } from "../platform/clocks.ts";
import { silentLog } from "../platform/log.ts";
import { createOutbound } from "../platform/outbound.ts";
import { ADAPTED, isAdapted } from "./catalogue.ts";
import { addressOfCall, checkEgress, leavingByOwn } from "./egress.ts";
import { kiteSocket } from "./kite/socket.ts";
import { createOrderStream } from "./order-stream.ts";
import type { BrokerPort, BrokerSession } from "./port.ts";

let server: Server;
let sockets: WebSocketServer;
let origin: string;
/** Address and path of each request, as they came. */
let seen: (readonly [address: string | undefined, path: string | undefined])[] = [];

beforeAll(async () => {
  server = createServer(({ socket, url }, reply) => {
    seen.push([socket.remoteAddress, url]);
    reply.writeHead(500).end();
  });
  sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, { socket: { remoteAddress }, url }) => {
    seen.push([remoteAddress, url]);
    socket.send(Buffer.of(0));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

function opened(id: string): BrokerPort {
  if (!isAdapted(id)) return expect.unreachable(id);
  const socket = kiteSocket(origin.replace("http", "ws"));
  const port = ADAPTED[id].open({
    outbound: createOutbound({ origins: [origin], from: addressOfCall }),
    ...{ api: origin, lists: origin, tokens: origin, clock: systemClock, isPractice: false },
    ...{ app: { key: "key", secret: "secret" }, tickOf: () => 0.05 },
    stream: createOrderStream({ broker: id, socket, clock: systemClock, log: silentLog, random: () => 0 }),
  });
  return leavingByOwn(port);
}

const sessionFrom = (broker: string, egress: string | undefined): BrokerSession => ({
  ...{ broker, client: "key", userId: "AB1234", name: "ravi", endsAt: epochMs(0), egress },
  secrets: { accessToken: "token" },
});
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
const addresses = (): readonly (string | undefined)[] => [...new Set(seen.map(([address]) => address))];

test.each(Object.keys(ADAPTED))("%s: two users at once are seen at their own addresses alone", async (id) => {
  const port = opened(id);
  const [asha, ravi] = [sessionFrom(id, "127.0.0.2"), sessionFrom(id, "127.0.0.3")];
  const reads = (session: BrokerSession) => [port.orders(session), port.positions(session), port.funds(session)];
  await Promise.all([...reads(asha), ...reads(ravi)].map(quietly));
  expect(addresses().toSorted()).toEqual(["127.0.0.2", "127.0.0.3"]);
  // The list of the day is read once, for whoever asks first.
  seen = [];
  await quietly(port.prepare(ravi));
  expect(addresses()).toEqual(["127.0.0.3"]);
  seen = [];
  await quietly(
    (async () => {
      for await (const _ of port.instruments(port.facts.id as never, asha)) break;
    })(),
  );
  expect(addresses()).toEqual(["127.0.0.2"]);
});

test("calls of a port within the port hold the address, too", async () => {
  const { gtt } = opened("zerodha");
  await quietly(gtt?.list(sessionFrom("zerodha", "127.0.0.2")) ?? expect.unreachable());
  expect(addresses()).toEqual(["127.0.0.2"]);
  expect(opened("zerodha").facts.id).toBe("zerodha");
});

test("a login leaves by the address that its session will have", async () => {
  const port = opened("zerodha");
  const attempt = { accountId: "a", id: "a", broker: "zerodha", redirect: "", credentials: ["key", "secret"] };
  await quietly(port.connect("code", { ...attempt, egress: "127.0.0.2" }));
  expect(seen).toEqual([["127.0.0.2", "/session/token"]]);
});

test("an order socket leaves by the session's address, too", async () => {
  const port = opened("zerodha");
  const controller = new AbortController();
  const events = port.events?.(sessionFrom("zerodha", "127.0.0.3"), controller.signal) ?? expect.unreachable();
  for await (const event of events) {
    expect(event).toEqual({ type: "changed" });
    break;
  }
  controller.abort();
  expect(seen).toEqual([["127.0.0.3", expect.stringContaining("access_token=token")]]);
});

test("where no address is told any will do; an address of another machine lets nothing out, and says so", async () => {
  const port = opened("zerodha");
  await quietly(port.orders(sessionFrom("zerodha", undefined)));
  expect(addresses()).toEqual(["127.0.0.1"]);
  seen = [];
  await expect(port.orders(sessionFrom("zerodha", "203.0.113.7"))).rejects.toThrow(/cannot be reached/);
  expect(seen).toEqual([]);
});

test("what is asked for nobody does not leave", async () => {
  await expect(
    createOutbound({ origins: [origin], from: addressOfCall }).request(origin, { method: "GET", headers: {} }),
  ).rejects.toMatchObject({ isUnsent: true });
  expect(seen).toEqual([]);
});

test("an address that is none of this machine is refused by name", async () => {
  await checkEgress([{ local: "127.0.0.2", seen: "203.0.113.7" }]);
  await expect(checkEgress([{ local: "203.0.113.7", seen: "203.0.113.7" }])).rejects.toThrow(
    "BROKER_EGRESS: 203.0.113.7 is no address of this machine",
  );
});
