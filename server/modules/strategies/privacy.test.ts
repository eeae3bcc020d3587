import { beforeAll, beforeEach, expect, test } from "vitest";
import { loadPrivateKey, type PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { PORTFOLIO_PURPOSE, STRATEGY_PURPOSE } from "#contract/wire/sealed-purposes.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { type LoggedIn, loggedIn } from "../../testing/http/logged-in.ts";
import { createTestApp, TEST_SECRETS } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { createStrategies, type Strategies } from "./strategies.ts";

const LISTED = { name: "Fly", symbolName: "NIFTY", expiry: "7:30:2026", date: "2026-07-27" };
const OPEN = { ...LISTED, strategy: [{ strike: 24500 }], spot: 24512.35 };
const envelope = (data: string) => ({ v: 1, iv: "0f".repeat(12), data });
const SEALED = { ...LISTED, strategy: [], private: envelope("c2VhbGVk") };
const KEY: PrivateKeyRecord = {
  keyId: "ab".repeat(32),
  iterations: 600_000,
  salt: "01".repeat(16),
  iv: "02".repeat(12),
  wrapped: "03".repeat(48),
  isOpening: false,
};

onEachDatabase("what is private by choice", (database) => {
  let strategies: Strategies;
  let asha: LoggedIn;
  let ravi: LoggedIn;

  beforeAll(async () => {
    const deps = { database: database(), sealing: createSealing(TEST_SECRETS), clock: createManualClock() };
    strategies = createStrategies(deps);
    const app = createTestApp({ database: database(), modules: [strategies.register] });
    asha = await loggedIn(app, database(), "asha@example.com");
    ravi = await loggedIn(app, database(), "ravi@example.com");
  });
  beforeEach(async () => {
    await database().pool.query("delete from strategy");
    await database().pool.query("delete from private_key");
  });

  const seal = (value: object) => asha.sealer.seal(STRATEGY_PURPOSE, value);
  const keep = (key: object) => asha.send("POST", "strategies/private-key", { key });
  const forget = () => asha.send("DELETE", "strategies/private-key", {});
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

  test("the wrapped key is the user's own, is wrapped anew, and no other key takes its place", async () => {
    const keyOf = async (user: LoggedIn) =>
      loadPrivateKey.response.parse(await (await user.get("strategies/private-key")).json()).key;
    expect(await keyOf(asha)).toBeNull();
    expect((await keep(KEY)).status).toBe(200);
    const again = { ...KEY, salt: "0a".repeat(16), wrapped: "0b".repeat(48) };
    expect((await keep(again)).status).toBe(200);
    expect((await keep({ ...KEY, keyId: "cd".repeat(32) })).status).toBe(409);
    expect((await keep({ ...KEY, iterations: 1000 })).status).toBe(400);
    expect(await keyOf(asha)).toEqual(again);
    expect(await keyOf(ravi)).toBeNull();
    expect(await strategies.export(asha.id)).toMatchObject({ privateKey: again });
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

  test("the wrapped key is kept as long as a strategy needs it", async () => {
    await keep(KEY);
    const { id } = await save(SEALED);
    expect((await forget()).status).toBe(409);
    await asha.send("PATCH", "strategies/delete", { id });
    expect((await forget()).status).toBe(200);
    expect((await save(OPEN)).status).toBe(200);
  });
});
