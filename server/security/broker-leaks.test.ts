/**
 * What one user has at a broker reaches nobody else, by any broker call and any role; and what users type to connect one, and
 * what it issues, is in no reply, log, export or row.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LTP } from "#contract/domain/columns.ts";
import { BUY, LIMIT } from "#contract/domain/orders/order.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { ORDER_KEY_HEADER } from "#contract/wire/http/order-bodies.ts";
import { createLog } from "../platform/log.ts";
import { GTT, SAME_ORIGIN } from "../testing/http/sample-requests.ts";
import { openSurface, ROLES, type Surface, type SurfaceUser } from "../testing/http/surface.ts";
import { cookiesOf, postJson } from "../testing/http/test-app.ts";
import { onOneDatabase } from "../testing/processes/databases.ts";

const PATIENCE_MS = 240_000;
const KEY = "canary-key-51c7";
const SECRET = "canary-secret-9d02";
const PASSWORD = "canary-password-e33a";
const OTP = "715533";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

interface Order {
  readonly id: string;
  readonly status: number;
}

onOneDatabase("what users have at brokers", (database) => {
  const lines: string[] = [];
  const replies: string[] = [];
  let surface: Surface;
  let owner: SurfaceUser;
  let order: Order;
  /** Of the owner's press. */
  const press = randomUUID();

  async function ask(user: SurfaceUser, method: string, path: string, body?: unknown, more: object = {}) {
    const init = body === undefined ? {} : postJson(body);
    const headers = { ...(init as { headers?: object }).headers, ...SAME_ORIGIN, cookie: user.cookie, ...more };
    const reply = await surface.app.fetch(path, { ...init, method, headers });
    const text = await reply.clone().text();
    replies.push(text);
    return { reply, text, json: () => JSON.parse(text) as Record<string, unknown> };
  }
  const call = (user: SurfaceUser, method: string, path: string, body?: unknown, more?: object) =>
    ask(user, method, API_BASE + path, body, more);

  /** In through the practice broker's own login page, as at Zerodha. */
  async function connect(user: SurfaceUser): Promise<string> {
    const begun = await call(user, "POST", "broker/zerodha/attempt", { credentials: [KEY, SECRET] });
    const { pathname, search } = new URL(String(begun.json()["address"]));
    const cookie = `${user.cookie}; ${cookiesOf(begun.reply)}`;
    const pressed = await surface.app.fetch(pathname + search, {
      method: "POST",
      headers: { ...SAME_ORIGIN, ...FORM, cookie },
      body: "decision=allow",
    });
    const back = new URL(pressed.headers.get("location") ?? "", "http://localhost:4000");
    const authToken = back.searchParams.get("request_token") ?? expect.unreachable();
    const made = await call(user, "POST", "broker/zerodha", { authToken }, { cookie });
    expect(made.json()).toMatchObject({ status: "ok", isPractice: true });
    return authToken;
  }

  const book = async (user: SurfaceUser): Promise<readonly Order[]> =>
    ((await call(user, "GET", "broker/zerodha/get_orders")).json()["orderBook"] as readonly Order[] | undefined) ?? [];

  const gtts = async (user: SurfaceUser): Promise<readonly { readonly id: string }[]> =>
    ((await call(user, "GET", "broker/zerodha/get_gtt")).json()["gtts"] as readonly { id: string }[] | undefined) ?? [];

  /** Every row of every table, as text. */
  async function dump(): Promise<readonly string[]> {
    const { pool } = database();
    const { rows: tables } = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found = await Promise.all(
      tables.map(({ name }) => pool.query<{ row: string }>(`select '${name} ' || t::text as row from "${name}" t`)),
    );
    return found.flatMap(({ rows }) => rows.map(({ row }) => row));
  }

  let issued: readonly string[];
  beforeAll(async () => {
    surface = await openSurface(database(), {
      hasPractice: true,
      log: createLog("trace", { write: (line: string) => void lines.push(line) }),
    });
    owner = await surface.userOf("live", "owner@example.com");
    issued = [await connect(owner)];
    const [symbol, contract] = surface.listed();
    const item = {
      symbol,
      securityId: String(contract.token),
      type: LIMIT,
      side: BUY,
      productType: "MARGIN",
      limitPrice: contract.tick,
      stopPrice: 0,
      disclosedQty: 0,
      validity: "DAY",
      offlineOrder: false,
      stopLoss: 0,
      takeProfit: 0,
      qty: contract.lot,
    };
    const key = { [ORDER_KEY_HEADER]: `${press}/0` };
    const placed = await call(owner, "POST", "broker/zerodha/place_multi_order", { data: [item] }, key);
    expect(placed.json()).toMatchObject({ data: { data: [{ body: { s: "ok" } }] } });
    order = (await book(owner))[0] ?? expect.unreachable();
    const { room, row } = contract;
    room.day.live.columns[LTP][row] = 100 * room.day.priceScale;
    const legs = [{ trigger: 50, limit: 50 }];
    const data = { symbol, side: BUY, productType: "MARGIN", qty: contract.lot, legs };
    const kept = await call(owner, "POST", "broker/zerodha/place_gtt", { data });
    expect(kept.json()).toMatchObject({ s: "ok" });
  }, PATIENCE_MS);
  afterAll(() => surface.stop());

  test(
    "no role gets at an order, a press or a limit of another user, by its id",
    async () => {
      await call(owner, "POST", "orders/guards", {
        ...{ orderValue: 4_242_424, lots: 77, ordersPerDay: null, lossPerDay: null, inPractice: false },
      });
      const before = [await book(owner), await gtts(owner)];
      const [gtt = expect.unreachable()] = await gtts(owner);
      let asked = 0;
      for (const role of ROLES) {
        for (const isConnected of [false, true]) {
          const user = await surface.userOf(role, `${role}-${isConnected}@example.com`);
          if (isConnected && (role === "anonymous" || role === "revoked")) continue;
          if (isConnected) await connect(user);
          const { id } = order;
          const change = { id, qty: 75, type: LIMIT, side: BUY, limitPrice: 1, stopPrice: 0, discloseQty: 0 };
          const calls: readonly (readonly [string, string, unknown?])[] = [
            ...["positions", "orders", "gtt", "holdings", "funds"].map(
              (tab) => ["GET", `broker/zerodha/get_${tab}`] as const,
            ),
            ["GET", "broker/zerodha/get_orders?sync=true"],
            ["POST", "broker/zerodha/cancel_order", { data: { id }, editOrder: order }],
            ["POST", "broker/zerodha/follow_order", { id, follow: true }],
            ["POST", "broker/zerodha/modify_order", { data: { ...change, offlineOrder: false }, editOrder: order }],
            [
              "POST",
              "broker/zerodha/modify_gtt",
              { data: { id: gtt.id, qty: 75, legs: [{ trigger: 60, limit: 60 }] } },
            ],
            ["POST", "broker/zerodha/delete_gtt", { data: { id: gtt.id }, gtt: { ...GTT, id: gtt.id } }],
            ["GET", `orders/submissions/${press}`],
            ["POST", `orders/submissions/${press}`, { data: [{ batch: 0, item: 0 }] }],
            ["GET", "orders/guards"],
            ["GET", "users/broker"],
            ["GET", "users/export"],
            ["POST", "orders/stop", { stopped: true }],
            ["POST", "orders/stop-strategy", { strategy: "fly-1", stopped: true }],
          ];
          for (const [method, path, body] of calls) {
            const { text, reply } = await call(user, method, path, body);
            asked++;
            expect([path, role, text.includes(id) && reply.ok]).toEqual([path, role, false]);
            expect(text).not.toContain("4242424");
          }
        }
      }
      expect(asked).toBeGreaterThan(100);
      expect([await book(owner), await gtts(owner)]).toEqual(before);
      expect((await call(owner, "GET", "orders/guards")).json()).toMatchObject({ stopped: null, data: { lots: 77 } });
    },
    PATIENCE_MS,
  );

  test(
    "credentials and tokens are in no reply, log, export or row",
    async () => {
      const hash = "0".repeat(64);
      await call(owner, "POST", "broker/shoonya", { authToken: [PASSWORD, `${OTP}x`, hash] });
      await call(owner, "POST", "broker/jainam", { authToken: [SECRET, KEY, "jainam"] });
      await call(owner, "POST", "broker/upstox/attempt", { credentials: [KEY, SECRET] });
      await call(owner, "POST", "broker/zerodha", { authToken: `${SECRET}-of-a-broker` });
      issued = [...issued, await connect(owner)];
      const rows = await dump();
      expect(rows.some((row) => row.startsWith("broker_session "))).toBe(true);
      const exported = (await call(owner, "GET", "users/export")).text;
      const metrics = await (await surface.app.fetch("/metrics")).text();
      const address = /^\{"address":"[^"]*"\}$/; // of the login page: it names the app key, as the broker's own would
      const told = replies.filter((text) => !address.test(text));
      const places = { rows, lines, told, exported: [exported], metrics: [metrics] };
      for (const secret of [KEY, SECRET, PASSWORD, ...issued]) {
        const hex = Buffer.from(secret).toString("hex");
        for (const [place, texts] of Object.entries(places)) {
          expect([place, texts.filter((text) => text.includes(secret) || text.includes(hex))]).toEqual([place, []]);
        }
      }
    },
    PATIENCE_MS,
  );
});
