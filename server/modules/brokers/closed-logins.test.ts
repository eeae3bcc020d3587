/** Broker logins whose key the operator took away or replaced: over for their users, told once, and nothing breaks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "../../brokers/vault.ts";
import { createLog } from "../../platform/log.ts";
import { asBrowser } from "../../testing/brokers/connected-user.ts";
import { openSurface, type Surface } from "../../testing/http/surface.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";

onEachDatabase("a broker login that no key opens", (database) => {
  const lines: string[] = [];
  let surface: Surface;
  beforeAll(async () => {
    surface = await openSurface(database(), { log: createLog("warn", { write: (line) => void lines.push(line) }) });
  }, 240_000);
  afterAll(() => surface.stop());

  test("counts as over, with one line for the operator, until the user logs in again", async () => {
    const asha = asBrowser(surface, await surface.userOf("live"));
    await asha.connect();
    const gone = createVault([{ name: "gone", key: Buffer.alloc(32, 1) }]);
    const replaced = createVault([{ name: "master", key: Buffer.alloc(32, 2) }]);
    for (const vault of [gone, replaced]) {
      const sealed = vault.seal({ accountId: asha.user.id, broker: "zerodha" }, {});
      await database().pool.query("update broker_session set sealed = $1 where ended_at is null", [sealed]);
      for (let times = 0; times < 3; times++)
        expect(await asha.get("users/broker")).toMatchObject({ status: 200, json: { data: null } });
      expect(await asha.get("orders/guards")).toMatchObject({ status: 200 });
    }
    expect(await asha.get("users/broker-logout")).toMatchObject({ status: 200 });
    const { rows } = await database().pool.query("select end_reason from broker_session where account_id = $1", [
      asha.user.id,
    ]);
    expect(rows).toEqual([{ end_reason: "logout" }]);
    expect(lines.filter((line) => line.includes("cannot be opened"))).toEqual([
      expect.stringMatching(/"broker":"zerodha".*the vault key gone is not configured here/),
    ]);
    expect((await asha.connect()).json).toMatchObject({ status: "ok" });
    expect((await asha.get("users/broker")).json).toMatchObject({ data: { broker: "zerodha" } });
  });
});
