/** What holds for every account call at once: who may call it, and what never leaves it. */
import { readFileSync } from "node:fs";
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, nat, oneof, string } from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/domain/subscription.ts";
import * as contract from "#contract/wire/http/accounts.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { Call } from "#contract/wire/http/call.ts";
import type { Database } from "../../platform/db.ts";
import { createLog } from "../../platform/log.ts";
import { migrate } from "../../platform/migrations.ts";
import { openTestDatabase } from "../../testing/databases.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/test-app.ts";
import { createAccountRepository, type NewAccount } from "./account-repository.ts";
import { createPasswords } from "./password.ts";

const PASSWORD = "canary-password-of-a-user";
const ROLES = ["anonymous", "unsubscribed", "1min", "live", "admin", "revoked"] as const;
type Role = (typeof ROLES)[number];

/** Status by call, for an empty body: of anybody, or of nobody and somebody. */
const EXPECTED: Readonly<Record<string, number | readonly [without: number, withSession: number]>> = {
  "post users/login": 400,
  "post users/signup": 400,
  "post users/forgotPassword": 400,
  "post users/resetPassword/{token}": 400,
  "get users/account": [401, 200],
  "get users/isPremium": [401, 200],
  "get users/referrals": [401, 200],
  "get users/export": [401, 200],
  "post users/upgradetolive": [401, 200],
  "delete users/account": [401, 400],
  "get users/logout": 200,
};

const calls: readonly Call[] = Object.values<unknown>(contract).filter(
  (value): value is Call => typeof value === "object" && value !== null && "access" in value,
);

let database: Database;
let app: TestApp;
const lines: string[] = [];
const cookies = {} as Record<Role, string>;

const login = async (email: string, password = PASSWORD) =>
  app.fetch("/api/v1/users/login", postJson({ email, password, fingerprint: "f" }));

beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
  app = createTestApp({ database, log: createLog("trace", { write: (line: string) => lines.push(line) }) });
  const passwordHash = await createPasswords().hash(PASSWORD);
  const until = { planPaid: true, validUntil: new Date(app.clock.now() + 30 * DAY_MS) };
  const kinds: Readonly<Record<Exclude<Role, "anonymous">, Partial<NewAccount>>> = {
    unsubscribed: {},
    "1min": { plan: "1min", ...until },
    live: { plan: "live", ...until },
    admin: { admin: true },
    revoked: { plan: "live", ...until },
  };
  const accounts = createAccountRepository(database.orm);
  for (const [role, more] of Object.entries(kinds)) {
    const email = `${role}@example.com`;
    await accounts.insert({ email, name: role, passwordHash, createdAt: new Date(app.clock.now()), ...more });
    cookies[role as Role] = cookiesOf(await login(email));
  }
  cookies.anonymous = "";
  await login("revoked@example.com");
});
afterAll(() => database.close());

describe("every account call", () => {
  test.each(ROLES)("answers %s exactly as the table says", async (role) => {
    const found: Record<string, number> = {};
    const wanted: Record<string, number> = {};
    // Logging out comes last, whatever the order of the contract.
    for (const call of [...calls].sort(
      (a, b) => Number(a.path.endsWith("logout")) - Number(b.path.endsWith("logout")),
    )) {
      const name = `${call.method} ${call.path}`;
      const expected = EXPECTED[name] ?? expect.unreachable(`${name} is not in the table`);
      const hasSession = role !== "anonymous" && role !== "revoked";
      wanted[name] = typeof expected === "number" ? expected : expected[hasSession ? 1 : 0];
      const method = call.method.toUpperCase();
      const request = call.body === undefined ? { method, headers: {} } : { ...postJson({}), method };
      const headers = { ...(request.headers as Record<string, string>), cookie: cookies[role] };
      const reply = await app.fetch(API_BASE + call.path.replace("{token}", "x"), { ...request, headers });
      found[name] = reply.status;
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(found).toEqual(wanted);
  });

  test("is in the committed OpenAPI document, and nothing else under users/ answers", async () => {
    const document = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")) as {
      paths: Record<string, Record<string, unknown>>;
    };
    for (const { method, path } of calls) expect(document.paths[API_BASE + path]?.[method]).toBeDefined();
    for (const [method, path] of [
      ["POST", "users/account"],
      ["DELETE", "users/export"],
      ["PUT", "users/account"],
      ["GET", "users/nobody"],
      ["POST", "users/resetPassword"],
    ] as const) {
      expect((await app.fetch(API_BASE + path, { method, headers: { cookie: cookies.admin } })).status).toBe(404);
    }
  });

  test.each(["cross-site", "same-site"])("that changes something refuses a %s request", async (site) => {
    const changing = calls.filter(({ method, path }) => method !== "get" || path.endsWith("logout"));
    for (const { method, path, body } of changing) {
      const request = body === undefined ? {} : postJson({});
      const headers = { ...(request as { headers?: object }).headers, "sec-fetch-site": site, cookie: cookies.live };
      const reply = await app.fetch(API_BASE + path.replace("{token}", "x"), {
        ...request,
        method: method.toUpperCase(),
        headers,
      });
      expect([path, reply.status]).toEqual([path, 403]);
    }
  });
});

describe("whatever is sent", () => {
  const odd = oneof(
    string({ unit: "binary" }),
    constantFrom("\u0000", "\ud800", "\ude00x", "' or 1=1 --", "a@b.example", "\u202e", "x".repeat(2000), "\\u0000"),
    jsonValue({ noUnicodeString: false }),
  );
  const bodies = oneof(
    jsonValue(),
    dictionary(
      constantFrom("email", "password", "passwordConfirm", "name", "fingerprint", "referralId", "__proto__", "plan"),
      odd,
    ),
  );

  test("no call answers with an error of ours", async () => {
    const withBody = calls.filter(({ body }) => body !== undefined);
    await assert(
      asyncProperty(
        nat(withBody.length - 1),
        bodies,
        string({ minLength: 1 }),
        nat(255),
        async (i, body, token, octet) => {
          const call = withBody[i] ?? expect.unreachable();
          const method = call.method.toUpperCase();
          const path = API_BASE + call.path.replace("{token}", encodeURIComponent(token));
          const request = { ...postJson(body, { cookie: cookies.live }), method };
          const reply = await app.fetch(path, request, `10.9.9.${octet}`);
          expect(reply.status).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ["the zero character", '{"email":"a\\u0000@b.example"}', /cannot be stored/],
    ["half a character", '{"email":"\\ud800"}', /cannot be stored/],
    ["a body that never ends", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, /./],
    ["the same with an escape", `${"[".repeat(30_000)}"\\u00e9"${"]".repeat(30_000)}`, /./],
  ])("%s is refused", async (_, body, message) => {
    const reply = await app.fetch("/api/v1/users/forgotPassword", { ...postJson({}), body }, "10.9.8.1");
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { message: string }).message).toMatch(message);
  });

  test("an escaped backslash and a whole character are fine", async () => {
    const body = '{"email":"\\\\u0000 \\ud83d\\ude00"}';
    expect((await app.fetch("/api/v1/users/forgotPassword", { ...postJson({}), body }, "10.9.8.1")).status).toBe(200);
  });
});

test("no password, token, cookie, key or hash reaches the log, not even when the database fails", async () => {
  const email = "canary@example.com";
  const body = { name: "Canary", email, password: PASSWORD, passwordConfirm: PASSWORD };
  expect((await app.fetch("/api/v1/users/signup", postJson(body))).status).toBe(200);
  const reply = await login(email);
  const { token: ticket, data } = (await reply.json()) as { token: string; data: { user: { key: string } } };
  const cookie = cookiesOf(reply);
  await app.fetch("/api/v1/users/forgotPassword", postJson({ email }));
  const link = (await app.mailTo(email)).find(({ subject }) => /password/.test(subject))?.text ?? "";
  const token = /resetPassword\/([\w-]+)/.exec(link)?.[1] ?? expect.unreachable();
  const fresh = { password: "canary-of-the-new-one", passwordConfirm: "canary-of-the-new-one" };
  await app.fetch(`/api/v1/users/resetPassword/${token}?password=${PASSWORD}`, postJson(fresh));
  await login(email, "canary-wrong-guess");
  await database.pool.query("alter table account rename column name to renamed");
  const failed = await app.fetch("/api/v1/users/signup", postJson({ ...body, email: "other@example.com" }));
  await database.pool.query("alter table account rename column renamed to name");
  expect(failed.status).toBe(500);
  expect(await failed.text()).not.toMatch(/account|column/);
  const secrets = [PASSWORD, token, ticket, data.user.key, fresh.password, "canary-wrong-guess", "$argon2"];
  for (const secret of [...secrets, ...cookie.split("; ").map((pair) => pair.split("=")[1] ?? "")]) {
    expect(secret.length).toBeGreaterThan(6);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  }
  expect(lines.some((line) => line.includes("request failed"))).toBe(true);
});
