/** Eleven brokers, from the tile to a session and back, against the practice broker's login pages. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { BROKERS, type Broker, brokerOf } from "#contract/domain/account/brokers.ts";
import { epochMs, isoDate } from "#contract/domain/units.ts";
import { createAccountRepository } from "../../modules/accounts/account-repository.ts";
import { parseEnv } from "../../platform/env/env.ts";
import { silentLog } from "../../platform/log.ts";
import { createPersonalData } from "../../platform/users/personal-data.ts";
import { QuotedMarket } from "../../testing/brokers/quoted-market.ts";
import { PASSWORD, passwordHash } from "../../testing/http/password.ts";
import { cookiesOf, createTestApp, postJson, type TestApp } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import type { Attempt, AuthToken, BrokerSession } from "../port.ts";
import { type Brokers, mayPractise, openBrokers, openPractice } from "./open-brokers.ts";

const ORIGIN = "http://localhost:4000";
const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const SANDBOX = {
  zerodha: "sandbox",
  fyers: "sandbox",
  upstox: "sandbox",
  flattrade: "sandbox",
  iifl: "sandbox",
} as const;
const SETTINGS = {
  ...{ practiceLagDays: 90, real: [], apps: {}, addresses: [], egress: [], vaultKeys: [] },
  ...{ modes: SANDBOX, publisher: undefined },
};

interface User {
  readonly id: string;
  readonly cookie: string;
}

onEachDatabase("the login flows", (database) => {
  let app: TestApp;
  let brokers: Brokers;
  let ravi: User;
  let asha: User;

  beforeAll(async () => {
    const clock = createManualClock(epochMs(Date.UTC(2026, 6, 27, 6, 45)));
    app = createTestApp({
      database: database(),
      clock,
      more({ accounts, personalData }) {
        const { identities } = accounts;
        const market = new QuotedMarket();
        const parts = {
          practice: undefined,
          orm: database().orm,
          market,
          identities,
          personalData,
          clock,
          log: silentLog,
        };
        brokers = openBrokers({ feed: { kind: "simulated" }, settings: SETTINGS, ...parts });
        return { modules: [], pages: brokers.pages };
      },
    });
    [ravi, asha] = [await someone("ravi@example.com"), await someone("asha@example.com")];
  });

  async function someone(email: string): Promise<User> {
    const fresh = {
      email,
      name: "Ravi",
      passwordHash: await passwordHash(),
      createdAt: new Date(),
      confirmedAt: new Date(),
    };
    const made = await createAccountRepository(database().orm).insert(fresh);
    const body = { email, password: PASSWORD, fingerprint: "f" };
    const reply = await app.fetch("/api/v1/users/login", postJson(body, SAME_ORIGIN));
    return { id: made?.id ?? expect.unreachable(), cookie: cookiesOf(reply) };
  }

  const portOf = ({ id }: Broker) => brokers.ports.get(id) ?? expect.unreachable();
  const attemptOf = (broker: Broker, user: User, credentials: readonly string[]): Attempt => ({
    accountId: user.id,
    id: "attempt",
    broker: broker.id,
    redirect: `${ORIGIN}/api/v1/broker/${broker.id}`,
    credentials,
  });
  const typed = ({ login }: Broker): readonly string[] =>
    login.kind === "credentials" ? login.fields.map((_, i) => `typed-${i}`) : [];

  /** Presses a button of the practice login page. @returns what the browser is led back with. */
  async function press(address: string, user: User, decision: string): Promise<URLSearchParams> {
    const path = address.slice(ORIGIN.length);
    const page = await app.fetch(path, { headers: { cookie: user.cookie } });
    expect(await page.text()).toContain("Practice login in place of");
    const init = {
      method: "POST",
      headers: { ...SAME_ORIGIN, ...FORM, cookie: user.cookie },
      body: `decision=${decision}`,
    };
    const reply = await app.fetch(path, init);
    expect(reply.status).toBe(303);
    return new URL(reply.headers.get("location") ?? "", ORIGIN).searchParams;
  }

  /** As the callback page does. */
  function tokenOf({ id, token }: Broker, query: URLSearchParams): AuthToken {
    if (token.kind === "password") {
      return ["RAVI01", "123456", createHash("sha256").update("a password").digest("hex")];
    }
    if (token.kind === "keys") return ["typed-1", "typed-0", id];
    const code = query.get(token.names[0] ?? "") ?? expect.unreachable();
    if (token.kind === "pair") return [code, query.get(token.second) ?? expect.unreachable()];
    return token.kind === "remembered" ? [code, "remembered"] : code;
  }

  async function connect(broker: Broker, user: User): Promise<BrokerSession> {
    const attempt = attemptOf(broker, user, typed(broker));
    const address = await portOf(broker).begin(attempt);
    const query = address === undefined ? new URLSearchParams() : await press(address, user, "allow");
    return portOf(broker).connect(tokenOf(broker, query), attempt);
  }

  test.each(BROKERS)("$name: in, a book of its own, and out", async (broker) => {
    const port = portOf(broker);
    expect(port.facts).toMatchObject({ id: broker.id, isPractice: true });
    const session = await connect(broker, ravi);
    expect(session).toMatchObject({ broker: broker.id, userId: expect.stringMatching(/^PR\d{6}$/) });
    expect(await port.orders(session)).toEqual([]);
    await port.end(session);
    await expect(port.orders(session)).rejects.toMatchObject({ kind: "session" });
  });

  test("every broker of a user has the same practice account", async () => {
    const ids = new Set<string>();
    for (const broker of BROKERS) ids.add((await connect(broker, ravi)).userId);
    expect(ids.size).toBe(1);
    expect((await connect(BROKERS[0] ?? expect.unreachable(), asha)).userId).not.toBe([...ids][0]);
  });

  test("a login that is refused leads back with nothing", async () => {
    const zerodha = brokerOf("zerodha") ?? expect.unreachable();
    const address = (await portOf(zerodha).begin(attemptOf(zerodha, ravi, ["key", "secret"]))) ?? "";
    expect(address).toBe(`${ORIGIN}/practice/zerodha/connect/login?v=3&api_key=key`);
    expect([...(await press(address, ravi, "refuse")).keys()]).toEqual(["status"]);
  });

  test("what was issued works once, for whom it was issued, and at its own broker's key", async () => {
    for (const id of ["fyers", "zerodha"]) {
      const broker = brokerOf(id) ?? expect.unreachable();
      const attempt = attemptOf(broker, ravi, typed(broker));
      const query = await press((await portOf(broker).begin(attempt)) ?? "", ravi, "allow");
      const token = tokenOf(broker, query);
      if (id === "fyers") {
        await expect(portOf(broker).connect(token, attemptOf(broker, asha, []))).rejects.toThrow("Invalid auth code");
        continue;
      }
      const other = attemptOf(broker, ravi, ["another", "secret"]);
      await expect(portOf(broker).connect(token, other)).rejects.toThrow("invalid or has expired");
      await expect(portOf(broker).connect("made up", attempt)).rejects.toThrow("invalid or has expired");
    }
  });

  test.each<[string, AuthToken, string]>([
    ["shoonya", ["RAVI01", "123", "x"], "Invalid user ID or password"],
    ["shoonya", ["RAVI01", "123", "a".repeat(64)], "Invalid OTP"],
    ["iifl", ["", "key", "iifl"], "Invalid app key"],
    ["jainam", ["secret", "key", "iifl"], "Invalid app key"],
  ])("%s refuses what cannot be right", async (id, token, words) => {
    const broker = brokerOf(id) ?? expect.unreachable();
    await expect(portOf(broker).connect(token, attemptOf(broker, ravi, []))).rejects.toThrow(words);
  });

  test("the page asks strangers to log in first, and is nobody's for brokers without one", async () => {
    const page = await app.fetch("/practice/fyers/api/v3/generate-authcode?client_id=practice");
    expect(await page.text()).toContain("Nobody is logged in");
    const init = { method: "POST", headers: { ...SAME_ORIGIN, ...FORM }, body: "decision=allow" };
    expect((await app.fetch("/practice/fyers/api/v3/generate-authcode", init)).status).toBe(401);
    for (const id of ["iifl", "shoonya", "nobody"]) {
      expect((await app.fetch(`/practice/${id}/login`, { headers: { cookie: ravi.cookie } })).status).toBe(404);
    }
    const foreign = { ...init, headers: { ...FORM, cookie: ravi.cookie, "sec-fetch-site": "cross-site" } };
    expect((await app.fetch("/practice/fyers/api/v3/generate-authcode", foreign)).status).toBe(403);
  });

  test("beside a live market, and on days that are too young, there is no practice broker; beside another no real one", async () => {
    const today = isoDate("2026-11-23");
    const recorded = (date: string) => ({ kind: "recorded" as const, date: isoDate(date) });
    expect(mayPractise({ kind: "simulated" }, today, 90)).toBe(true);
    expect(mayPractise(recorded("2026-08-25"), today, 90)).toBe(true);
    expect(mayPractise(recorded("2026-08-26"), today, 90)).toBe(false);
    const parts = {
      practice: undefined,
      orm: database().orm,
      market: new QuotedMarket(),
      identities: app.accounts.identities,
      personalData: createPersonalData(),
      clock: createManualClock(),
      log: silentLog,
    };
    for (const kind of ["kite", "none"] as const) {
      const live = { ...parts, feed: { kind }, settings: SETTINGS };
      expect(() => openPractice(live)).toThrow("does not start beside");
      expect([...openBrokers(live).ports]).toEqual([]);
    }
    const named = openBrokers({
      ...parts,
      feed: { kind: "kite" },
      settings: { ...SETTINGS, real: ["zerodha", "fyers"] },
    });
    expect([...named.ports.values()].map(({ facts }) => [facts.id, facts.isPractice])).toEqual([
      ["zerodha", false],
      ["fyers", false],
    ]);
    // What is reckoned by simulated or past prices becomes no real order.
    const [sim, young] = [{ kind: "simulated" as const }, recorded("2026-07-20")];
    const refused =
      /^Real orders are refused beside a .* market.*: leave out BROKER_ZERODHA, BROKER_FYERS, or set FEED/;
    for (const feed of [sim, recorded("2026-01-20"), young]) {
      const settings = { ...SETTINGS, real: ["zerodha", "fyers"] };
      expect(() => openBrokers({ ...parts, feed, settings })).toThrow(refused);
    }
    const publisher = { ...SETTINGS, publisher: "key" };
    expect(() => openBrokers({ ...parts, feed: young, settings: publisher })).toThrow("BROKER_ZERODHA_PUBLISHER");
    const practised = openBrokers({ ...parts, feed: sim, settings: publisher });
    expect(practised.handoff?.facts.isPractice).toBe(true);
    await practised.stop();
  });
});

describe("the environment", () => {
  test("practises on days of three months ago, never on those of the last thirty days", () => {
    expect(parseEnv({}, () => "").brokers).toEqual(SETTINGS);
    const set = {
      PRACTICE_LAG_DAYS: "30",
      BROKER_ZERODHA: "experimental",
      BROKER_FYERS: "experimental",
      BROKER_FYERS_APP: "ABC-100:s3cret",
      BROKER_FLATTRADE: "experimental",
      BROKER_ADDRESSES: "203.0.113.7,2001:db8::7",
      BROKER_SELF: "1",
      BROKER_VAULT_KEYS: `k2:${"ab".repeat(32)}`,
    };
    expect(parseEnv(set, () => "").brokers).toEqual({
      practiceLagDays: 30,
      real: ["zerodha", "fyers", "flattrade"],
      apps: { fyers: { key: "ABC-100", secret: "s3cret" } },
      addresses: ["203.0.113.7", "2001:db8::7"],
      egress: [],
      vaultKeys: [{ name: "k2", key: Buffer.alloc(32, 0xab) }],
      // The app at Fyers is the operator's.
      modes: { ...SANDBOX, zerodha: "self", fyers: "vendor", flattrade: "self" },
      publisher: undefined,
    });
    expect(() => parseEnv({ PRACTICE_LAG_DAYS: "29" }, () => "")).toThrow("PRACTICE_LAG_DAYS");
    expect(() => parseEnv({ BROKER_FYERS: "experimental" }, () => "")).toThrow("BROKER_FYERS_APP");
    expect(() => parseEnv({ BROKER_ADDRESSES: "203.0.113" }, () => "")).toThrow("BROKER_ADDRESSES");
    expect(() => parseEnv({ BROKER_ZERODHA: "1" }, () => "")).toThrow("BROKER_ZERODHA");
  });
});
