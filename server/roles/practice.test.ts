/** The practice broker where users are on edges and its matching is at the feed: two of each, as an operator runs them. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CANCELLED, FILLED, PENDING } from "#contract/domain/orders/order.ts";
import { ORDER_KEY_HEADER } from "#contract/wire/http/order-bodies.ts";
import { RedisBus } from "../platform/bus/bus-redis.ts";
import { systemClock } from "../platform/clocks.ts";
import { silentLog } from "../platform/log.ts";
import { createMember, type Member } from "../testing/processes/cluster.ts";
import { findPostgres, findRedis, type Service, startPostgres, startRedis } from "../testing/processes/services.ts";
import { unlessMissing } from "../testing/skips.ts";
import { type Login, loadRoom, logIn } from "../testing/sockets/live-client.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { BEAT_CHANNEL, type Beat, PRACTICE_CHANNEL, type PracticeNews, unpackMessage } from "./bus-messages.ts";

const DEMO = ["demo@strikeboard.local", "strikeboard"] as const;
const BROKER = "broker/iifl";
const EXPIRY = "11/23/2026";
const PATIENCE_MS = 120_000;
const POLL = { timeout: PATIENCE_MS };

interface Row {
  readonly id: string;
  readonly status: number;
  readonly netQty: number;
}

unlessMissing("practice across processes", findRedis() && findPostgres(), "Redis or PostgreSQL", () => {
  let redis: Service;
  let postgres: Service;
  let bus: RedisBus;
  let feeds: Member[] = [];
  let edges: Member[] = [];
  let login: Login;
  let beat: Beat | undefined;
  let item: Record<string, unknown>;
  const news: PracticeNews[] = [];

  beforeAll(async () => {
    redis = await startRedis(findRedis() ?? "");
    postgres = await startPostgres(findPostgres() ?? "");
    const environment = {
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
      APP_SECRET: "s".repeat(40),
      DATA_DIR: temporaryFolder(),
      SIM_START: "2026-11-20T10:00",
      SIM_SEED: "7",
      SIM_SYMBOLS: "NIFTY",
    };
    const members = (role: string): Promise<Member[]> =>
      Promise.all([1, 2].map(() => createMember({ ...environment, ROLE: role })));
    feeds = await members("feed");
    edges = await members("edge");
    for (const member of [...feeds, ...edges]) member.start();
    bus = await RedisBus.open({ url: redis.url, clock: systemClock, log: silentLog });
    await bus.subscribe(BEAT_CHANNEL, (bytes) => {
      beat = unpackMessage<Beat>(bytes);
    });
    await bus.subscribe(PRACTICE_CHANNEL, (bytes) => {
      const heard = unpackMessage<PracticeNews>(bytes);
      if (heard) news.push(heard);
    });
    await Promise.all(edges.map((edge) => edge.ready()));
    login = await logIn(edges[0]?.url ?? "", ...DEMO);
    const { tokens } = await loadRoom(edges[1]?.url ?? "", login.cookie, `NIFTY-${EXPIRY}`);
    const spot = beat?.spots["NIFTY"] ?? expect.unreachable();
    const strike = Math.round(spot / 100) * 100;
    item = {
      symbol: `NSE:NIFTY261123${strike}CE`,
      securityId: "",
      type: 1,
      side: 1,
      productType: "MARGIN",
      limitPrice: 1,
      stopPrice: 0,
      disclosedQty: 0,
      validity: "DAY",
      offlineOrder: false,
      stopLoss: 0,
      takeProfit: 0,
      qty: tokens.lotSize[tokens.length - 1],
    };
  }, PATIENCE_MS);

  afterAll(async () => {
    await bus?.close();
    await Promise.all([...edges, ...feeds].map((member) => member.kill()));
    await redis?.stop();
    await postgres?.stop();
  });

  async function call(edge: number, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await fetch(`${edges[edge]?.url}/api/v1/${path}`, {
      headers: { cookie: login.cookie, "content-type": "application/json", [ORDER_KEY_HEADER]: `${randomUUID()}/0` },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, unknown>;
  }
  const rows = async (edge: number, tab: "orders" | "positions"): Promise<readonly Row[]> => {
    const reply = await call(edge, `${BROKER}/get_${tab}`);
    return (reply[tab === "orders" ? "orderBook" : "netPositions"] ?? []) as Row[];
  };
  const place = (edge: number, fields: object = {}) =>
    call(edge, `${BROKER}/place_multi_order`, { data: [{ ...item, ...fields }] });

  test("what is sent at one edge stands in the book of the other, and is told on the bus", async () => {
    expect(await call(0, BROKER, { authToken: ["secret", "key", "iifl"] })).toMatchObject({ status: "ok" });
    expect(await place(0)).toMatchObject({ data: { data: [{ body: { s: "ok", state: "placed" } }] } });
    expect(await place(1, { type: 2, limitPrice: 0 })).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
    const statuses = async (edge: number) => (await rows(edge, "orders")).map(({ status }) => status).sort();
    for (const edge of [0, 1]) await expect.poll(() => statuses(edge), POLL).toEqual([FILLED, PENDING]);
    expect(await rows(1, "positions")).toMatchObject([{ netQty: item["qty"] }]);
    await expect.poll(() => news.length, POLL).toBeGreaterThan(1);
    expect(JSON.parse(news[0]?.change ?? "")).toMatchObject({ state: "open" });
  });

  test("a feed that stood still changes nothing; its successor has the orders, and sends none again", async () => {
    const before = beat?.term ?? expect.unreachable();
    let frozen: Member | undefined;
    for (const feed of feeds) if (/^feed_leads 1$/m.test(await feed.metrics())) frozen = feed;
    frozen?.freeze();
    await expect.poll(() => beat?.term, POLL).toBeGreaterThan(before);
    // What is asked before the edge has heard of the successor is refused as not sent, or shown as not confirmed.
    await expect.poll(async () => (await rows(1, "orders")).length, POLL).toBe(2);
    expect(await place(1)).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
    frozen?.thaw();
    await expect.poll(async () => /^feed_leads 0$/m.test((await frozen?.metrics()) ?? ""), POLL).toBe(true);
    const resting = (await rows(0, "orders")).filter(({ status }) => status === PENDING);
    expect(resting).toHaveLength(2);
    for (const order of resting) {
      const body = { data: { id: order.id }, editOrder: order };
      expect(await call(0, `${BROKER}/cancel_order`, body)).toMatchObject({ s: "ok" });
    }
    const statuses = (await rows(1, "orders")).map(({ status }) => status).sort();
    expect(statuses).toEqual([CANCELLED, CANCELLED, FILLED].sort());
    expect(await rows(1, "positions")).toMatchObject([{ netQty: item["qty"] }]);
  });
});
