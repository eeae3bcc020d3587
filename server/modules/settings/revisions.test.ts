import { beforeAll, beforeEach, expect, test } from "vitest";
import { StaleReply } from "#contract/wire/http/call.ts";
import { type SettingField, settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { type LoggedIn, loggedIn } from "../../testing/http/logged-in.ts";
import { createTestApp, TEST_SECRETS } from "../../testing/http/test-app.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { privateKeys } from "../privacy/privacy.ts";
import { createSettings } from "./settings.ts";

onEachDatabase("revisions of settings", (database) => {
  let asha: LoggedIn;

  beforeAll(async () => {
    const sealing = createSealing(TEST_SECRETS);
    const settings = createSettings({ database: database(), sealing, clock: createManualClock(), keys: privateKeys });
    asha = await loggedIn(createTestApp({ database: database(), modules: [settings.register] }), database(), "a@b.in");
  });
  beforeEach(() => database().pool.query("delete from setting"));

  const seal = (field: SettingField, value: unknown) => asha.sealer.seal(settingsPurpose([field]), value);
  async function save(field: SettingField, value: unknown, match?: string | null): Promise<Response> {
    const headers = match ? { "if-match": match } : undefined;
    return asha.send("POST", `settings/save?field=${field}`, { data: await seal(field, value) }, headers);
  }
  const tagOf = (reply: Response): string | null => reply.headers.get("etag");
  const read = (fields: string) => asha.get(`settings/get?field=${fields}`);

  test("a read and a write say the revision of each field; one that was never kept has 0", async () => {
    expect(tagOf(await read("userColumns,workspaces"))).toBe('"userColumns:0+workspaces:0"');
    expect(tagOf(await save("workspaces", 1))).toBe('"workspaces:1"');
    expect(tagOf(await save("workspaces", 2))).toBe('"workspaces:2"');
    expect(tagOf(await read("userColumns,workspaces"))).toBe('"userColumns:0+workspaces:2"');
  });

  test("a stale write is refused with both versions, and nothing is lost", async () => {
    const [here, there] = [tagOf(await read("workspaces")), tagOf(await read("workspaces"))];
    expect((await save("workspaces", { from: "here" }, here)).status).toBe(200);
    const refused = await save("workspaces", { from: "there" }, there);
    expect([refused.status, tagOf(refused)]).toEqual([412, '"workspaces:1"']);
    const { status, message, versions } = StaleReply.parse(await refused.json());
    expect([status, message]).toEqual(["fail", "This was changed elsewhere since it was opened here"]);
    const open = (sealed: string | null) => asha.sealer.open(settingsPurpose(["workspaces"]), sealed ?? "");
    expect(await open(versions.theirs)).toEqual({ from: "here" });
    expect(await open(versions.mine)).toEqual({ from: "there" });
    // 'Keep mine' names what it replaces.
    expect((await save("workspaces", { from: "there" }, tagOf(refused))).status).toBe(200);
    expect(tagOf(await read("workspaces"))).toBe('"workspaces:2"');
  });

  test("of twenty writers who know the same revision one writes; without If-Match all do, as ever", async () => {
    const tag = tagOf(await save("userColumns", "first"));
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => save("userColumns", n, tag)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
    const others = await Promise.all(Array.from({ length: 5 }, (_, n) => save("userColumns", n)));
    expect(others.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(tagOf(await read("userColumns"))).toBe('"userColumns:7"');
  });

  test("a write that is repeated because its reply was lost is no conflict", async () => {
    const tag = tagOf(await read("workspaces"));
    await save("workspaces", { panes: [1, 2] }, tag);
    const again = await save("workspaces", { panes: [1, 2] }, tag);
    expect([again.status, tagOf(again)]).toEqual([200, '"workspaces:1"']);
  });

  test("what is gone, or a tag of something else, is stale; a proxy's marks are not", async () => {
    const gone = await save("workspaces", 1, '"workspaces:4"');
    expect(gone.status).toBe(412);
    expect(await gone.json()).toMatchObject({ versions: { theirs: null } });
    expect((await save("workspaces", 1, 'W/"workspaces:0-gzip"')).status).toBe(200);
    for (const tag of ['"userColumns:1"', "*", "?"]) expect((await save("workspaces", 2, tag)).status).toBe(412);
  });
});
