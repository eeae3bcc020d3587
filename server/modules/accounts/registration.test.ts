import { beforeAll, expect, test, vi } from "vitest";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/http/test-app.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createAccountRepository } from "./account-repository.ts";
import { DEMO } from "./embedded-accounts.ts";

const PASSWORD = "correct horse battery";
const MINUTE = 60_000;

onEachDatabase("registration", (database) => {
  let app: TestApp;
  let users = 0;
  /** A network address of its own for each test, so that they do not count together. */
  let address = "10.1.0.0";
  beforeAll(async () => {
    app = createTestApp({ database: database() });
    await app.accounts.seed();
  });

  const newEmail = (): string => {
    address = `10.1.0.${++users}`;
    return `fresh${users}@example.com`;
  };
  const post = (path: string, body: unknown, headers = {}) =>
    app.fetch(`/api/v1/users/${path}`, postJson(body, headers), address);
  const signup = (email: string, more: object = {}) =>
    post("signup", { name: "Asha", email, password: PASSWORD, passwordConfirm: PASSWORD, ...more });
  const login = (email: string, password = PASSWORD) => post("login", { email, password, fingerprint: "f" });
  const reset = (token: string, password = "a new password", passwordConfirm = password) =>
    post(`resetPassword/${token}`, { password, passwordConfirm });
  const accounts = () => createAccountRepository(database().orm);
  const lastMail = async (email: string, subject = /./) =>
    (await app.mailTo(email)).filter((message) => subject.test(message.subject)).at(-1);
  const tokenOf = (text = "") => /\/(?:resetPassword|confirmEmail)\/([\w-]{43})$/m.exec(text)?.[1] ?? "";
  const askForLink = async (email: string): Promise<string> => {
    expect((await post("forgotPassword", { email })).status).toBe(200);
    return tokenOf((await lastMail(email, /password/))?.text);
  };

  test("a new user can log in at once, and confirms the address by the link of the message", async () => {
    const email = newEmail();
    const reply = await signup(email, { name: "  Asha \n Rao " });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ status: "success", message: expect.any(String) });
    expect((await login(email)).status).toBe(200);
    expect(await accounts().byEmail(email)).toMatchObject({ name: "Asha Rao", confirmedAt: null, plan: null });
    const message = await lastMail(email);
    expect(message).toMatchObject({ subject: "Confirm your e-mail address" });
    expect(message?.text).not.toContain("Asha");
    const path = `/api/v1/users/confirmEmail/${tokenOf(message?.text)}`;
    const page = await app.fetch(path);
    expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect((await accounts().byEmail(email))?.confirmedAt).toBeNull();
    expect((await app.fetch(path, { method: "POST", headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    expect(await (await app.fetch(path, { method: "POST" })).text()).toContain("is confirmed");
    expect((await accounts().byEmail(email))?.confirmedAt).not.toBeNull();
    expect((await app.fetch(path)).status).toBe(404);
    expect((await app.fetch(path, { method: "POST" })).status).toBe(404);
  });

  test("a sign-up with a known address gets the same answer, changes nothing, and its owner is told", async () => {
    const email = newEmail();
    const first = await signup(email);
    const again = await signup(email.toUpperCase(), {
      name: "Mallory",
      password: "another password",
      passwordConfirm: "another password",
    });
    expect([again.status, await again.text()]).toEqual([first.status, await first.text()]);
    expect((await login(email)).status).toBe(200);
    expect((await login(email, "another password")).status).toBe(401);
    expect((await accounts().byEmail(email))?.name).toBe("Asha");
    const subject = "You have a Strikeboard account already";
    expect(await lastMail(email)).toMatchObject({ to: email, subject });
    for (let i = 0; i < 5; i++) await signup(email.toUpperCase());
    expect((await app.mailTo(email)).filter((message) => message.subject === subject)).toHaveLength(3);
    expect(await app.mailTo(email.toUpperCase())).toEqual([]);
  });

  test("its owner is told once the mail server is back, after however many tries", async () => {
    let isAway = true;
    const waiting = createTestApp({ database: database(), isMailAway: () => isAway });
    const email = newEmail();
    const form = { name: "Asha", email, password: PASSWORD, passwordConfirm: PASSWORD };
    for (let i = 0; i < 2; i++) await waiting.fetch("/api/v1/users/signup", postJson(form), address);
    for (let tries = 0; tries < 6; tries++) {
      await waiting.mailer.deliver();
      waiting.clock.advance(60 * MINUTE);
    }
    isAway = false;
    const subjects = (await waiting.mailTo(email)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(["Confirm your e-mail address", "You have a Strikeboard account already"]);
  });

  test("twenty sign-ups with one address at once make one account", async () => {
    const email = newEmail();
    const replies = await Promise.all(Array.from({ length: 20 }, () => signup(email)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await database().pool.query("select 1 from account where email = $1", [email]);
    expect(rows).toHaveLength(1);
  });

  test.each([
    [{ password: "short77", passwordConfirm: "short77" }, "The password must have at least 8 characters"],
    [{ password: "x".repeat(129), passwordConfirm: "x".repeat(129) }, "The password must have at most 128 characters"],
    [{ passwordConfirm: "something else" }, "The passwords are not the same"],
    [{ password: "Password1", passwordConfirm: "Password1" }, "This password is too common. Please choose another one"],
    [{ name: "  " }, "Please tell your name"],
    [{ email: "not an address" }, "Please give a valid e-mail address"],
    [{ email: "two@lines.example\nbcc:x@y.example" }, "Please give a valid e-mail address"],
  ])("%o is refused in words, whether or not the address is known", async (wrong, message) => {
    for (const email of [newEmail(), DEMO.email]) {
      const reply = await signup(email, wrong);
      expect(reply.status).toBe(400);
      expect(await reply.json()).toEqual({ status: "fail", message });
    }
  });

  test.each(["strikeboard", "Strikeboard2026!", "NIFTY-options", "bank nifty", "OptionChain trader"])(
    "%j is refused as a password: it is words of this product alone",
    async (password) => {
      const reply = await signup(newEmail(), { password, passwordConfirm: password });
      expect([reply.status, await reply.json()]).toEqual([
        400,
        {
          status: "fail",
          message: "This password is easy to guess here: it is made of words of this product. Please add others",
        },
      ]);
    },
  );

  test("passwords of 8 and of 128 characters, of whatever alphabet, are fine and taken whole", async () => {
    for (const password of ["q7#vTz2p", "पासवर्ड-लंबा", "é".repeat(128)]) {
      const email = newEmail();
      expect((await signup(email, { password, passwordConfirm: password })).status).toBe(200);
      expect((await login(email, password)).status).toBe(200);
      expect((await login(email, password.slice(0, -1))).status).toBe(401);
    }
  });

  test.each(["plan", "admin", "validUntil", "planPaid", "pendingLiveDays", "confirmedAt", "demo"])(
    "a body cannot set %s",
    async (field) => {
      const email = newEmail();
      expect((await signup(email, { [field]: true })).status).toBe(400);
      expect(await accounts().byEmail(email)).toBeUndefined();
      expect((await post("forgotPassword", { email, [field]: 1 })).status).toBe(400);
    },
  );

  test("a referral id joins the new account to whoever's link it is; a wrong one joins it to nobody", async () => {
    const referrer = await accounts().byEmail(DEMO.email);
    const [joined, alone] = [newEmail(), newEmail()];
    await signup(joined, { referralId: referrer?.referralCode });
    expect((await signup(alone, { referralId: "abc" })).status).toBe(200);
    expect((await signup(newEmail(), { referralId: null })).status).toBe(200);
    expect((await accounts().byEmail(joined))?.referredBy).toBe(referrer?.id);
    expect((await accounts().byEmail(alone))?.referredBy).toBeNull();
  });

  test("a forgotten password is replaced by the link of the message, once, and every session ends", async () => {
    const email = newEmail();
    await signup(email);
    const cookie = cookiesOf(await login(email));
    const ended = vi.fn();
    const stop = app.news.onNews(({ event }) => {
      if (event.type === "sessionEnded") ended(event.sessionId, event.why);
    });
    const token = await askForLink(email);
    expect(token).not.toBe("");
    const reply = await reset(token);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ status: "success", message: "Password changed Successfully" });
    stop();
    expect(ended).toHaveBeenCalledWith(expect.any(String), "logout");
    expect((await app.fetch("/api/v1/users/account", { headers: { cookie } })).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, "a new password")).status).toBe(200);
    expect((await accounts().byEmail(email))?.confirmedAt).not.toBeNull();
    const again = await reset(token, "yet another one");
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({
      status: "fail",
      message: expect.stringMatching(/does not work any more/),
    });
  });

  test("who signs up again without having confirmed gets a link that works, when the first one is over", async () => {
    const email = newEmail();
    await signup(email);
    const first = tokenOf((await lastMail(email))?.text);
    app.clock.advance(8 * 24 * 60 * MINUTE);
    expect((await app.fetch(`/api/v1/users/confirmEmail/${first}`)).status).toBe(404);
    await signup(email);
    const message = await lastMail(email, /already/);
    expect(message?.text).toContain("not confirmed yet");
    const path = `/api/v1/users/confirmEmail/${tokenOf(message?.text)}`;
    expect(await (await app.fetch(path, { method: "POST" })).text()).toContain("is confirmed");
    await signup(email);
    expect((await lastMail(email, /already/))?.text).not.toContain("confirm");
  });

  test("where its sessions cannot be ended, a new password is not set, and the link works again", async () => {
    const email = newEmail();
    await signup(email);
    await login(email);
    const token = await askForLink(email);
    const { pool } = database();
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refused before update on session for each row execute function refuse()`);
    expect((await reset(token)).status).toBe(500);
    await pool.query("drop trigger refused on session; drop function refuse()");
    expect((await login(email, "a new password")).status).toBe(401);
    expect((await reset(token)).status).toBe(200);
  });

  test("a link goes to the account's own address, not to one that only looks the same in small letters", async () => {
    const email = newEmail().replace("fresh", "kelvin");
    await signup(email);
    const alike = email.replace("k", "\u212a");
    expect(alike.toLowerCase()).toBe(email);
    expect((await post("forgotPassword", { email: alike })).status).toBe(200);
    expect((await lastMail(email, /password/))?.to).toBe(email);
    expect(await app.mailTo(alike)).toEqual([]);
  });

  test("a weak password does not use the link up; of two uses at once one works", async () => {
    const email = newEmail();
    await signup(email);
    const token = await askForLink(email);
    expect(await (await reset(token, "short")).json()).toEqual({
      status: "fail",
      message: "The password must have at least 8 characters",
    });
    expect(await (await reset(token, "long enough", "different one")).json()).toEqual({
      status: "fail",
      message: "The passwords are not the same",
    });
    const replies = await Promise.all([reset(token, "first of two"), reset(token, "second of two")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("a link works for fifteen minutes; guesses, other purposes and stored hashes open nothing", async () => {
    const email = newEmail();
    await signup(email);
    const confirming = tokenOf((await lastMail(email))?.text);
    expect((await reset(confirming)).status).toBe(400);
    const token = await askForLink(email);
    expect((await reset(token.toLowerCase())).status).toBe(400);
    const { rows } = await database().pool.query<{ hash: Buffer }>(
      "select hash from account_link join account on account.id = account_id where email = $1",
      [email],
    );
    expect(rows).toHaveLength(2);
    for (const { hash } of rows) expect((await reset(hash.toString("base64url"))).status).toBe(400);
    app.clock.advance(15 * MINUTE);
    expect((await reset(token)).status).toBe(400);
  });

  test("a stranger who asks again and again neither floods the mailbox nor breaks the link that was sent", async () => {
    const email = newEmail();
    await signup(email);
    const token = await askForLink(email);
    for (let i = 0; i < 30; i++) {
      address = `10.2.0.${i % 10}`;
      await post("forgotPassword", { email });
    }
    const links = (await app.mailTo(email)).filter(({ subject }) => subject === "Set a new password");
    expect(links).toHaveLength(3);
    expect((await reset(token)).status).toBe(200);
  });

  test("known and unknown addresses get the same answer and cost the same work", async () => {
    const email = newEmail();
    await signup(email);
    const statements = async (action: () => Promise<Response>) => {
      const query = vi.spyOn(database().pool, "query");
      const reply = await action();
      const count = query.mock.calls.length;
      query.mockRestore();
      return { count, status: reply.status, body: await reply.text() };
    };
    const known = await statements(() => post("forgotPassword", { email }));
    const unknown = await statements(() => post("forgotPassword", { email: newEmail() }));
    expect(unknown).toEqual(known);
    expect(known.count).toBe(1);
    await app.mailer.deliver();
    const signedUp = await statements(() => signup(email));
    expect(await statements(() => signup(newEmail()))).toEqual(signedUp);
  });

  test("many sign-ups and requests for links from one address are stopped", async () => {
    newEmail();
    const asked = await Promise.all(
      Array.from({ length: 25 }, (_, i) => post("forgotPassword", { email: `x${i}@example.com` })),
    );
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(5);
    const tried = await Promise.all(Array.from({ length: 25 }, () => reset("x".repeat(43))));
    expect(tried.filter(({ status }) => status === 429)).toHaveLength(5);
    const signed = await Promise.all(Array.from({ length: 35 }, (_, i) => signup(`flood${users}.${i}@example.com`)));
    const refused = signed.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    await database().pool.query("delete from mail");
  });

  test("where demo accounts are not allowed, the demo user gets no link", async () => {
    const strict = createTestApp({ database: database(), demo: false });
    await strict.fetch("/api/v1/users/forgotPassword", postJson({ email: DEMO.email }));
    expect(await strict.mailTo(DEMO.email)).toEqual([]);
  });

  test("what waits in the database and what was sent leave no token there", async () => {
    const email = newEmail();
    await signup(email);
    await post("forgotPassword", { email });
    const { rows } = await database().pool.query("select m::text as row from mail m");
    const token = tokenOf((await lastMail(email, /password/))?.text);
    expect(token).not.toBe("");
    const after = await database().pool.query(
      "select l::text as row from account_link l union all select a::text from audit a",
    );
    const dump = [...rows, ...after.rows].map(({ row }: { row: string }) => row).join("\n");
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(PASSWORD);
  });
});
