/** What is one user's reaches nobody else, and what is secret stands in no log and in no dump of the database. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import type { Call } from "#contract/wire/http/call.ts";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { PUBLIC_CALLS } from "../platform/http/public-calls.ts";
import { createLog } from "../platform/log.ts";
import { PASSWORD } from "../testing/http/password.ts";
import { FLY, NOBODYS_ID, nameOf, SAME_ORIGIN, sampleBody, samplePath } from "../testing/http/sample-requests.ts";
import { loginRequest, openSurface, type Surface, type SurfaceUser } from "../testing/http/surface.ts";
import { cookiesOf, postJson } from "../testing/http/test-app.ts";
import { onOneDatabase } from "../testing/processes/databases.ts";

/** A busy machine may take this long to set everything up. */
const PATIENCE_MS = 240_000;
const CANARY = "canary7f3a9b";
/** Of the legs of a sealed strategy. */
const SEALED = "sell 75 at 101.35";
const MINE = "What only its owner knows";

onOneDatabase("the whole surface", (database) => {
  const lines: string[] = [];
  let surface: Surface;
  let owner: SurfaceUser;
  let stranger: SurfaceUser;
  let admin: SurfaceUser;
  /** Of the owner's strategy and payment. */
  let strategyId: string;
  let reference: string;

  const ask = (user: SurfaceUser | undefined, method: string, path: string, body?: unknown, headers = {}) =>
    surface.app.fetch(path, {
      ...(body === undefined ? {} : postJson(body)),
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...SAME_ORIGIN,
        cookie: user?.cookie ?? "",
        ...headers,
      },
    });
  const post = async (user: SurfaceUser, path: string, body: unknown): Promise<unknown> => {
    const reply = await ask(user, "POST", API_BASE + path, body);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.json();
  };

  /** Every row of every table, as text. */
  async function dump(): Promise<readonly string[]> {
    const { pool } = database();
    const { rows: tables } = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const { rows: found } = await pool.query<{ row: string }>(`select '${name} ' || t::text as row from "${name}" t`);
      rows.push(...found.map(({ row }) => row));
    }
    return rows.sort();
  }

  beforeAll(async () => {
    surface = await openSurface(database(), {
      log: createLog("trace", { write: (line: string) => void lines.push(line) }),
    });
    owner = await surface.userOf("live", "owner@example.com");
    stranger = await surface.userOf("live", "stranger@example.com");
    admin = await surface.userOf("admin", "admin@example.com");
    const data = await owner.sealer.seal(settingsPurpose(["userColumns"]), { MINE });
    await post(owner, "settings/save?field=userColumns", { data });
    const sealed = await owner.sealer.seal(STRATEGY_PURPOSE, { ...FLY, name: MINE, strategy: [{ note: SEALED }] });
    const saved = (await post(owner, "strategies/save", { strategyObj: sealed })) as { saveDetails: { id: string } };
    strategyId = saved.saveDetails.id;
    await post(owner, "users/savestrategies", { strategyObj: { ...FLY, name: MINE } });
    await post(owner, "report", { useremail: owner.email, comment: MINE, system: "mobile", browser: "Chrome" });
    const begun = await ask(owner, "GET", `${API_BASE}checkout/makepayment/subscribe/monthly`);
    expect(begun.status).toBe(200);
    const { rows } = await database().pool.query<{ reference: string }>(
      "select reference from payment where account_id = $1",
      [owner.id],
    );
    reference = rows[0]?.reference ?? expect.unreachable();
  }, PATIENCE_MS);
  afterAll(() => surface.stop());

  /** The sample of the call with the owner's ids and names in the places of nobody's. */
  async function aimed(call: Call): Promise<{ readonly path: string; readonly body: unknown }> {
    const path = samplePath(call).replace(NOBODYS_ID, reference);
    if (nameOf(call) === "post strategies/saveportfolio") {
      const strategies = [{ ...FLY, _id: strategyId, name: MINE }];
      return { path, body: { encrypted: await stranger.sealer.seal(PORTFOLIO_PURPOSE, strategies) } };
    }
    if (nameOf(call) === "post strategies/portfolio") return { path, body: { id: [strategyId] } };
    const body = await sampleBody(call, stranger.sealer);
    const text = JSON.stringify(body) as string | undefined;
    const swapped = text?.replaceAll(NOBODYS_ID, strategyId).replace("None of that name", MINE);
    return { path, body: swapped === undefined ? undefined : JSON.parse(swapped) };
  }

  test("no call gives or changes what another user has, ids swapped", { timeout: PATIENCE_MS }, async () => {
    const owned = async () => (await dump()).filter((row) => row.includes(owner.id) || row.includes(MINE));
    const before = await owned();
    expect(before.length).toBeGreaterThan(5);
    for (const call of PUBLIC_CALLS.filter(({ path }) => !path.endsWith("logout"))) {
      const { path, body } = await aimed(call);
      for (const query of ["", `?id=${owner.id}&userId=${owner.id}&email=${owner.email}`]) {
        if (query !== "" && path.includes("?")) continue;
        const said = await (await ask(stranger, call.method.toUpperCase(), path + query, body)).text();
        expect(
          [MINE, owner.email, owner.id].filter((mark) => said.includes(mark)),
          nameOf(call),
        ).toEqual([]);
      }
    }
    expect(await owned()).toEqual(before);
    expect((await ask(owner, "POST", `${API_BASE}strategies/load`, { id: strategyId })).status).toBe(200);
    expect((await ask(owner, "GET", `${API_BASE}payments/${reference}`)).status).toBe(200);
  });

  test("nothing that a request carries is written to the log or counted by name", {
    timeout: PATIENCE_MS,
  }, async () => {
    const headers = {
      authorization: `Bearer ${CANARY}`,
      referer: `http://localhost:4000/${CANARY}`,
      "user-agent": CANARY,
      "x-device-fingerprint": CANARY,
      "x-razorpay-signature": CANARY,
    };
    const filled = (value: unknown): unknown => {
      if (typeof value === "string") return value.includes("@") ? `${CANARY}@example.com` : CANARY;
      if (Array.isArray(value)) return value.map(filled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
    };
    for (const call of PUBLIC_CALLS.filter(({ path }) => !path.endsWith("logout"))) {
      const path = `${API_BASE}${call.path.replace(/\{[\w-]+\}/g, CANARY)}?field=${CANARY}&source=${CANARY}`;
      const whole = await sampleBody(call, owner.sealer);
      for (const user of [undefined, owner, admin]) {
        const cookie = `${user?.cookie ?? ""}; other=${CANARY}`;
        await ask(user, call.method.toUpperCase(), path, filled(whole), { ...headers, cookie });
        await ask(user, call.method.toUpperCase(), path, whole, { ...headers, cookie });
      }
    }
    for (const page of ["/api/v1/broker/", "/api/v1/users/resetPassword/", "/api/v1/users/confirmEmail/", "/dev/"]) {
      await ask(undefined, "GET", `${page}${CANARY}?auth_code=${CANARY}`, undefined, headers);
    }
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
    expect(await (await ask(undefined, "GET", "/metrics")).text()).not.toContain(CANARY);
  });

  test("a dump of the database holds no password, token, ticket, key, link or sealed figure as it is", async () => {
    const email = "secrets@example.com";
    await post(owner, "users/signup", { name: "Ravi", email, password: PASSWORD, passwordConfirm: PASSWORD });
    const login = await surface.app.fetch(`${API_BASE}users/login`, loginRequest(email));
    const { token, data } = (await login.json()) as { token: string; data: { user: { key: string } } };
    await post(owner, "users/forgotPassword", { email });
    const waiting = await dump();
    const texts = (await surface.app.mailTo(email)).map(({ text }) => text).join("\n");
    const links = [...texts.matchAll(/(?:resetPassword|confirmEmail)\/([\w-]{20,})/g)].map((match) => match[1] ?? "");
    expect(links).toHaveLength(2);
    const cookies = cookiesOf(login).split("; ");
    const values = cookies.map((pair) => pair.split("=")[1] ?? "").flatMap((value) => [value, ...value.split(".")]);
    const secrets = [PASSWORD, token, data.user.key, ...links, ...values, SEALED].filter(({ length }) => length > 6);
    const rows = [...waiting, ...(await dump())];
    expect(rows.some((row) => row.includes(email))).toBe(true);
    for (const secret of secrets) {
      const hex = Buffer.from(secret).toString("hex");
      expect(rows.filter((row) => row.includes(secret) || row.includes(hex))).toEqual([]);
    }
  });

  test("who tries what is not theirs is in the log: who, from where, and what", async () => {
    lines.length = 0;
    expect((await ask(stranger, "GET", `${API_BASE}users`)).status).toBe(403);
    const line = lines.find((one) => one.includes("request forbidden")) ?? expect.unreachable();
    expect(JSON.parse(line)).toMatchObject({
      account: stranger.id,
      address: "127.0.0.1",
      route: "/api/v1/users",
      code: "forbidden",
    });
  });
});
