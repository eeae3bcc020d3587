/** Fills come by push: the practice broker's order socket on the wire, read by Zerodha's adapter. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FILLED } from "#contract/domain/orders/order.ts";
import { systemClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { silentLog } from "../../platform/log.ts";
import { createOutbound } from "../../platform/outbound.ts";
import { accountRow } from "../../testing/brokers/account-row.ts";
import { LIMIT_ORDER, QuotedMarket } from "../../testing/brokers/quoted-market.ts";
import { type ServedFace, serveFace } from "../../testing/brokers/served-face.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { createOrderStream } from "../order-stream.ts";
import type { BrokerPort, BrokerSession, OrderEvent } from "../port.ts";
import { createFace } from "../sandbox/faces/face.ts";
import { KITE } from "../sandbox/faces/kite/face.ts";
import { createPracticeExchange, type PracticeExchange } from "../sandbox/practice-exchange.ts";
import { createKite } from "./adapter.ts";
import { kiteSocket } from "./socket.ts";

let database: Database;
let market: QuotedMarket;
let exchange: PracticeExchange;
let served: ServedFace;
let port: BrokerPort;
let session: BrokerSession;

beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
  market = new QuotedMarket();
  exchange = createPracticeExchange({ orm: database.orm, market, clock: systemClock, log: silentLog });
  const face = createFace(KITE, { exchange, clock: systemClock, log: silentLog });
  served = await serveFace(face.fetch, async (token, signal) =>
    token.startsWith("stale") ? undefined : face.stream(token, signal),
  );
  port = createKite({
    api: served.origin,
    login: served.origin,
    isPractice: true,
    clock: systemClock,
    day: () => market.time().date,
    outbound: createOutbound({ origins: [served.origin] }),
    stream: createOrderStream({
      broker: "zerodha",
      socket: kiteSocket(served.socketOrigin),
      clock: systemClock,
      log: silentLog,
      random: () => 0,
    }),
  });
  const accountId = await accountRow(database);
  const attempt = { accountId, id: "a", broker: "zerodha", redirect: "", credentials: ["key", "secret"] };
  session = await port.connect(await face.logins.requestToken(accountId, "key"), attempt);
}, 60_000);
afterAll(async () => {
  await served.close();
  await exchange.stop();
  await database.close();
});
beforeEach(() => market.quote(2, 99.5, 150, 100, 75));

/** What the stream has told so far; it ends with the test. */
function listen(signal: AbortSignal, who = session) {
  const told: OrderEvent[] = [];
  const over = (async () => {
    for await (const event of port.events?.(who, signal) ?? []) told.push(event);
  })();
  return { told, over };
}

test("a waiting order's fill is told without being asked for, and the stream ends with the signal", async () => {
  const controller = new AbortController();
  const { told, over } = listen(controller.signal);
  await expect.poll(() => told).toEqual([{ type: "changed" }]); // the line is up: look once
  const sent = await port.place(session, LIMIT_ORDER, "SABCDEFGHIJKLM");
  const id = sent.kind === "done" ? sent.value : expect.unreachable();
  await expect.poll(() => told).toContainEqual({ type: "order", id });
  const before = told.length;
  market.quote(2, 89, 150, 89.5, 750);
  await expect.poll(() => told.length, { timeout: 5000 }).toBeGreaterThan(before);
  expect(told.at(-1)).toEqual({ type: "order", id });
  expect((await port.orders(session)).find((order) => order.id === id)?.status).toBe(FILLED);
  controller.abort();
  await over;
});

test("a line that was cut comes back with a reason to look", async () => {
  const controller = new AbortController();
  const { told, over } = listen(controller.signal);
  await expect.poll(() => told.length).toBe(1);
  served.cutSockets();
  await expect.poll(() => told.length, { timeout: 5000 }).toBe(2);
  expect(told).toEqual([{ type: "changed" }, { type: "changed" }]);
  controller.abort();
  await over;
});

test("a session that Kite refuses ends the stream", async () => {
  const { told, over } = listen(new AbortController().signal, { ...session, secrets: { accessToken: "stale" } });
  await over;
  expect(told).toEqual([]);
});
