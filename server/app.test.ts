import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineCall } from "#contract/wire/http/call.ts";
import { privateKeys } from "./modules/privacy/privacy.ts";
import { createSettings } from "./modules/settings/settings.ts";
import { createStrategies } from "./modules/strategies/strategies.ts";
import type { Database } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrations.ts";
import { AppError } from "./platform/errors.ts";
import { createLog } from "./platform/log.ts";
import { createSealing } from "./platform/users/sealing.ts";
import { cookiesOf, createTestApp, postJson, TEST_SECRETS, type TestApp } from "./testing/http/test-app.ts";
import { createManualClock } from "./testing/manual-clock.ts";
import { openTestDatabase } from "./testing/processes/databases.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const response = z.object({ room: z.string() });
const room = defineCall({ method: "get", path: "test/rooms/{room}", summary: "", access: "subscriber", response });
const later = defineCall({
  method: "get",
  path: "history/{date}/rooms/{room}",
  summary: "",
  access: "public",
  response,
});
const body = z.object({ qty: z.number().int() });
const order = defineCall({ method: "post", path: "test/orders", summary: "", access: "public", body, response });
const broken = defineCall({ method: "get", path: "test/broken", summary: "", access: "public", response });
const denied = defineCall({
  method: "get",
  path: "test/denied",
  summary: "",
  access: "user",
  response,
  refusals: [403],
});

/** JSON in as many arrays. */
const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

let database: Database;
let app: TestApp;
const web = temporaryFolder();
const logged: string[] = [];

beforeAll(async () => {
  mkdirSync(join(web, "assets"));
  writeFileSync(join(web, "index.html"), "<!doctype html><title>Strikeboard</title>");
  writeFileSync(join(web, "assets", "main-abc123.js"), "run();");
  writeFileSync(join(web, "assets", "main-abc123.js.br"), brotliCompressSync("run();"));
  database = await openTestDatabase(undefined);
  await migrate(database);
  const keeping = { database, sealing: createSealing(TEST_SECRETS), clock: createManualClock(), keys: privateKeys };
  app = createTestApp({
    database,
    webRoot: web,
    log: createLog("debug", { write: (line: string) => logged.push(line) }),
    probes: [database.probe, { name: "feed", check: () => ({ ok: false, detail: "age 90 s" }) }],
    modules: [
      createSettings(keeping).register,
      createStrategies(keeping).register,
      (bind) => {
        bind(room, ({ params }) => ({ room: params["room"] ?? "" }));
        bind(later, ({ params }) => ({ room: `${params["date"]} ${params["room"]}` }));
        bind(order, ({ body: { qty } }) => ({ room: String(qty) }));
        bind(broken, () => {
          throw new Error("the database password is hunter2");
        });
        bind(denied, () => {
          throw new AppError("premium-required");
        });
      },
    ],
  });
  await app.accounts.seed();
});
afterAll(() => database.close());

const get = async (path: string, headers: Record<string, string> = {}) => app.fetch(path, { headers });
const demoCookie = async (): Promise<string> => {
  const login = { email: "demo@strikeboard.local", password: "strikeboard", fingerprint: "f" };
  return cookiesOf(await app.fetch("/api/v1/users/login", postJson(login)));
};

describe("calls", () => {
  test("a room is the rest of the path: raw slashes, %2F and colons", async () => {
    const cookie = await demoCookie();
    for (const path of ["NIFTY-8/6/2026", "NIFTY-8%2F6%2F2026"]) {
      expect(await (await get(`/api/v1/test/rooms/${path}`, { cookie })).json()).toEqual({ room: "NIFTY-8/6/2026" });
    }
    const colons = await get("/api/v1/test/rooms/NIFTY-8:6:2026", { cookie });
    expect(await colons.json()).toEqual({ room: "NIFTY-8:6:2026" });
    const history = await get("/api/v1/history/08:18:2026/rooms/NIFTY-8/18/2026");
    expect(await history.json()).toEqual({ room: "08:18:2026 NIFTY-8/18/2026" });
  });

  test("the guard answers 401 without a session and 402 without a subscription", async () => {
    expect((await get("/api/v1/test/rooms/x")).status).toBe(401);
    const cookie = await demoCookie();
    await database.pool.query("update account set valid_until = now() - interval '1 year' where demo");
    const unsubscribed = await get("/api/v1/test/rooms/x", { cookie });
    expect(unsubscribed.status).toBe(402);
    expect(await unsubscribed.json()).toEqual({ status: "fail", message: "You need a subscription" });
    await app.accounts.seed();
    expect((await get("/api/v1/test/rooms/x", { cookie })).status).toBe(200);
    expect((await get("/api/v1/test/denied", { cookie })).status).toBe(403);
  });

  test("a body is validated, and must be JSON of a reasonable size", async () => {
    const post = (sent: unknown, headers = {}) => app.fetch("/api/v1/test/orders", postJson(sent, headers));
    expect((await post({ qty: 75 })).status).toBe(200);
    const wrong = await post({ qty: "x" });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ status: "fail", message: expect.stringMatching(/^qty: /) });
    expect((await post({ qty: 1 }, { "content-type": "text/plain" })).status).toBe(415);
    expect(await (await post({ qty: 1, more: nested(40) })).json()).toMatchObject({
      message: expect.stringMatching(/nested too deeply/),
    });
    expect((await post({ qty: 1, more: "x".repeat(70_000) })).status).toBe(413);
    for (const body of ["{", '{"qty":1,"more":"a\\u0000"}']) {
      const raw = { method: "POST", headers: { "content-type": "application/json" }, body };
      expect((await app.fetch("/api/v1/test/orders", raw)).status).toBe(400);
    }
    // An escaped backslash is not a NUL.
    expect((await post({ qty: 1, more: "\\u0000" })).status).toBe(200);
    expect((await get("/api/v1/test/rooms/a%00", { cookie: await demoCookie() })).status).toBe(400);
  });

  test.each(["cross-site", "same-site", "none"])("a %s POST is refused", async (site) => {
    const reply = await app.fetch("/api/v1/test/orders", postJson({ qty: 1 }, { "sec-fetch-site": site }));
    expect(reply.status).toBe(403);
  });

  test("an old browser's POST is judged by its Origin", async () => {
    const from = async (origin: string) =>
      (await app.fetch("/api/v1/test/orders", postJson({ qty: 1 }, { origin, host: "localhost:4000" }))).status;
    expect(await from("http://evil.example")).toBe(403);
    expect(await from("null")).toBe(403);
    expect(await from("http://localhost:4000")).toBe(200);
  });

  test("a failure of ours says nothing of itself to the caller, and everything but secrets to the log", async () => {
    const reply = await get("/api/v1/test/broken");
    expect(reply.status).toBe(500);
    const text = await reply.text();
    expect(JSON.parse(text)).toEqual({ status: "error", message: "Something went wrong. Please try again later." });
    expect(logged.join("")).toContain("hunter2");
    const cookie = await demoCookie();
    const secret = cookie.match(/strikeboard=([\w-]+)/)?.[1] ?? "";
    expect(logged.join("")).not.toContain(secret);
  });

  test("an unknown call is a JSON 404, whatever the method", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const reply = await app.fetch("/api/v1/nothing", { method });
      expect(reply.status).toBe(404);
      expect(await reply.json()).toEqual({ status: "fail", message: "Not found" });
    }
  });
});

describe("every reply", () => {
  test("carries the security headers, and JSON is never stored", async () => {
    const reply = await get("/api/v1/users/account", { host: "localhost:4000" });
    const policy = reply.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self' ws://localhost:4000 wss://localhost:4000;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers.get("strict-transport-security")).toBeNull();
  });

  test("another host over plain http gets one page about TLS, an unknown one over TLS nothing", async () => {
    const plain = await get("/", { host: "192.168.1.5:4000" });
    expect(plain.status).toBe(403);
    expect(await plain.text()).toContain("needs https");
    expect((await get("/api/v1/users/account", { host: "evil.example" })).status).toBe(403);
    const behind = createTestApp({ database, trustProxy: true, webRoot: web });
    const over = async (host: string) =>
      (await behind.fetch("/", { headers: { host, "x-forwarded-proto": "https" } })).status;
    expect(await over("strikeboard.example")).toBe(200);
    expect(await over("evil.example")).toBe(421);
    expect(await over("[::1]:4000")).toBe(200);
  });

  test("forwarded headers count only behind a trusted proxy", async () => {
    const reply = await get("/", { host: "strikeboard.example", "x-forwarded-proto": "https" });
    expect(reply.status).toBe(403);
  });
});

describe("the browser app", () => {
  test("assets are immutable and precompressed, the page is asked for each time", async () => {
    const asset = await get("/assets/main-abc123.js", { "accept-encoding": "gzip, br" });
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect(asset.headers.get("content-encoding")).toBe("br");
    expect(asset.headers.get("vary")).toBe("Accept-Encoding");
    const plain = await get("/assets/main-abc123.js", { "accept-encoding": "br;q=0" });
    expect(await plain.text()).toBe("run();");
    const page = await get("/option-chain-new");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(await page.text()).toContain("<title>Strikeboard</title>");
    const again = await get("/", { "if-none-match": page.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  test("its routes under the API prefix are pages that are not stored", async () => {
    for (const path of ["/api/v1/broker/fyers?auth_code=x", "/api/v1/users/resetPassword/abc"]) {
      const page = await get(path);
      expect(await page.text()).toContain("<title>");
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  test("below a broker's, a browser gets the page, and a caller that there is nothing", async () => {
    const page = await get("/api/v1/broker/fyers/x", { accept: "text/html,*/*;q=0.8" });
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect((await get("/api/v1/broker/fyers/x")).status).toBe(404);
  });

  test("there is no way out of the folder, and a missing asset is not the page", async () => {
    for (const path of ["/assets/none.js", "/assets/..%2f..%2fpackage.json"])
      expect((await get(path)).status).toBe(404);
    expect(await (await get("/..%2f..%2fetc/passwd")).text()).toContain("<title>");
  });

  test("an app that is not built says so", async () => {
    const bare = createTestApp({ database });
    const reply = await bare.fetch("/");
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ message: expect.stringMatching(/npm run build/) });
  });
});

describe("the operator's routes", () => {
  test("health is the process, readiness names what is not well", async () => {
    expect((await get("/healthz", { host: "10.1.2.3" })).status).toBe(200);
    const ready = await get("/readyz");
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: "not ready",
      checks: { database: { ok: true, detail: "embedded" }, feed: { ok: false, detail: "age 90 s" } },
    });
  });

  test("metrics are labelled by route", async () => {
    await get("/api/v1/test/rooms/SECRET-ROOM");
    const text = await (await get("/metrics")).text();
    expect(text).toMatch(/route="\/api\/v1\/test\/rooms\/\{room\}",status="401"/);
    expect(text).not.toContain("SECRET-ROOM");
  });

  test("the document lists what is bound, and the committed one is in sync (npm run openapi)", async () => {
    const document = (await (await get("/openapi.json")).json()) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe("3.1.0");
    expect(document.paths).toHaveProperty(["/api/v1/test/rooms/{room}", "get", "responses", "402"]);
    // What the calls above were refused with; the test app holds every other call to its own.
    for (const status of [400, 403, 413, 415, 503])
      expect(document.paths).toHaveProperty(["/api/v1/test/orders", "post", "responses", String(status)]);
    const committed = JSON.parse(readFileSync(new URL("./openapi.json", import.meta.url), "utf8")) as typeof document;
    for (const path of Object.keys(document.paths).filter((name) => /\/(users|settings|strategies)\//.test(name))) {
      expect(committed.paths[path]).toEqual(document.paths[path]);
    }
  });
});
