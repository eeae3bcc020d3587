/** A database that is away, or silent: who is logged in stays so, chains go on, and what cannot be saved is to be tried again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { startProxy, type TcpProxy } from "../web/testing/tcp-proxy.ts";
import { marketModule } from "./modules/market/routes.ts";
import { systemClock } from "./platform/clocks.ts";
import { type Database, openDatabase } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrations.ts";
import { silentLog } from "./platform/log.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "./testing/http/test-app.ts";
import { FakeFeed, NIFTY_ROOM } from "./testing/market/fake-feed.ts";
import { findPostgres, type Service, startPostgres } from "./testing/processes/services.ts";
import { unlessMissing } from "./testing/skips.ts";
import { join, next, startGateway, type TestGateway, until } from "./testing/sockets/test-gateway.ts";
import { openUserData } from "./user-data.ts";

const DEMO = { email: "demo@strikeboard.local", password: "strikeboard", fingerprint: "f" };
const LIVE_CHAIN = `/api/v1/dbtockendictionaries/${NIFTY_ROOM}`;
/** A known session waits this long for a database that says nothing, and no longer. */
const PATIENCE_MS = 2500;
/** Anything else waits as long as the server is told; here less than in the product. */
const ANSWER_MS = 1500;

unlessMissing("while the database is away", findPostgres(), "PostgreSQL", (bin) => {
  let postgres: Service;
  let proxy: TcpProxy;
  let database: Database;
  let gateway: TestGateway;
  let app: TestApp;
  let stopNews: () => void;
  let cookie: string;
  let ticket: string;

  beforeAll(async () => {
    postgres = await startPostgres(bin);
    proxy = await startProxy(Number(new URL(postgres.url).port));
    const url = `postgresql://postgres@127.0.0.1:${new URL(proxy.url).port}/postgres`;
    const options = { url, folder: "", log: silentLog, onFailure: () => undefined };
    database = await openDatabase({ ...options, answerMs: ANSWER_MS });
    await migrate(database);
    const feed = new FakeFeed();
    const served = await startGateway(feed); // its market is what the calls show
    app = createTestApp({
      database,
      clock: systemClock,
      more: ({ personalData, secrets }) => ({
        modules: [
          marketModule(served.market),
          ...openUserData({ database, secrets, clock: systemClock, personalData }),
        ],
        pages: [],
      }),
    });
    await app.accounts.seed();
    stopNews = app.news.start();
    gateway = await startGateway(new FakeFeed(), 50, async (market) => market, {
      identities: app.accounts.identities,
      news: app.news,
    });
    const reply = await app.fetch("/api/v1/users/login", postJson(DEMO));
    ticket = ((await reply.json()) as { token: string }).token;
    cookie = cookiesOf(reply);
    await served.stop();
  }, 60_000);
  afterAll(async () => {
    stopNews();
    await gateway.stop();
    await proxy.stop();
    await postgres.stop();
    await database.close();
  });

  const get = (path: string, headers: Record<string, string> = { cookie }) => app.fetch(path, { headers });

  test("nobody is logged out, chains are served, and saves are to be tried again; afterwards all is as before", async () => {
    const [minutes, ticks] = [
      gateway.client("live", OI_PRICE_LIVE, ticket),
      gateway.client("live", OPTION_LIVE, ticket),
    ];
    await Promise.all([next(minutes, "connect"), next(ticks, "connect")]);
    const heard: unknown[] = [];
    for (const event of ["special", "multiLogout", "disconnect"]) minutes.on(event, (word) => heard.push(event, word));
    expect((await get(LIVE_CHAIN)).status).toBe(200);

    proxy.sever();
    for (let i = 0; i < 5; i++) {
      expect((await get(LIVE_CHAIN)).status).toBe(200);
      expect((await get("/api/v1/users/account")).status).toBe(200);
    }
    const save = () => app.fetch("/api/v1/settings/save?field=workspaces", postJson({ data: "00" }, { cookie }));
    const load = await get("/api/v1/settings/get?field=workspaces");
    const login = await app.fetch("/api/v1/users/login", postJson(DEMO));
    const stranger = await get(LIVE_CHAIN, { cookie: "strikeboard=of-nobody" });
    for (const reply of [load, login, stranger]) {
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await reply.json()).toMatchObject({ status: "error", message: expect.stringContaining("try again") });
    }
    const back = gateway.client("live", OPTION_LIVE, ticket);
    await next(back, "connect");
    expect(await join(back, NIFTY_ROOM)).toBeUndefined();
    const unknown = gateway.client("live", OPTION_LIVE, "of nobody");
    expect(await next<Error>(unknown, "connect_error")).toMatchObject({ message: "try again" });
    expect(minutes.connected && ticks.connected).toBe(true);
    expect(heard).toEqual([]);

    proxy.mend();
    await until(
      async () => (await get("/api/v1/settings/get?field=workspaces")).status === 200,
      "the database is back",
    );
    expect((await save()).status).toBe(400); // it is asked again, and finds that this is nothing sealed
    expect((await get(LIVE_CHAIN, { cookie: "strikeboard=of-nobody" })).status).toBe(401);
  });

  test("one that says nothing holds a known session up for two seconds, once", async () => {
    expect((await get(LIVE_CHAIN)).status).toBe(200);
    proxy.blackHole();
    const from = performance.now();
    expect((await get(LIVE_CHAIN)).status).toBe(200);
    const first = performance.now() - from;
    for (let i = 0; i < 20; i++) expect((await get(LIVE_CHAIN)).status).toBe(200);
    const rest = performance.now() - from - first;
    console.log(`a silent database: ${first.toFixed(0)} ms for the first call, ${rest.toFixed(0)} ms for 20 more`);
    expect(first).toBeLessThan(PATIENCE_MS);
    expect(rest).toBeLessThan(1000);

    // What needs the database is told to try again, and its dead connections do not outlive the silence.
    const load = await get("/api/v1/settings/get?field=workspaces");
    expect([load.status, load.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(performance.now() - from).toBeLessThan(2 * PATIENCE_MS + 2 * ANSWER_MS);
    proxy.mend();
    await until(async () => (await get("/api/v1/settings/get?field=workspaces")).status === 200, "it answers again");
  });
});
