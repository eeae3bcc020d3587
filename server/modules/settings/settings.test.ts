import { beforeAll, expect, test } from "vitest";
import { getSettings, saveSetting } from "#contract/wire/http/settings.ts";
import { MAX_SEALED_DIGITS, type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { secretsFrom } from "../../platform/secrets.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { type LoggedIn, loggedIn } from "../../testing/http/logged-in.ts";
import { createTestApp, postJson, TEST_SECRETS, type TestApp } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { privateKeys } from "../privacy/privacy.ts";
import { createSettings, type Settings } from "./settings.ts";

const VIEWS = { "My View": { columns: ["oi", "ltp"], strikeRange: 100, custom: [] } };
const COLUMNS = { "Turnover #": { column: "ltp  *  vol", color: "#0a0", lakhs: true, crores: false, isValid: true } };
const BOTH = ["userSettingViews", "userColumns"] as const;

onEachDatabase("settings", (database) => {
  let app: TestApp;
  let settings: Settings;
  let asha: LoggedIn;
  let ravi: LoggedIn;

  beforeAll(async () => {
    settings = createSettings({
      database: database(),
      sealing: createSealing(TEST_SECRETS),
      clock: createManualClock(),
      keys: privateKeys,
    });
    app = createTestApp({ database: database(), modules: [settings.register] });
    asha = await loggedIn(app, database(), "asha@example.com");
    ravi = await loggedIn(app, database(), "ravi@example.com");
  });

  const save = async (user: LoggedIn, field: SettingField, value: unknown): Promise<Response> =>
    user.send("POST", `settings/save?field=${field}`, {
      data: await user.sealer.seal(settingsPurpose([field]), value),
    });
  async function load(user: LoggedIn, fields: readonly SettingField[]): Promise<unknown> {
    const reply = await user.get(`settings/get?field=${fields.join(",")}`);
    expect(reply.status).toBe(200);
    const { data } = getSettings.response.parse(await reply.json());
    return user.sealer.open(settingsPurpose(fields), data.data);
  }

  test("what was saved field by field comes back in one sealed object, the last of each", async () => {
    expect(await load(asha, BOTH)).toEqual({});
    const reply = await save(asha, "userSettingViews", {});
    expect(saveSetting.response.parse(await reply.json())).toEqual({ status: "success" });
    expect((await save(asha, "userSettingViews", VIEWS)).status).toBe(200);
    expect(await load(asha, BOTH)).toEqual({ userSettingViews: VIEWS });
    expect((await save(asha, "userColumns", COLUMNS)).status).toBe(200);
    expect(await load(asha, BOTH)).toEqual({ userSettingViews: VIEWS, userColumns: COLUMNS });
    expect(await load(asha, ["userColumns"])).toEqual({ userColumns: COLUMNS });
  });

  test("one user's settings are nobody else's, and what one sealed the other cannot save", async () => {
    await save(asha, "workspaces", { mine: 1 });
    expect(await load(ravi, ["workspaces"])).toEqual({});
    const data = await asha.sealer.seal(settingsPurpose(["workspaces"]), { theirs: 1 });
    expect((await ravi.send("POST", "settings/save?field=workspaces", { data })).status).toBe(400);
    await save(ravi, "workspaces", { ravi: 1 });
    expect(await load(asha, ["workspaces"])).toEqual({ workspaces: { mine: 1 } });
  });

  test("many at once leave one of them, whole", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => save(asha, "workspaces", { n, text: "x".repeat(n * 100) })));
    const { workspaces } = (await load(asha, ["workspaces"])) as { workspaces: { n: number; text: string } };
    expect(workspaces.text).toHaveLength(workspaces.n * 100);
  });

  test("kept is what was sent, and no figure of it can be read in the database", async () => {
    const data = await asha.sealer.seal(settingsPurpose(["userColumns"]), { canary: "chirp" });
    await asha.send("POST", "settings/save?field=userColumns", { data });
    const { rows } = await database().pool.query("select * from setting where account_id = $1", [asha.id]);
    expect(rows.find(({ field }) => field === "userColumns")?.sealed).toBe(data);
    expect(JSON.stringify(rows)).not.toMatch(/chirp/);
  });

  test("the user's export holds them opened", async () => {
    await save(ravi, "userColumns", COLUMNS);
    expect(await settings.export(ravi.id)).toMatchObject({ userColumns: COLUMNS });
  });

  test("wrong fields and payloads are refused in one line, and change nothing", async () => {
    await save(asha, "userColumns", COLUMNS);
    const data = await asha.sealer.seal(settingsPurpose(["userColumns"]), {});
    const refused: [string, unknown, number, RegExp][] = [
      ["settings/save?field=plan", { data }, 400, /^field: must be of userSettingViews, userColumns/],
      ["settings/save", { data }, 400, /^field/],
      ["settings/save?field=userColumns,workspaces", { data }, 400, /^field/],
      ["settings/save?field=userSettingViews", { data }, 400, /^The payload cannot be opened$/],
      ["settings/save?field=userColumns", { data: `00${data.slice(2)}` }, 400, /^The payload cannot be opened$/],
      ["settings/save?field=userColumns", { data: "" }, 400, /^data: must be hex$/],
      ["settings/save?field=userColumns", { data: { lakhs: true } }, 400, /^data: /],
      ["settings/save?field=userColumns", { data: "0".repeat(MAX_SEALED_DIGITS + 2) }, 400, /^data: is too large$/],
      ["settings/save?field=userColumns", { data: "0".repeat(MAX_SEALED_DIGITS + 2000) }, 413, /too large/],
    ];
    for (const [path, body, status, message] of refused) {
      const reply = await asha.send("POST", path, body);
      const { message: said } = (await reply.json()) as { message: string };
      expect([path, reply.status, said]).toEqual([path, status, expect.stringMatching(message)]);
    }
    expect((await asha.get("settings/get?field=userColumns,plan")).status).toBe(400);
    expect((await asha.get("settings/get")).status).toBe(400);
    expect(await load(asha, ["userColumns"])).toEqual({ userColumns: COLUMNS });
  });

  test("the largest that fits is kept", async () => {
    const largest = "x".repeat(64 * 1024 - 2);
    expect((await save(asha, "userColumns", largest)).status).toBe(200);
    expect(await load(asha, ["userColumns"])).toEqual({ userColumns: largest });
  });

  test("nobody is asked for a login last: without one both calls say 401", async () => {
    expect((await app.fetch("/api/v1/settings/get?field=userColumns")).status).toBe(401);
    const large = postJson({ data: "0".repeat(300_000) });
    expect((await app.fetch("/api/v1/settings/save?field=userColumns", large)).status).toBe(401);
  });

  test("with another master secret what was kept is told to be unreadable, not empty", async () => {
    await save(asha, "userColumns", COLUMNS);
    const sealing = createSealing(secretsFrom(Buffer.alloc(32, 8)));
    const other = createSettings({ database: database(), sealing, clock: app.clock, keys: privateKeys });
    const reply = await createTestApp({ database: database(), modules: [other.register] }).fetch(
      "/api/v1/settings/get?field=userColumns",
      { headers: { cookie: asha.cookie } },
    );
    expect(reply.status).toBe(500);
    expect(await other.export(asha.id)).toMatchObject({ userColumns: expect.stringMatching(/^[0-9a-f]+$/) });
  });
});
