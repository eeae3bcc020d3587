import { expect, test } from "vitest";
import { createPersonalData } from "./platform/users/personal-data.ts";
import { loggedIn } from "./testing/http/logged-in.ts";
import { PASSWORD } from "./testing/http/password.ts";
import { createTestApp, TEST_SECRETS } from "./testing/http/test-app.ts";
import { createManualClock } from "./testing/manual-clock.ts";
import { onEachDatabase } from "./testing/processes/databases.ts";
import { openUserData } from "./user-data.ts";

const FLY = { name: "Fly - NIFTY", strategy: [], symbolName: "NIFTY", expiry: "7:30:2026", date: "2026-07-27" };

onEachDatabase("what users keep", (database) => {
  test("is in their export, opened, and goes with the account", async () => {
    const personalData = createPersonalData();
    const deps = { database: database(), secrets: TEST_SECRETS, clock: createManualClock(), personalData };
    const app = createTestApp({ database: database(), modules: openUserData(deps), personalData });
    const asha = await loggedIn(app, database(), "asha@example.com");
    const columns = { "Gap #": { column: "ltp  -  vwap" } };
    const data = await asha.sealer.seal("settings/userColumns", columns);
    await asha.send("POST", "settings/save?field=userColumns", { data });
    await asha.send("POST", "strategies/save", { strategyObj: await asha.sealer.seal("strategy", FLY) });
    await asha.send("POST", "users/savestrategies", { strategyObj: FLY });

    expect(await (await asha.get("users/export")).json()).toMatchObject({
      data: {
        settings: { userColumns: columns },
        strategies: { strategies: [{ portfolio: "My Portfolio", content: FLY }], olderBuilder: [FLY] },
      },
    });
    expect((await asha.send("DELETE", "users/account", { password: PASSWORD })).status).toBe(200);
    for (const table of ["setting", "strategy", "builder_strategy"]) {
      expect((await database().pool.query(`select 1 from ${table}`)).rows).toEqual([]);
    }
  });
});
