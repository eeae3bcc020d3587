/**
 * What a body must not hold, and what never reaches the log, not even when the database fails. Who may call what, and
 * what else holds for every call: ../../security/.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { createLog } from "../../platform/log.ts";
import { PASSWORD as KNOWN_PASSWORD, passwordHash, quickPasswords } from "../../testing/http/password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/http/test-app.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { createAccountRepository } from "./account-repository.ts";
import type { Passwords } from "./password.ts";

const PASSWORD = "canary-password-of-a-user";

let database: Database;
let app: TestApp;
const lines: string[] = [];

const login = async (email: string, password = PASSWORD) =>
  app.fetch("/api/v1/users/login", postJson({ email, password, fingerprint: "f" }));

beforeAll(async () => {
  database = await openTestDatabase(undefined);
  await migrate(database);
  app = createTestApp({ database, log: createLog("trace", { write: (line: string) => lines.push(line) }) });
});
afterAll(() => database.close());

describe("a body", () => {
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

test("a login that is under way while the password is changed opens no session", async () => {
  const email = "changing@example.com";
  const quick = quickPasswords();
  let meanwhile = async (): Promise<void> => undefined;
  const passwords: Passwords = {
    hash: quick.hash,
    async verify(hashed, password) {
      const isRight = await quick.verify(hashed, password);
      await meanwhile();
      return isRight;
    },
  };
  const slow = createTestApp({ database, passwords });
  const accounts = createAccountRepository(database.orm);
  const old = { email, name: "Asha", passwordHash: await passwordHash(), createdAt: new Date(slow.clock.now()) };
  const made = (await accounts.insert(old)) ?? expect.unreachable();
  const attempt = postJson({ email, password: KNOWN_PASSWORD, fingerprint: "f" });
  expect((await slow.fetch("/api/v1/users/login", attempt)).status).toBe(200);
  meanwhile = async () => accounts.update(made.id, { passwordHash: await quick.hash("another one") });
  const late = await slow.fetch("/api/v1/users/login", attempt);
  expect([late.status, late.headers.getSetCookie()]).toEqual([401, []]);
});
