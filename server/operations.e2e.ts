/** The product in an operator's hands: what it tells of itself. What stops it from starting, and how it stops, is main.test.ts's. */
import { expect, test } from "@playwright/test";
import { io, type Socket } from "socket.io-client";
import { DEMO, type Product, SIMULATED, SIMULATED_STOCKS, startProduct } from "../web/testing/product.ts";

const ROOM = "NIFTY-11/23/2026";
test.describe.configure({ timeout: 150_000 });

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  product = await startProduct({ env: SIMULATED });
});
test.afterAll(async () => {
  await product?.stop();
});

test("the start tells the address and the demo login", () => {
  expect(product.log()).toContain(`Strikeboard is ready at ${product.url}`);
  expect(product.log()).toContain(`${DEMO.email}, password ${DEMO.password}`);
  expect(product.log()).toContain("simulated exchange");
});

test("health, readiness, counters and the API's description", async ({ request }) => {
  expect(await (await request.get(`${product.url}/healthz`)).json()).toEqual({ status: "ok" });
  const ready = await (await request.get(`${product.url}/readyz`)).json();
  expect(ready).toMatchObject({
    status: "ready",
    checks: { database: { ok: true }, feed: { ok: true }, journal: { ok: true } },
  });
  const metrics = await (await request.get(`${product.url}/metrics`)).text();
  for (const name of [
    "http_request_duration_seconds",
    "frames_encoded_total",
    "journal_bytes_total",
    "sockets_connected",
  ])
    expect(metrics).toContain(name);
  const { openapi, paths } = await (await request.get(`${product.url}/openapi.json`)).json();
  expect(openapi).toMatch(/^3\./);
  for (const path of [
    "users/login",
    "users/logout",
    "users/isPremium",
    "dbtockendictionaries/init",
    "dbtockendictionaries/{room}",
    "dbOI/{room}",
  ])
    expect(
      Object.keys(paths).some((one) => one.endsWith(path)),
      path,
    ).toBe(true);
});

test("the calls, in the shape clients know", async ({ request }) => {
  const base = `${product.url}/api/v1`;
  expect((await request.get(`${base}/dbtockendictionaries/init`)).status()).toBe(401);
  const wrong = await request.post(`${base}/users/login`, {
    data: { ...DEMO, password: "no", fingerprint: "a-b-c-d" },
  });
  expect(await wrong.json()).toMatchObject({ status: "fail", message: expect.any(String) });
  const login = await (await request.post(`${base}/users/login`, { data: { ...DEMO, fingerprint: "a-b-c-d" } })).json();
  expect(login).toMatchObject({
    status: "success",
    message: "Login Successful",
    token: expect.any(String),
    data: { user: { expires: expect.any(Number), subscribed: true, validity: expect.any(String) } },
  });
  expect(await (await request.get(`${base}/users/isPremium`)).json()).toEqual({ isPremium: true });

  const init = (await (await request.get(`${base}/dbtockendictionaries/init`)).json()).data.data;
  expect(init.map(({ name }: { name: string }) => name)).toEqual([
    "time",
    "indexPrev",
    "SymbolsAndExpiry",
    "StrikeDifference",
    "qtyfreeze",
    "futureExp",
  ]);
  expect(init[0].data[0]).toBe("09:15");
  expect(init[0].data.at(-1)).toBe("15:40");
  expect(init[0].time9am).toEqual(expect.arrayContaining(["09:00", "09:14"]));
  expect(init[2].date).toBe("2026-11-20");
  const indices = ["BANKNIFTY", "FINNIFTY", "MIDCPNIFTY", "NIFTY", "USDINR"];
  expect(Object.keys(init[2].data.NSE).sort()).toEqual([...indices, ...SIMULATED_STOCKS].sort());
  expect(Object.keys(init[2].data.BSE).sort()).toEqual(["BANKEX", "SENSEX"]);
  expect(init[2].data.NSE.NIFTY[0]).toBe("11:23:2026");
  expect(init[3].data.NIFTY).toEqual([65, 50]);

  // Raw slashes, escaped ones and colons name the same room.
  const tokens = await (await request.get(`${base}/dbtockendictionaries/${ROOM}`)).json();
  for (const path of [encodeURIComponent(ROOM), ROOM.replaceAll("/", ":")])
    expect((await (await request.get(`${base}/dbtockendictionaries/${path}`)).json()).data.lotSize).toBe(
      tokens.data.lotSize,
    );
  expect(tokens.data.lotSize).toBe(65);
  const entries = Object.values<Record<string, unknown>>(tokens.data.data);
  expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(["EQ", "FUT", "CE", "PE"]));
  expect(Object.keys(entries[0] ?? {}).sort()).toEqual(
    ["lot_size", "m", "name", "prevClose", "prev_oi", "prev_vol", "security_id", "strike", "type"].sort(),
  );
  const { openInterestData, live } = (await (await request.get(`${base}/dbOI/${ROOM}`)).json()).data.data;
  const [series] = Object.values<Record<string, unknown[]>>(openInterestData);
  const lengths = new Set(Object.values(series ?? {}).map(({ length }) => length));
  expect(Object.keys(series ?? {}).sort()).toEqual(["high", "low", "ltp", "oi", "vol", "vwap"]);
  expect(lengths.size).toBe(1);
  for (const tick of Object.values<unknown[]>(live)) expect(tick).toHaveLength(11);
  expect((await request.get(`${base}/dbOI/NIFTY-1/1/2001`)).status()).toBe(404);

  // A futures room: one row an underlying, the lighter ticks.
  const futures = `Futures-NSE-${init[5].data.NSE[0]}`;
  const rows = Object.values<Record<string, unknown>>(
    (await (await request.get(`${base}/dbtockendictionaries/${futures}`)).json()).data,
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["NIFTY", ...SIMULATED_STOCKS]));
  const day = (await (await request.get(`${base}/dbOI/${futures}`)).json()).data;
  for (const tick of Object.values<unknown[]>(day.live)) expect(tick).toHaveLength(7);
  // The simulated past is made when it is asked for first.
  await expect(async () => {
    const history = (await (await request.get(`${base}/dbtockendictionaries/HVIV`)).json()).data;
    expect(history.dates.length).toBeGreaterThan(200);
    expect(history.RELIANCE.at(-1)).toEqual([expect.any(Number), expect.any(Number)]);
  }).toPass();
});

/** One event of a namespace, for a stock client with a room joined. */
async function listenTo<T>(socket: Socket, event: string, timeout: number): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`no ${event} within ${timeout} ms`)), timeout);
    socket.once(event, (payload: T) => {
      clearTimeout(timer);
      done(payload);
    });
    socket.once("connect_error", failed);
  });
}

test("a stock Socket.IO client gets ticks as maps, minutes as openInterest, and the indices", async ({ request }) => {
  const login = await request.post(`${product.url}/api/v1/users/login`, { data: { ...DEMO, fingerprint: "a-b-c-d" } });
  const { token } = await login.json();
  const open = (namespace: string, auth: object = { token }): Socket =>
    io(`${product.url}/${namespace}`, { auth, transports: ["websocket"], forceNew: true, reconnection: false });
  const refused = open("optionLiveSocket", { token: "wrong" });
  await expect(listenTo(refused, "connect", 5000)).rejects.toThrow("unauthorized");

  const [ticks, minutes, index] = [open("optionLiveSocket"), open("OIPriceLiveSocket"), open("liveIndex")];
  try {
    for (const socket of [ticks, minutes]) socket.on("connect", () => socket.emit("joinRoom", ROOM));
    const [tick, minute, spots] = await Promise.all([
      listenTo<Record<string, unknown[]>>(ticks, ROOM, 20_000),
      listenTo<{ live: Record<string, unknown[]>; time: string[] }>(minutes, `openInterest${ROOM}`, 75_000),
      listenTo<Record<string, number>>(index, "liveIndex", 20_000),
    ]);
    const [[key, values] = ["", []]] = Object.entries(tick);
    expect(key).toMatch(/^\d+$/);
    expect(values).toHaveLength(11);
    expect(Object.keys(minute)).toEqual(expect.arrayContaining(["live", "time"]));
    expect(minute.time[0]).toBe("09:15");
    expect(minute.time.length).toBeGreaterThan(180);
    expect(Object.keys(spots).sort()).toEqual(["BANKEX", "BANKNIFTY", "NIFTY", "SENSEX"]);
  } finally {
    for (const socket of [refused, ticks, minutes, index]) socket.disconnect();
  }
});
