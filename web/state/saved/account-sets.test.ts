import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSealer } from "#contract/wire/sealed.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { isNumber } from "./storage.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** A browser that has loaded nothing yet, and an account that keeps {theirs: 1} at revision 3. */
async function start(bareKey?: string, kept: Readonly<Record<string, string>> = {}) {
  const { storage } = stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }), ...kept });
  const [{ BROWSER_SEALING }, { bareCopy, createAccountSets }] = await Promise.all([
    import("./sealed-store.ts"),
    import("./account-sets.ts"),
  ]);
  const data = await createSealer(BROWSER_SEALING, KEY).seal("settings/scans", { scans: { theirs: 1 } });
  const writes: (string | null)[] = [];
  let answer = (): void => undefined;
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    if (init?.method === "POST") {
      writes.push(new Headers(init.headers).get("If-Match"));
      return new Response("{}", { status: 500 });
    }
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return Response.json({ data: { data } }, { headers: { ETag: '"scans:3"' } });
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const store = createStore();
  const { setsAtom, loadAtom } = createAccountSets("scans", isNumber, bareKey ? bareCopy<number>(bareKey) : undefined);
  return { store, writes, storage, setsAtom, load: () => store.set(loadAtom), answer: () => answer() };
}

it("sets come with the account's answer", async () => {
  const { store, writes, setsAtom, load, answer } = await start();
  const loaded = load();
  answer();
  await loaded;
  expect(store.get(setsAtom)).toEqual({ theirs: 1 });
  store.set(setsAtom, (before) => ({ ...before, mine: 2 }));
  await vi.waitFor(() => expect(writes).toEqual(['"scans:3"']));
});

it("sets that were changed before the answer never replace it unasked", async () => {
  const { store, writes, setsAtom, load, answer } = await start();
  const loaded = load();
  store.set(setsAtom, { mine: 2 });
  answer();
  await loaded;
  await vi.waitFor(() => expect(writes.length).toBeGreaterThan(1));
  expect(new Set(writes)).toEqual(new Set(['"scans:0"']));
  expect(store.get(setsAtom)).toEqual({ mine: 2 });
});

it("sets that are loaded as they were stay the same objects", async () => {
  const { store, setsAtom, load, answer } = await start();
  for (const first of [true, false]) {
    const before = store.get(setsAtom);
    const loaded = load();
    answer();
    await loaded;
    if (!first) expect(store.get(setsAtom)).toBe(before);
  }
});

it("a bare copy is the sets alone, under its key", async () => {
  const { store, storage, setsAtom, load, answer } = await start("lists");
  const loaded = load();
  answer();
  await loaded;
  expect(store.get(setsAtom)).toEqual({ theirs: 1 });
  expect(storage.getItem("lists")).toBe('{"theirs":1}');
});

it("what lay under its key before the account kept any is the user's, and sent; what the account has is not replaced unasked", async () => {
  const { store, writes, setsAtom, load, answer } = await start("lists", { lists: '{"mine":2}' });
  expect(store.get(setsAtom)).toEqual({ mine: 2 });
  const loaded = load();
  answer();
  await loaded;
  expect(writes[0]).toBe('"scans:0"');
  expect(store.get(setsAtom)).toEqual({ mine: 2 });
});

it("another user's bare copy counts for nothing", async () => {
  const theirs = JSON.stringify({ user: "meera@example.in", isPending: false });
  const { store, setsAtom } = await start("lists", { lists: '{"hers":2}', listsCopy: theirs });
  expect(store.get(setsAtom)).toEqual({});
});
