import { beforeAll, beforeEach, expect, test } from "vitest";
import { countPrivate, loadPrivateKey, type PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { type LoggedIn, loggedIn } from "../../testing/http/logged-in.ts";
import { createTestApp, TEST_SECRETS } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createSettings } from "../settings/settings.ts";
import { createStrategies, type Strategies } from "../strategies/strategies.ts";
import { createPrivacy, type Privacy, privateKeys } from "./privacy.ts";

const KEY: PrivateKeyRecord = {
  keyId: "ab".repeat(32),
  iterations: 600_000,
  salt: "01".repeat(16),
  iv: "02".repeat(12),
  wrapped: "03".repeat(48),
  isOpening: false,
};
const OTHER_KEY = { ...KEY, keyId: "cd".repeat(32) };
const LISTED = { name: "Fly", symbolName: "NIFTY", expiry: "7:30:2026", date: "2026-07-27" };
const OPEN = { ...LISTED, strategy: [{ strike: 24500 }], spot: 24512.35 };
const envelope = (data: string, key = KEY.keyId) => ({ v: 1, key, iv: "0f".repeat(12), data });
const SEALED = { ...LISTED, strategy: [], private: envelope("c2VhbGVk") };
const OF_BEFORE = { ...SEALED, private: envelope("c2VhbGVk", OTHER_KEY.keyId) };
const LAYOUT = { v: 1, workspaces: [{ id: "w0", name: "Expiry day", panes: {} }] };
const SEALED_LAYOUT = { private: envelope("bGF5b3V0") };

onEachDatabase("what is private by choice", (database) => {
  let strategies: Strategies;
  let privacy: Privacy;
  let asha: LoggedIn;
  let ravi: LoggedIn;

  beforeAll(async () => {
    const clock = createManualClock();
    const deps = { database: database(), sealing: createSealing(TEST_SECRETS), clock, keys: privateKeys };
    strategies = createStrategies(deps);
    const settings = createSettings(deps);
    privacy = createPrivacy({ ...deps, holders: [...strategies.holders, settings.holder] });
    const modules = [strategies.register, settings.register, privacy.register];
    const app = createTestApp({ database: database(), modules });
    asha = await loggedIn(app, database(), "asha@example.com");
    ravi = await loggedIn(app, database(), "ravi@example.com");
  });
  beforeEach(async () => {
    for (const table of ["strategy", "builder_strategy", "setting", "private_key"])
      await database().pool.query(`delete from ${table}`);
    await database().pool.query("update account set demo = false");
  });

  const seal = (value: object) => asha.sealer.seal(STRATEGY_PURPOSE, value);
  /** In place of what is kept. */
  async function keep(key: object): Promise<number> {
    const { revision } = loadPrivateKey.response.parse(await (await asha.get("privacy/key")).json());
    return (await asha.send("POST", "privacy/key", { key, revision })).status;
  }
  const forget = async (dropsSealed = false) => (await asha.send("DELETE", "privacy/key", { dropsSealed })).status;
  const counts = async () =>
    countPrivate.response
      .parse(await (await asha.get("privacy/counts")).json())
      .holders.map(({ name, sealed, open }) => `${name} ${sealed} ${open}`);
  const saveOlder = async (strategyObj: object) =>
    (await asha.send("POST", "users/savestrategies", { strategyObj })).status;
  const reseal = async (before: object, strategyObj: object) =>
    (await asha.send("POST", "users/resealstrategy", { before, strategyObj })).status;
  const olders = async () =>
    ((await (await asha.get("users/loadstrategies")).json()) as { strategies: unknown }).strategies;
  const saveLayout = async (value: object) => {
    const data = await asha.sealer.seal(settingsPurpose(["workspaces"]), value);
    return (await asha.send("POST", "settings/save?field=workspaces", { data })).status;
  };
  const save = async (value: object) =>
    asha.send("POST", "strategies/save", { strategyObj: await seal(value) }).then(async (reply) => ({
      status: reply.status,
      id: ((await reply.json()) as { saveDetails?: { id: string } }).saveDetails?.id ?? "",
    }));
  const saveAs = async (id: string, value: object) =>
    (await asha.send("POST", "strategies/saveas", { strategyObj: await seal(value), id })).status;
  const savePortfolio = async (values: readonly object[]) => {
    const encrypted = await asha.sealer.seal(PORTFOLIO_PURPOSE, values);
    return (await asha.send("POST", "strategies/saveportfolio", { encrypted })).status;
  };
  async function load(id: string): Promise<unknown> {
    const reply = await asha.send("POST", "strategies/load", { id });
    return asha.sealer.open(STRATEGY_PURPOSE, ((await reply.json()) as { strategy: string }).strategy);
  }

  test("the wrapped key is the user's own; of two that wrap it anew one does, and no other key takes its place", async () => {
    const kept = async (user: LoggedIn) => loadPrivateKey.response.parse(await (await user.get("privacy/key")).json());
    const post = async (key: object, revision: number) =>
      (await asha.send("POST", "privacy/key", { key, revision })).status;
    expect(await kept(asha)).toEqual({ key: null, revision: 0, refusal: null });
    expect(await post(KEY, 1)).toBe(409);
    expect(await post(KEY, 0)).toBe(200);
    expect(await post(OTHER_KEY, 0)).toBe(409);
    const here = { ...KEY, salt: "0a".repeat(16), wrapped: "0b".repeat(48) };
    const there = { ...KEY, salt: "0c".repeat(16), wrapped: "0d".repeat(48) };
    expect((await Promise.all([post(here, 1), post(there, 1)])).sort()).toEqual([200, 409]);
    // A page that still has the record of before turns nothing off by it: that would bring the old passphrase back.
    expect(await post({ ...KEY, isOpening: true }, 1)).toBe(409);
    expect(await post(OTHER_KEY, 2)).toBe(409);
    expect(await post({ ...KEY, iterations: 1000 }, 2)).toBe(400);
    expect(await post(here, 2)).toBe(200);
    expect(await kept(asha)).toEqual({ key: here, revision: 3, refusal: null });
    expect((await kept(ravi)).key).toBeNull();
    expect(await privacy.export(asha.id)).toEqual(here);
  });

  test("a demo account has none, and is told why", async () => {
    await database().pool.query("update account set demo = true");
    expect(await keep(KEY)).toBe(403);
    const { key, refusal } = loadPrivateKey.response.parse(await (await asha.get("privacy/key")).json());
    expect([key, refusal]).toEqual([null, expect.stringContaining("password is public")]);
  });

  test("while it is on no legs are kept open by any call, and none are sealed while it is off", async () => {
    const { id } = await save(OPEN);
    expect((await save(SEALED)).status).toBe(409);
    await keep(KEY);
    expect((await save({ ...OPEN, name: "Other" })).status).toBe(409);
    expect([await saveAs(id, OPEN), await savePortfolio([{ ...OPEN, _id: id }])]).toEqual([409, 409]);
    expect(await saveAs(id, { ...SEALED, spot: 24512.35 })).toBe(400);
    expect(await saveAs(id, { ...SEALED, strategy: OPEN.strategy })).toBe(400);
    expect(await load(id)).toEqual(OPEN);
    expect(await saveAs(id, SEALED)).toBe(200);
    expect(await load(id)).toEqual(SEALED);
    await keep({ ...KEY, isOpening: true });
    expect([await saveAs(id, SEALED), await saveAs(id, OPEN)]).toEqual([409, 200]);
  });

  test("a portfolio leaves nothing of before beside the envelope, nor an envelope beside open legs", async () => {
    const { id } = await save(OPEN);
    await keep(KEY);
    expect(await savePortfolio([{ ...SEALED, _id: id }])).toBe(200);
    expect(await load(id)).toEqual(SEALED);
    await keep({ ...KEY, isOpening: true });
    expect(await savePortfolio([{ ...OPEN, _id: id }])).toBe(200);
    expect(await load(id)).toEqual(OPEN);
  });

  test("a name that is taken is changed outside, and the envelope stays as it was", async () => {
    await keep(KEY);
    await save(SEALED);
    const { id } = await save(SEALED);
    expect(await load(id)).toEqual({ ...SEALED, name: "Fly (1)" });
  });

  test("strategies of the older builder are sealed and opened in their place, and only as they are", async () => {
    expect([await saveOlder({ ...OPEN, name: "First" }), await saveOlder(OPEN), await saveOlder(SEALED)]).toEqual([
      200, 200, 409,
    ]);
    await keep(KEY);
    expect([
      await saveOlder({ ...OPEN, name: "Other" }),
      await saveOlder({ ...SEALED, name: "Other", pop: 1 }),
    ]).toEqual([409, 400]);
    expect(await reseal({ ...OPEN, spot: 1 }, SEALED)).toBe(404);
    expect(await reseal(OPEN, { ...SEALED, name: "Another" })).toBe(404);
    expect(await reseal(OPEN, OPEN)).toBe(409);
    expect(await reseal({ ...OPEN, name: "First" }, { ...SEALED, name: "First" })).toBe(200);
    expect(await olders()).toEqual([OPEN, { ...SEALED, name: "First" }]);
    await keep({ ...KEY, isOpening: true });
    expect(await reseal({ ...SEALED, name: "First" }, { ...OPEN, name: "First" })).toBe(200);
    expect(await olders()).toEqual([OPEN, { ...OPEN, name: "First" }]);
  });

  test("workspaces are kept sealed while it is on, open while it is off, and other settings as ever", async () => {
    expect([await saveLayout(LAYOUT), await saveLayout(SEALED_LAYOUT)]).toEqual([200, 409]);
    await keep(KEY);
    expect([await saveLayout(LAYOUT), await saveLayout({ ...SEALED_LAYOUT, v: 1 })]).toEqual([409, 400]);
    expect(await saveLayout(SEALED_LAYOUT)).toBe(200);
    const reply = (await (await asha.get("settings/get?field=workspaces")).json()) as { data: { data: string } };
    expect(await asha.sealer.open(settingsPurpose(["workspaces"]), reply.data.data)).toEqual({
      workspaces: SEALED_LAYOUT,
    });
    const data = await asha.sealer.seal(settingsPurpose(["scans"]), { Mine: "LTP > 0" });
    expect((await asha.send("POST", "settings/save?field=scans", { data })).status).toBe(200);
  });

  test("what a page seals under a key of before, or of the first release, is refused everywhere", async () => {
    const { key: _, ...unnamed } = SEALED.private;
    expect((await save({ ...SEALED, private: unnamed })).status).toBe(409);
    await keep(KEY);
    expect((await save({ ...SEALED, private: unnamed })).status).toBe(409);
    expect([(await save(OF_BEFORE)).status, await saveOlder(OF_BEFORE)]).toEqual([409, 409]);
    expect(await saveLayout({ private: OF_BEFORE.private })).toBe(409);
  });

  test("the key outlives all that is sealed under it, of each holder, unless that is dropped with it", async () => {
    await save({ ...OPEN, name: "Open" });
    await keep(KEY);
    const { id } = await save(SEALED);
    expect(await forget()).toBe(409);
    await asha.send("PATCH", "strategies/delete", { id });
    await saveOlder(SEALED);
    expect(await forget()).toBe(409);
    await asha.send("PATCH", "users/deletestrategies", { name: SEALED.name });
    await saveLayout(SEALED_LAYOUT);
    expect(await forget()).toBe(409);
    await save(SEALED);
    await saveOlder(SEALED);
    expect(await counts()).toEqual(["strategies 1 1", "older strategies 1 0", "workspaces 1 0"]);
    expect(await forget(true)).toBe(200);
    expect(await counts()).toEqual(["strategies 0 1", "older strategies 0 0", "workspaces 0 0"]);
    expect((await save(OPEN)).status).toBe(200);
  });
});
