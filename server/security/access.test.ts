/**
 * Who may ask what: one table of every call and every other route by role, with the exact status. A call or a route that
 * is not in it fails. Each reply is looked at besides: it says what its schema says and nothing more, and carries the
 * headers that every reply carries.
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { Call } from "#contract/wire/http/call.ts";
import { ErrorReply } from "#contract/wire/http/call.ts";
import { routeOf } from "../platform/http/bind.ts";
import { isCall, PUBLIC_CALLS } from "../platform/http/public-calls.ts";
import { nameOf, SAME_ORIGIN, samplePath, sampleRequest } from "../testing/http/sample-requests.ts";
import { openSurface, ROLES, type Role, type Surface, type SurfaceUser } from "../testing/http/surface.ts";
import { onEachDatabase } from "../testing/processes/databases.ts";

/** What the roles get, in the order of ROLES: anonymous, unsubscribed, trial, 1min, live, admin, revoked. */
const USER = "401 200 200 200 200 200 401";
const SUBSCRIBER = "401 402 200 200 200 402 401";
const PREMIUM = "401 402 403 200 200 402 401";
const ADMIN = "401 403 403 403 403 200 401";
const everybody = (status: number): string => ROLES.map(() => status).join(" ");
const everyUser = (status: number): string => USER.replaceAll("200", String(status));

/** The sample request of each call (../testing/http/sample-requests.ts), in this order: the last ones change who the user is. */
const CALLS: Readonly<Record<string, string>> = {
  "get users/account": USER,
  "get users/isPremium": USER,
  "get users/referrals": USER,
  "get users/export": USER,
  "get users/permission": USER,
  "get users": ADMIN,
  "get users/stats": ADMIN,
  "get reports": ADMIN,
  "get operator/status": ADMIN,
  "post report": USER,
  "get dbtockendictionaries/init": SUBSCRIBER,
  "get dbtockendictionaries/{room}": SUBSCRIBER,
  "get dbOI/{room}": SUBSCRIBER,
  "get history": SUBSCRIBER,
  "post scanner": SUBSCRIBER,
  "get dbtockendictionaries/HVIV": SUBSCRIBER,
  "get dbtockendictionaries/Futures-{exchange}-{expiry}": SUBSCRIBER,
  "get dbOI/Futures-{exchange}-{expiry}": SUBSCRIBER,
  "get dbtockendictionaries/FuturesDaily-{expiry}": SUBSCRIBER,
  "get dbtockendictionaries/HistFutures-{expiry}": SUBSCRIBER,
  "get history/{day}/dbtockendictionaries/init": PREMIUM,
  "get history/{day}/dbtockendictionaries/HVIV": PREMIUM,
  "get history/{day}/dbtockendictionaries/FuturesDaily-{expiry}": PREMIUM,
  "get history/{day}/dbtockendictionaries/HistFutures-{expiry}": PREMIUM,
  "get history/{day}/dbtockendictionaries/{room}": PREMIUM,
  "get history/{day}/dbOI/{room}": PREMIUM,
  "get history/{day}/dbtockendictionaries/Futures-{exchange}-{expiry}": PREMIUM,
  "get history/{day}/dbOI/Futures-{exchange}-{expiry}": PREMIUM,
  "post settings/save": USER,
  "get settings/get": USER,
  "post strategies/save": USER,
  "post strategies/saveas": everyUser(404),
  "get strategies/loadall": USER,
  "post strategies/load": everyUser(404),
  "patch strategies/delete": everyUser(404),
  "patch strategies/delete-multiple": USER,
  "post strategies/portfolio": USER,
  "post strategies/saveportfolio": USER,
  "get privacy/key": USER,
  "post privacy/key": USER,
  "delete privacy/key": USER,
  "get privacy/counts": USER,
  "post users/savestrategies": USER,
  "get users/loadstrategies": USER,
  "patch users/deletestrategies": everyUser(404),
  "post users/resealstrategy": everyUser(404),
  "get users/broker": USER,
  "get users/broker-logout": USER,
  // Without a connection to the broker nothing of it is to be had.
  "post broker/{broker}/attempt": USER,
  "post broker/{broker}": USER,
  "get broker/{broker}/get_{tab}": everyUser(403),
  "post broker/{broker}/place_multi_order": SUBSCRIBER.replaceAll("200", "403"),
  "post broker/{broker}/modify_order": everyUser(403),
  "post broker/{broker}/cancel_order": everyUser(403),
  "post broker/{broker}/follow_order": everyUser(403),
  "post broker/{broker}/place_gtt": SUBSCRIBER.replaceAll("200", "403"),
  "post broker/{broker}/modify_gtt": everyUser(403),
  "post broker/{broker}/delete_gtt": everyUser(403),
  "post broker/{broker}/exit_position": everyUser(403),
  "post broker/{broker}/convert_position": everyUser(403),
  "post broker/{broker}/basket_margin": SUBSCRIBER.replaceAll("200", "403"),
  "get orders/submissions/{key}": USER,
  "post orders/submissions/{key}": USER,
  // It is not set up here.
  "post orders/hand-over": SUBSCRIBER.replaceAll("200", "404"),
  "get orders/strategy-watches": USER,
  "post orders/watch-strategy": everyUser(403),
  "get orders/drafts": USER,
  "post orders/hooks": USER,
  "delete orders/hooks/{hook}": everyUser(404),
  "post orders/drafts/{draft}": everyUser(404),
  "delete orders/drafts/{draft}": everyUser(404),
  "post hooks/{token}": everybody(404),
  "get orders/guards": USER,
  "post orders/guards": USER,
  "post orders/stop": USER,
  "post orders/stop-strategy": USER,
  "post orders/stop-all": ADMIN,
  "get payments/offer": everybody(200),
  "get payments/{reference}": everyUser(404),
  "get {provider}/makepayment/trial/weekly": USER,
  "get {provider}/makepayment/subscribe/{planName}": USER,
  "post payments/webhook/{provider}": everybody(401),
  "post users/login": everybody(401),
  "post users/signup": everybody(200),
  "post users/forgotPassword": everybody(200),
  "post users/resetPassword/{token}": everybody(400),
  "delete users/account": everybody(401),
  "post users/brokertrial": everyUser(403),
  "post users/upgradetolive": USER,
  "get users/logout": everybody(200),
};

/** A busy machine may take this long to set everything up. */
const PATIENCE_MS = 240_000;

interface Page {
  readonly path: string;
  /** On one's own machine. */
  readonly here: string;
  /** On a server that others reach, where that is something else. */
  readonly there?: string;
  /** A server that others reach shows the browser app on this path, which has no such page. */
  readonly isApp?: boolean;
}
const LINK = "/dev/checkout/plink_00000000";

/** Everything else that is registered, by its route. */
const PAGES: Readonly<Record<string, Page>> = {
  "GET /healthz": { path: "/healthz", here: everybody(200) },
  "GET /readyz": { path: "/readyz", here: everybody(200) },
  "GET /metrics": { path: "/metrics", here: everybody(200), there: everybody(404) },
  "GET /openapi.json": { path: "/openapi.json", here: everybody(200) },
  "GET /dev/mail": { path: "/dev/mail", here: everybody(200), there: "404 404 404 404 404 200 404" },
  "GET /dev/checkout/terms": { path: "/dev/checkout/terms", here: everybody(200), isApp: true },
  "GET /dev/checkout/:id{plink_[0-9a-f]+}": { path: LINK, here: everybody(404), there: everybody(200), isApp: true },
  "POST /dev/checkout/:id{plink_[0-9a-f]+}/pay": { path: `${LINK}/pay`, here: everybody(404) },
  "POST /dev/checkout/:id{plink_[0-9a-f]+}/fail": { path: `${LINK}/fail`, here: everybody(404) },
  "POST /dev/checkout/:id{plink_[0-9a-f]+}/cancel": { path: `${LINK}/cancel`, here: everybody(404) },
  "GET /api/v1/users/confirmEmail/:token": { path: "/api/v1/users/confirmEmail/none", here: everybody(404) },
  "POST /api/v1/users/confirmEmail/:token": { path: "/api/v1/users/confirmEmail/none", here: everybody(404) },
  "GET /api/v1/broker/:name": { path: "/api/v1/broker/fyers?auth_code=x", here: everybody(200) },
  "GET /api/v1/broker/:name/*": { path: "/api/v1/broker/fyers/none", here: everybody(404) },
  "GET /api/v1/users/resetPassword/*": { path: "/api/v1/users/resetPassword/none", here: everybody(200) },
  "GET /*": { path: "/option-chain", here: everybody(200) },
};

/** Nothing answers there, whoever asks. */
const UNKNOWN = [
  "GET /api/v1/nothing",
  "GET /api/v1/users/nobody",
  "GET /api/v1/admin",
  "GET /api/v2/users/account",
  "PUT /api/v1/users/account",
  "POST /api/v1/users/account",
  "DELETE /api/v1/users",
  "DELETE /api/v1/reports",
  "POST /api/v1/operator/status",
  "POST /metrics",
  "POST /option-chain",
  "OPTIONS /api/v1/users/login",
  "GET /assets/none.js",
  "GET /assets/..%2f..%2fpackage.json",
] as const;

/** A server behind a proxy is asked over TLS. */
const TLS = { host: "strikeboard.example", "x-forwarded-proto": "https" };
const SENT = { here: {}, there: TLS } as const;

function expectHeaders(reply: Response, path: string, isSecure: boolean): void {
  const { headers } = reply;
  const policy = headers.get("content-security-policy") ?? "";
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  expect(scripts, path).toBe("'self' 'wasm-unsafe-eval'");
  for (const rule of ["default-src 'self'", "worker-src 'self'", "object-src 'none'", "base-uri 'none'"])
    expect(policy, path).toContain(rule);
  expect(policy, path).toContain("frame-ancestors 'none'");
  expect(policy, path).not.toMatch(/\*|'unsafe-eval'|http:/);
  expect(headers.get("x-content-type-options"), path).toBe("nosniff");
  expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
  expect(headers.get("referrer-policy"), path).toMatch(/^(same-origin|no-referrer)$/);
  expect(headers.get("x-powered-by"), path).toBeNull();
  expect(headers.has("access-control-allow-origin"), path).toBe(false);
  expect(headers.has("strict-transport-security"), path).toBe(isSecure);
  if (path.startsWith("/api/")) expect(headers.get("cache-control"), path).toMatch(/no-store|private/);
}

async function expectSchema(call: Call, reply: Response): Promise<void> {
  const json: unknown = await reply.json();
  // What a schema does not name, it drops: then the two differ.
  if (reply.ok) expect(call.response.parse(json), nameOf(call)).toEqual(json);
  else expect(ErrorReply.parse(json), nameOf(call)).toEqual(json);
}

test("every call that a file of the contract declares is among the calls, once", async () => {
  const folder = new URL("../../workers/contract/wire/http/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.includes(".test."));
  const declared = await Promise.all(
    files.map(async (name) => Object.values<unknown>(await import(new URL(name, folder).href)).filter(isCall)),
  );
  expect(PUBLIC_CALLS.map(nameOf).sort()).toEqual(declared.flat().map(nameOf).sort());
  expect(new Set(PUBLIC_CALLS.map(nameOf)).size).toBe(PUBLIC_CALLS.length);
  expect(Object.keys(CALLS).sort()).toEqual(PUBLIC_CALLS.map(nameOf).sort());
});

onEachDatabase("the whole surface", (database) => {
  const places = {} as Record<"here" | "there", Surface>;
  const users = {} as Record<Role, SurfaceUser>;

  beforeAll(async () => {
    places.here = await openSurface(database());
    places.there = await openSurface(database(), { isPublic: true });
    for (const role of ROLES) users[role] = await places.here.userOf(role);
  }, PATIENCE_MS);
  afterAll(() => Promise.all(Object.values(places).map((place) => place.stop())));

  const ask = (place: "here" | "there", path: string, init: RequestInit = {}): Promise<Response> =>
    places[place].app.fetch(path, { ...init, headers: { ...(init.headers as object), ...SENT[place] } });

  test("has no route besides those of the tables", () => {
    const calls = PUBLIC_CALLS.map((call) => `${call.method.toUpperCase()} ${routeOf(call).path}`);
    expect([...places.here.app.routes()].sort()).toEqual([...calls, ...Object.keys(PAGES)].sort());
    const missing = Object.keys(PAGES).filter((route) => !places.there.app.routes().includes(route));
    expect(missing.every((route) => route.includes("/dev/checkout/"))).toBe(true);
  });

  test(
    "answers each role on each call exactly as the table says, in the shape of its schema",
    async () => {
      const found: Record<string, string> = {};
      for (const name of Object.keys(CALLS)) {
        const call = PUBLIC_CALLS.find((one) => nameOf(one) === name) ?? expect.unreachable();
        const statuses: number[] = [];
        for (const role of ROLES) {
          const reply = await ask("here", samplePath(call), await sampleRequest(call, users[role]));
          statuses.push(reply.status);
          expectHeaders(reply, samplePath(call), false);
          await expectSchema(call, reply);
          // The cookie is gone, and what the browser cached with it.
          const clears = nameOf(call) === "get users/logout" ? '"cache"' : null;
          expect(reply.headers.get("clear-site-data"), nameOf(call)).toBe(clears);
        }
        found[name] = statuses.join(" ");
      }
      expect(found).toEqual(CALLS);
    },
    PATIENCE_MS,
  );

  describe.each(["here", "there"] as const)("%s", (place) => {
    test("pages answer each role as the table says", async () => {
      // Who logged out or was ended above asks again with a new session.
      for (const role of ["unsubscribed", "admin"] as const) {
        users[role] = await places.here.userOf(role, `${role}-${place}@example.com`);
      }
      const found: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const [route, { path, here, there, isApp = false }] of Object.entries(PAGES)) {
        wanted[route] = place === "here" ? here : (there ?? here);
        const statuses: number[] = [];
        for (const role of ROLES) {
          const [method = ""] = route.split(" ");
          const form = method === "POST" ? { body: "telling=now" } : {};
          const headers = { ...SAME_ORIGIN, cookie: users[role].cookie };
          const reply = await ask(place, path, { method, headers, ...form });
          statuses.push(reply.status);
          expectHeaders(reply, path, place === "there");
          const isPage = (await reply.text()).includes("<title>Strikeboard</title>");
          if (isApp) expect([path, isPage]).toEqual([path, place === "there"]);
        }
        found[route] = statuses.join(" ");
      }
      expect(found).toEqual(wanted);
    });

    test("nothing else answers, and says so as every refusal does", async () => {
      for (const route of UNKNOWN) {
        const [method = "", path = ""] = route.split(" ");
        const reply = await ask(place, path, { method, headers: { ...SAME_ORIGIN, cookie: users.admin.cookie } });
        expect([route, reply.status]).toEqual([route, 404]);
        expectHeaders(reply, path, place === "there");
        expect(ErrorReply.parse(await reply.json()).status).toBe("fail");
      }
    });
  });

  test.each(["cross-site", "same-site", "none"])(
    "a %s request changes nothing: every such call refuses it",
    async (site) => {
      const user = await places.here.userOf("live", `${site}@example.com`);
      const changingGets = PUBLIC_CALLS.filter(({ path }) => /logout|makepayment/.test(path));
      const changing = [...PUBLIC_CALLS.filter(({ method }) => method !== "get"), ...changingGets];
      expect(changing.length).toBeGreaterThan(20);
      for (const call of changing) {
        const mode = { "sec-fetch-site": site, "sec-fetch-mode": "no-cors" };
        const reply = await ask("here", samplePath(call), await sampleRequest(call, user, mode));
        expect([nameOf(call), reply.status]).toEqual([nameOf(call), 403]);
      }
      for (const call of changingGets) {
        const navigation = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" };
        const reply = await ask("here", samplePath(call), await sampleRequest(call, user, navigation));
        expect([nameOf(call), reply.status]).toEqual([nameOf(call), 403]);
      }
      const still = await ask("here", `${API_BASE}users/account`, { headers: { cookie: user.cookie } });
      expect(still.status).toBe(200);
    },
  );
});
