/** Who may call what of payments, administration and reports, and what any input at all can make of it. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as adminCalls from "#contract/wire/http/admin.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { Call } from "#contract/wire/http/call.ts";
import * as paymentCalls from "#contract/wire/http/payments.ts";
import * as reportCalls from "#contract/wire/http/report.ts";
import { openShop, SAME_ORIGIN, type Shop, type ShopUser } from "./testing/http/shop.ts";
import { onEachDatabase } from "./testing/processes/databases.ts";

const RUNS = Number(process.env["FUZZ_INPUTS"] ?? 120);
const YEAR_MS = 365 * 24 * 3600_000;

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "path" in value && "access" in value && "method" in value;
const CALLS = [paymentCalls, adminCalls, reportCalls].flatMap((calls) => Object.values<unknown>(calls)).filter(isCall);
const BODIES: Readonly<Record<string, unknown>> = {
  "users/brokertrial": { broker: "fyers" },
  report: { useremail: "a@b.example", comment: "x", system: "desktop", browser: "y" },
};
const PARAMS: Readonly<Record<string, string>> = { provider: "checkout", planName: "monthly", reference: "SB0" };

const ROLES = ["anonymous", "revoked", "unsubscribed", "1min", "live", "admin"] as const;
/** By call, the status that each role gets. */
const MATRIX: Readonly<Record<string, readonly number[]>> = {
  "get {provider}/makepayment/trial/weekly": [401, 401, 200, 200, 200, 200],
  "get {provider}/makepayment/subscribe/{planName}": [401, 401, 200, 200, 200, 200],
  "post users/brokertrial": [401, 401, 200, 200, 200, 200],
  "get payments/offer": [200, 200, 200, 200, 200, 200],
  "get payments/{reference}": [401, 401, 404, 404, 404, 404],
  "post payments/webhook/{provider}": [401, 401, 401, 401, 401, 401],
  "get users/permission": [401, 401, 200, 200, 200, 200],
  "get users": [401, 401, 403, 403, 403, 200],
  "get users/stats": [401, 401, 403, 403, 403, 200],
  "post report": [401, 401, 200, 200, 200, 200],
  "get reports": [401, 401, 403, 403, 403, 200],
};

onEachDatabase("payments, administration and reports", (database) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(database());
  });
  afterAll(() => shop.stop());

  const ask = (
    { method, path }: Pick<Call, "method" | "path">,
    user?: ShopUser,
    body: unknown = BODIES[path] ?? {},
  ) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? "");
    return method === "get" ? shop.get(filled, user) : shop.post(filled, body, user);
  };
  const users = {
    anonymous: async () => undefined,
    async revoked() {
      const user = await shop.user({ admin: true });
      await shop.get("users/logout", user);
      return user;
    },
    unsubscribed: () => shop.user(),
    "1min": () => shop.user({ plan: "1min", planPaid: true, validUntil: new Date(shop.clock.now() + YEAR_MS) }),
    live: () => shop.user({ plan: "live", planPaid: true, validUntil: new Date(shop.clock.now() + YEAR_MS) }),
    admin: () => shop.user({ admin: true }),
  } as const;

  test("every call is in the matrix", () => {
    expect(CALLS.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(MATRIX).toSorted());
  });

  test.each(Object.entries(MATRIX))("%s answers each role as it should", async (name, statuses) => {
    const call = CALLS.find(({ method, path }) => `${method} ${path}` === name);
    const got: number[] = [];
    for (const role of ROLES) got.push((await ask(call as Call, await users[role]())).status);
    expect(got).toEqual(statuses);
  });

  test("no field that nobody asked for is taken", async () => {
    const user = await shop.user();
    const wishes = {
      plan: "live",
      validUntil: "2099-01-01",
      admin: true,
      days: 365,
      accountId: user.id,
      planPaid: true,
    };
    for (const { method, path } of CALLS.filter(({ body }) => body !== undefined)) {
      for (const [field, wish] of Object.entries(wishes)) {
        const body = { ...(BODIES[path] as object), [field]: wish };
        expect((await ask({ method, path }, user, body)).status).toBe(400);
      }
    }
    const { rows } = await database().pool.query("select admin, plan, valid_until from account where id = $1", [
      user.id,
    ]);
    expect(rows).toEqual([{ admin: false, plan: null, valid_until: null }]);
  });

  test(
    "no input is a failure of ours, and none is answered with more than a sentence",
    async () => {
      const cookies = (await Promise.all([users.live(), users.admin()])).map(({ cookie }) => cookie);
      const segment = fc.oneof(
        fc.string({ maxLength: 40, unit: "binary" }),
        fc.constantFrom(...Object.values(PARAMS), "..", "%", "\u0000"),
      );
      const near = fc
        .constantFrom(...Object.values(BODIES))
        .chain((body) =>
          fc
            .record({ key: fc.constantFrom(...Object.keys(body as object)), value: fc.jsonValue() })
            .map(({ key, value }) => JSON.stringify({ ...(body as object), [key]: value })),
        );
      const input = fc.record({
        call: fc.constantFrom(...CALLS),
        segment,
        body: fc.oneof(fc.json(), near, fc.string({ maxLength: 200 })),
        type: fc.constantFrom("application/json", "application/json; charset=x", "text/plain"),
        cookie: fc.constantFrom(...cookies),
        signature: fc.oneof(fc.constant(""), fc.stringMatching(/^[0-9a-f]{64}$/)),
      });
      const sent = async ({
        call,
        segment: given,
        body,
        type,
        cookie,
        signature,
      }: typeof input extends fc.Arbitrary<infer T> ? T : never) => {
        const path = API_BASE + call.path.replace(/\{\w+\}/g, () => encodeURIComponent(given));
        const headers = { ...SAME_ORIGIN, cookie, "content-type": type, "x-razorpay-signature": signature };
        const init = { method: call.method.toUpperCase(), headers, ...(call.method === "get" ? {} : { body }) };
        const reply = await shop.app.fetch(path, init);
        expect(reply.status).toBeLessThan(500);
        if (reply.status < 400) return;
        const refusal = await reply.json();
        expect(Object.keys(refusal)).toEqual(["status", "message"]);
        expect(refusal.message).not.toMatch(/\n|node_modules|select |insert |\.ts/);
      };
      await fc.assert(fc.asyncProperty(input, sent), { numRuns: RUNS, seed: 11 });
    },
    Math.max(60_000, RUNS * 100),
  );
});
