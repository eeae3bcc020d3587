import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSealer } from "#contract/wire/sealed.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";

async function load(
  reply: (url: string, init?: RequestInit) => Response | Promise<Response>,
  key: string | null = KEY,
) {
  stubBrowserGlobals(key === null ? {} : { user: JSON.stringify({ ...user, key }) });
  const fetched = vi.fn(reply);
  vi.stubGlobal("fetch", fetched);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const sealed = await import("./sealed-store.ts");
  return { ...sealed, store: createStore(), fetched, warned, server: createSealer(sealed.BROWSER_SEALING, KEY) };
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("what is kept with the account", () => {
  it("leaves sealed", async () => {
    const { store, saveSettingAtom, fetched, server } = await load(() => Response.json({ status: "success" }));
    expect(await store.set(saveSettingAtom, "userColumns", { "Gap #": { column: "ltp" } })).toEqual({ is: "kept" });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("/api/v1/settings/save?field=userColumns");
    const { data } = JSON.parse(String(init?.body)) as { data: string };
    expect(data).toMatch(/^[0-9a-f]+$/);
    expect(await server.open("settings/userColumns", data)).toEqual({ "Gap #": { column: "ltp" } });
  });

  it("comes back opened", async () => {
    const kept = { userSettingViews: { Mine: { columns: ["oi"] } } };
    let reply = Response.error();
    const { store, loadSettingsAtom, fetched, server } = await load(() => reply);
    const fields = ["userSettingViews", "userColumns"] as const;
    reply = Response.json({ data: { data: await server.seal(`settings/${fields.join(",")}`, kept) } });
    expect(await store.set(loadSettingsAtom, fields)).toEqual(kept);
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/v1/settings/get?field=userSettingViews,userColumns");
  });

  it.each([
    ["an answer of 500", () => new Response("{}", { status: 500 }), KEY],
    ["a payload that does not open", () => Response.json({ data: { data: "00".repeat(60) } }), KEY],
    ["nobody logged in", () => Response.json({}), null],
  ])("%s is only logged", async (what, reply, key) => {
    const { store, loadSettingsAtom, saveSettingAtom, warned } = await load(reply, key);
    expect(await store.set(loadSettingsAtom, ["userColumns"])).toBeUndefined();
    expect(warned).toHaveBeenCalledTimes(1);
    const isAnswered = what === "a payload that does not open";
    expect(await store.set(saveSettingAtom, "userColumns", {})).toMatchObject({ is: isAnswered ? "kept" : "failed" });
  });

  it("that this browser never loaded is replaced only where nothing is kept", async () => {
    const { store, saveSettingAtom, fetched } = await load(() => Response.json({ status: "success" }));
    await store.set(saveSettingAtom, "userColumns", {});
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get("If-Match")).toBe('"userColumns:0"');
  });

  it("names the revision that was loaded, then the one that was saved", async () => {
    let reply = Response.error();
    const { store, loadSettingsAtom, saveSettingAtom, fetched, server } = await load(() => reply);
    const headers = { ETag: '"userColumns:3+workspaces:0"' };
    reply = Response.json({ data: { data: await server.seal("settings/userColumns,workspaces", {}) } }, { headers });
    const loaded = reply.clone();
    await store.set(loadSettingsAtom, ["userColumns", "workspaces"]);
    reply = Response.json({ status: "success" }, { headers: { ETag: '"userColumns:4"' } });
    await store.set(saveSettingAtom, "userColumns", 1);
    await store.set(saveSettingAtom, "userColumns", 2);
    const sent = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("If-Match"));
    expect(sent()).toEqual([null, '"userColumns:3+workspaces:0"', '"userColumns:4"']);
    // What waits to be saved was made on the revision before: it would replace unseen what was saved elsewhere.
    reply = loaded;
    await store.set(loadSettingsAtom, ["userColumns", "workspaces"], () => ["userColumns"]);
    reply = Response.json({ status: "success" });
    await store.set(saveSettingAtom, "userColumns", 3);
    expect(sent().at(-1)).toBe('"userColumns:4"');
  });
});
