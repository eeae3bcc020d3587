import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  loadAllStrategies,
  loadBuilderStrategies,
  loadPortfolio,
  loadStrategy,
  savePortfolio,
  saveStrategy,
} from "#contract/wire/http/strategies.ts";
import { MAX_STRATEGIES, PORTFOLIO_PURPOSE, STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { type LoggedIn, loggedIn } from "../../testing/http/logged-in.ts";
import { createTestApp, TEST_SECRETS, type TestApp } from "../../testing/http/test-app.ts";
import { createManualClock, type ManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { privateKeys } from "../privacy/privacy.ts";
import { createStrategies, type Strategies } from "./strategies.ts";

const LEG = { strike: 24500, type: "CE", lotSize: 75, orders: [{ id: "a1b2c3d4e5", contracts: 2, ltp: 101.25 }] };
const FLY = {
  name: "Fly - NIFTY ( Jul-27 ) - Exp - 7:30:2026",
  strategy: [LEG],
  spot: 24512.35,
  responseForPlacedOrder: { a1b2c3d4e5: "ok" },
  expiry: "7:30:2026",
  symbolName: "NIFTY",
  date: "2026-07-27",
};

const CALLS = [
  ["POST", "strategies/save"],
  ["POST", "strategies/saveas"],
  ["POST", "strategies/load"],
  ["PATCH", "strategies/delete"],
  ["PATCH", "strategies/delete-multiple"],
  ["POST", "strategies/portfolio"],
  ["POST", "strategies/saveportfolio"],
  ["POST", "users/savestrategies"],
  ["PATCH", "users/deletestrategies"],
] as const;

/** undefined for what is too deep to be written as JSON here. */
function textOf(body: object): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    return undefined;
  }
}

onEachDatabase("strategies", (database) => {
  let app: TestApp;
  let strategies: Strategies;
  let asha: LoggedIn;
  let ravi: LoggedIn;
  const clock: ManualClock = createManualClock();

  beforeAll(async () => {
    strategies = createStrategies({
      database: database(),
      sealing: createSealing(TEST_SECRETS),
      clock,
      keys: privateKeys,
    });
    app = createTestApp({ database: database(), modules: [strategies.register] });
    asha = await loggedIn(app, database(), "asha@example.com");
    ravi = await loggedIn(app, database(), "ravi@example.com");
  });
  beforeEach(async () => {
    await database().pool.query("delete from strategy");
    await database().pool.query("delete from builder_strategy");
  });

  const sealed = (user: LoggedIn, saved: object) => user.sealer.seal(STRATEGY_PURPOSE, saved);
  async function save(user: LoggedIn, saved: object, rest: object = {}) {
    clock.advance(1000);
    const body = { strategyObj: await sealed(user, saved), id: "", portfolio: "My Portfolio", ...rest };
    const reply = await user.send("POST", "strategies/save", body);
    expect(reply.status).toBe(200);
    return saveStrategy.response.parse(await reply.json()).saveDetails;
  }
  const list = async (user: LoggedIn) =>
    loadAllStrategies.response.parse(await (await user.get("strategies/loadall")).json()).strategies;
  async function load(user: LoggedIn, id: string): Promise<unknown> {
    const reply = await user.send("POST", "strategies/load", { id });
    expect(reply.status).toBe(200);
    return user.sealer.open(STRATEGY_PURPOSE, loadStrategy.response.parse(await reply.json()).strategy);
  }
  async function portfolio(user: LoggedIn, ids: readonly string[]): Promise<Record<string, unknown>[]> {
    const reply = await user.send("POST", "strategies/portfolio", { id: ids });
    expect(reply.status).toBe(200);
    const text = loadPortfolio.response.parse(await reply.json()).strategies;
    return (await user.sealer.open(PORTFOLIO_PURPOSE, text)) as Record<string, unknown>[];
  }

  describe("of the newer builder", () => {
    test("a saved strategy is listed by what is sealed in it, newest first, and loads as it was", async () => {
      const first = await save(asha, FLY, { portfolio: "Weekly" });
      expect(first).toEqual({ name: FLY.name, id: expect.any(String), portfolio: "Weekly" });
      const { name, symbolName, expiry, date } = FLY;
      const second = await save(asha, { ...FLY, name: "Condor" });
      expect(await list(asha)).toEqual([
        { id: second.id, name: "Condor", portfolio: "My Portfolio", symbolName, expiry, date },
        { id: first.id, name, portfolio: "Weekly", symbolName, expiry, date },
      ]);
      expect(await load(asha, first.id)).toEqual(FLY);
    });

    test("it keeps the id that it had before it was kept; one that is taken, or is no UUID, counts for nothing", async () => {
      const id = "0b9d1c9e-2f4a-4d1b-9c1a-6d3f1a2b3c4d";
      expect((await save(asha, FLY, { id })).id).toBe(id);
      expect((await save(asha, FLY, { id })).id).not.toBe(id);
      expect((await save(ravi, FLY, { id })).id).not.toBe(id);
      expect((await save(asha, FLY, { id: "mine" })).id).not.toBe("mine");
    });

    test("sent again under its key it is there once, as it was made; another user's key is no key of one's own", async () => {
      const key = "7c0f2f0e-51b1-4f6e-9a51-0d6c3b9f4a11";
      const send = async (user: LoggedIn, saved: object, headers: object) => {
        const body = { strategyObj: await sealed(user, saved) };
        return user.send("POST", "strategies/save", body, { ...headers });
      };
      const first = await send(asha, FLY, { "idempotency-key": key });
      const again = await send(asha, { ...FLY, name: "Other" }, { "idempotency-key": key });
      expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
      expect((await again.json()).saveDetails).toEqual({ name: FLY.name, id: key, portfolio: "My Portfolio" });
      expect((await first.json()).saveDetails.id).toBe(key);
      expect((await send(ravi, FLY, { "idempotency-key": key })).status).toBe(200);
      expect((await list(asha)).map(({ id }) => id)).toEqual([key]);
      expect((await list(ravi)).map(({ id }) => id)).not.toEqual([key]);
      expect((await send(asha, FLY, { "idempotency-key": "mine" })).status).toBe(400);
    });

    test("a name that is taken gets a number, in the list and inside", async () => {
      const names = [];
      for (let n = 0; n < 3; n++) names.push((await save(asha, FLY)).name);
      expect(names).toEqual([
        FLY.name,
        "Fly (1) -  NIFTY ( Jul-27 ) - Exp - 7:30:2026",
        "Fly (2) -  NIFTY ( Jul-27 ) - Exp - 7:30:2026",
      ]);
      const [newest] = await list(asha);
      expect(await load(asha, newest?.id ?? "")).toEqual({ ...FLY, name: names[2] });
      // Names are each user's own.
      expect((await save(ravi, FLY)).name).toBe(FLY.name);
    });

    test("saved at once under one name, each gets its own", async () => {
      const saved = await Promise.all(Array.from({ length: 8 }, () => save(asha, FLY)));
      expect(new Set(saved.map(({ name }) => name)).size).toBe(8);
      expect(await list(asha)).toHaveLength(8);
    });

    test("save as replaces the strategy of that id; without a portfolio it stays in its own", async () => {
      const { id } = await save(asha, FLY, { portfolio: "Weekly" });
      const changed = { ...FLY, name: "Renamed", spot: 24600 };
      const reply = await asha.send("POST", "strategies/saveas", { strategyObj: await sealed(asha, changed), id });
      expect((await reply.json()).saveDetails).toEqual({ name: "Renamed", id, portfolio: "Weekly" });
      expect(await load(asha, id)).toEqual(changed);
      await asha.send("POST", "strategies/saveas", { strategyObj: await sealed(asha, FLY), id, portfolio: "Monthly" });
      expect(await list(asha)).toMatchObject([{ id, name: FLY.name, portfolio: "Monthly" }]);
    });

    test("save as under another one's name gets a number; under its own it keeps it", async () => {
      const { id } = await save(asha, { ...FLY, name: "Mine" });
      await save(asha, { ...FLY, name: "Other" });
      const as = async (name: string) => {
        const body = { strategyObj: await sealed(asha, { ...FLY, name }), id };
        return (await (await asha.send("POST", "strategies/saveas", body)).json()).saveDetails.name;
      };
      expect(await as("Other")).toBe("Other (1)");
      expect(await as("Other (1)")).toBe("Other (1)");
    });

    test("many that save as at once leave one of them, whole", async () => {
      const { id } = await save(asha, FLY);
      const one = async (n: number) => {
        const strategyObj = await sealed(asha, { ...FLY, name: `Version ${n}`, spot: n });
        return asha.send("POST", "strategies/saveas", { strategyObj, id });
      };
      const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => one(n)));
      expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const kept = (await load(asha, id)) as typeof FLY;
      expect(kept.name).toBe(`Version ${kept.spot}`);
      expect(await list(asha)).toMatchObject([{ id, name: kept.name }]);
    });

    test("deleting takes the one, the several, and nothing that is not there", async () => {
      const ids = [];
      for (const name of ["A", "B", "C", "D"]) ids.push((await save(asha, { ...FLY, name })).id);
      expect((await asha.send("PATCH", "strategies/delete", { id: ids[0] })).status).toBe(200);
      expect((await asha.send("PATCH", "strategies/delete", { id: ids[0] })).status).toBe(404);
      const several = await asha.send("PATCH", "strategies/delete-multiple", { ids: [ids[1], ids[2], "gone"] });
      expect(await several.json()).toEqual({ status: "success", deleted: 2 });
      expect(await (await asha.send("PATCH", "strategies/delete-multiple", { ids: [] })).json()).toMatchObject({
        deleted: 0,
      });
      expect((await list(asha)).map(({ name }) => name)).toEqual(["D"]);
    });

    test("the number of strategies is bounded, also for those that are saved at once", async () => {
      await database().pool.query(
        `insert into strategy select 'id' || n, $1, 'Filler ' || n, 'P', 'NIFTY', '', '', '00', now() from generate_series(1, $2::int) n`,
        [asha.id, MAX_STRATEGIES - 1],
      );
      const one = async () => asha.send("POST", "strategies/save", { strategyObj: await sealed(asha, FLY) });
      const statuses = (await Promise.all([one(), one(), one()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 409, 409]);
    });
  });

  describe("of the portfolio", () => {
    test("they come in one sealed list, each with its _id", async () => {
      const first = await save(asha, FLY);
      const second = await save(asha, { ...FLY, name: "Condor" });
      expect(await portfolio(asha, [first.id, second.id, "gone"])).toEqual([
        { ...FLY, name: "Condor", _id: second.id },
        { ...FLY, _id: first.id },
      ]);
      expect(await portfolio(asha, [])).toEqual([]);
    });

    test("saving them changes legs and orders, never what they are listed by, and tells which are kept", async () => {
      const first = await save(asha, FLY);
      const second = await save(asha, { ...FLY, name: "Condor" });
      const gone = await save(asha, { ...FLY, name: "Gone" });
      const loaded = await portfolio(asha, [first.id, second.id, gone.id]);
      await asha.send("PATCH", "strategies/delete", { id: gone.id });
      const closed = { ...LEG, orders: [...LEG.orders, { id: "f0", contracts: 2, ltp: 90, isPortfClose: true }] };
      const changed = loaded.map(({ spot: _, ...kept }) => ({ ...kept, strategy: [closed], expiry: "never" }));
      const encrypted = await asha.sealer.seal(PORTFOLIO_PURPOSE, changed);
      const reply = await asha.send("POST", "strategies/saveportfolio", { encrypted });
      const { status, isSaved } = savePortfolio.response.parse(await reply.json());
      expect(status).toBe("success");
      expect([...isSaved].sort()).toEqual(["Condor", FLY.name]);
      expect(await load(asha, first.id)).toEqual({ ...FLY, strategy: [closed] });
      expect(await list(asha)).toMatchObject([{ expiry: FLY.expiry }, { expiry: FLY.expiry }]);
    });

    test("what together is too large for one reply is refused", async () => {
      const { rows } = await database().pool.query<{ id: string }>(
        `insert into strategy select 'id' || n, $1, 'Large ' || n, 'P', 'NIFTY', '', '', repeat('0', 130000), now()
         from generate_series(1, 33) n returning id`,
        [asha.id],
      );
      const reply = await asha.send("POST", "strategies/portfolio", { id: rows.map(({ id }) => id) });
      expect(reply.status).toBe(413);
    });
  });

  describe("of the older builder", () => {
    const older = {
      ...FLY,
      name: "Fly - NIFTY-7:30:2026 ( Jul-27 )",
      greeks: { rateDelta: 0.12, "24500CE": 14.2 },
      pop: 61.5,
    };
    const loadOlder = async (user: LoggedIn) =>
      loadBuilderStrategies.response.parse(await (await user.get("users/loadstrategies")).json()).strategies;

    test("they are saved, loaded as they were, and deleted by name", async () => {
      const reply = await asha.send("POST", "users/savestrategies", { strategyObj: older });
      expect(await reply.json()).toEqual({ status: "success", message: "Strategy saved successfully" });
      clock.advance(1000);
      await asha.send("POST", "users/savestrategies", { strategyObj: { ...older, name: "Next" } });
      expect(await loadOlder(asha)).toEqual([{ ...older, name: "Next" }, older]);
      expect((await asha.send("PATCH", "users/deletestrategies", { name: older.name })).status).toBe(200);
      expect((await asha.send("PATCH", "users/deletestrategies", { name: older.name })).status).toBe(404);
      expect(await loadOlder(asha)).toMatchObject([{ name: "Next" }]);
    });

    test("a name that is taken is refused and the first stays; another user may have it", async () => {
      await asha.send("POST", "users/savestrategies", { strategyObj: older });
      const again = await asha.send("POST", "users/savestrategies", { strategyObj: { ...older, spot: 1 } });
      expect(again.status).toBe(409);
      expect(await again.json()).toMatchObject({ status: "fail", message: expect.stringMatching(/this name/) });
      expect(await loadOlder(asha)).toEqual([older]);
      expect((await ravi.send("POST", "users/savestrategies", { strategyObj: older })).status).toBe(200);
    });
  });

  describe("belong to their user", () => {
    test("no call reaches another's, ids swapped", async () => {
      const { id } = await save(asha, FLY);
      await asha.send("POST", "users/savestrategies", { strategyObj: FLY });
      const stolen = await sealed(ravi, { ...FLY, name: "Stolen" });
      const encrypted = await ravi.sealer.seal(PORTFOLIO_PURPOSE, [{ ...FLY, strategy: [], _id: id }]);
      expect((await ravi.send("POST", "strategies/load", { id })).status).toBe(404);
      expect((await ravi.send("POST", "strategies/saveas", { strategyObj: stolen, id })).status).toBe(404);
      expect((await ravi.send("PATCH", "strategies/delete", { id })).status).toBe(404);
      expect(await (await ravi.send("PATCH", "strategies/delete-multiple", { ids: [id] })).json()).toMatchObject({
        deleted: 0,
      });
      expect(await portfolio(ravi, [id])).toEqual([]);
      const saved = await ravi.send("POST", "strategies/saveportfolio", { encrypted });
      expect(await saved.json()).toEqual({ status: "success", isSaved: [] });
      expect((await ravi.send("PATCH", "users/deletestrategies", { name: FLY.name })).status).toBe(404);
      expect(await list(ravi)).toEqual([]);
      expect(await load(asha, id)).toEqual(FLY);
      expect(await (await asha.get("users/loadstrategies")).json()).toMatchObject({ strategies: [{ name: FLY.name }] });
    });

    test("what another sealed is refused, and what is not a strategy", async () => {
      const foreign = await asha.send("POST", "strategies/save", { strategyObj: await sealed(ravi, FLY) });
      expect(foreign.status).toBe(400);
      const { name: _, ...nameless } = FLY;
      for (const wrong of [
        nameless,
        { ...FLY, name: " " },
        { ...FLY, strategy: "none" },
        { ...FLY, name: "a\u0000" },
      ]) {
        const reply = await asha.send("POST", "strategies/save", { strategyObj: await sealed(asha, wrong) });
        expect(reply.status).toBe(400);
        expect(((await reply.json()) as { message: string }).message).toMatch(/^strategy\.(name|strategy): /);
      }
      const ids = Array.from({ length: MAX_STRATEGIES + 1 }, (_unused, n) => `id${n}`);
      expect((await asha.send("POST", "strategies/portfolio", { id: ids })).status).toBe(400);
      expect((await asha.send("POST", "strategies/load", { id: "a\u0000" })).status).toBe(400);
      expect(await list(asha)).toEqual([]);
    });

    test("no input makes the server fail: it is taken, or refused in words", async () => {
      const { id } = await save(asha, FLY);
      const deep: unknown = JSON.parse("[".repeat(2000) + "]".repeat(2000));
      const anything = fc.oneof(
        fc.constantFrom<unknown>(id, "", "a\u0000", "\ud800", deep, Number.MAX_VALUE, "x".repeat(300), [id, id], FLY),
        fc.jsonValue(),
      );
      const near = fc.record({
        name: anything,
        strategy: fc.oneof(fc.array(fc.dictionary(fc.string(), anything)), anything),
        symbolName: fc.oneof(fc.string(), anything),
        expiry: fc.oneof(fc.string(), anything),
        date: fc.constant(""),
        _id: fc.constantFrom(id, "gone"),
      });
      const content = fc.oneof(near, fc.array(near, { maxLength: 3 }), anything);
      const fields = fc.record({
        id: anything,
        ids: anything,
        portfolio: anything,
        name: anything,
        strategyObj: content,
      });
      const path = fc.constantFrom(...CALLS);
      await fc.assert(
        fc.asyncProperty(path, content, fields, fc.boolean(), async ([method, call], sealedContent, rest, isSealed) => {
          const seal = (purpose: string) => asha.sealer.seal(purpose, sealedContent).catch(() => "");
          const body = isSealed
            ? { ...rest, id, strategyObj: await seal(STRATEGY_PURPOSE), encrypted: await seal(PORTFOLIO_PURPOSE) }
            : { ...rest, encrypted: rest.strategyObj };
          const text = textOf(body);
          fc.pre(text !== undefined);
          const reply = await asha.sendText(method, call, text);
          expect([reply.status, reply.status < 500 ? "" : text]).toEqual([expect.any(Number), ""]);
        }),
        { numRuns: 60 },
      );
      expect((await asha.get("strategies/loadall")).status).toBe(200);
      expect((await asha.get("users/loadstrategies")).status).toBe(200);
    });

    test("what is nested too deeply is refused, sealed or not", async () => {
      const text = (body: object): string =>
        JSON.stringify(body).replace('"deep"', "[".repeat(9000) + "]".repeat(9000));
      const plain = text({ strategyObj: { ...FLY, greeks: { a: "deep" } } });
      expect((await asha.sendText("POST", "users/savestrategies", plain)).status).toBe(400);
      const content: unknown = JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`);
      const strategyObj = await sealed(asha, { ...FLY, greeks: content });
      const reply = await asha.send("POST", "strategies/save", { strategyObj });
      expect([reply.status, await reply.json()]).toMatchObject([400, { message: "The payload is nested too deeply" }]);
    });

    test("they are exported opened, and go with the account", async () => {
      await save(asha, FLY, { portfolio: "Weekly" });
      await asha.send("POST", "users/savestrategies", { strategyObj: FLY });
      expect(await strategies.export(asha.id)).toMatchObject({
        strategies: [{ name: FLY.name, portfolio: "Weekly", content: FLY }],
        olderBuilder: [FLY],
      });
      const meena = await loggedIn(app, database(), "meena@example.com");
      await save(meena, FLY);
      await meena.send("POST", "users/savestrategies", { strategyObj: FLY });
      await database().pool.query("delete from account where id = $1", [meena.id]);
      expect(await strategies.export(meena.id)).toEqual({ strategies: [], olderBuilder: [] });
    });

    test("without a login every call says 401", async () => {
      for (const path of ["strategies/loadall", "users/loadstrategies"]) {
        expect((await app.fetch(`/api/v1/${path}`)).status).toBe(401);
      }
    });
  });
});
