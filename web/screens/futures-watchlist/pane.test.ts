import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LinkLetter } from "../../state/pane/letters.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(console, "warn").mockImplementation(() => undefined); // nothing is saved here
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A pane of a workspace, which keeps these settings. */
async function start(kept: Readonly<Record<string, unknown>>, own: object) {
  stubBrowserGlobals({ user: JSON.stringify(user), watchlist: JSON.stringify(own) });
  const [{ ownLists, watchList }, { createMount }] = await Promise.all([
    import("./pane.ts"),
    import("../../kit/pane/create-mount.ts"),
  ]);
  const settingsAtom = atom(kept);
  const keptAtom = atom(
    (get) => get(settingsAtom),
    (_get, set, key: string, value: unknown) => set(settingsAtom, (before) => ({ ...before, [key]: value })),
  );
  const pane = watchList.of(createMount({ letterAtom: atom<LinkLetter>("A"), keptAtom }));
  const store = createStore();
  return {
    carry: () => store.set(pane.carryAtom),
    lists: () => store.get(ownLists.setsAtom),
    change: (lists: Readonly<Record<string, readonly string[]>>) => store.set(ownLists.setsAtom, lists),
    chosen: () => store.get(pane.lists.currentAtom).set,
    kept: () => store.get(settingsAtom),
  };
}

test("lists that were made in a pane are carried to the account once, and its own are not replaced", async () => {
  const older = { Banks: ["SBIN"], Mine: ["TCS"], Same: ["ITC"], damaged: 7 };
  const pane = await start({ currentWatch: "Banks", watchlist: older }, { Mine: ["INFY"], Same: ["ITC"] });
  pane.carry();
  expect(pane.lists()).toEqual({ Mine: ["INFY"], Same: ["ITC"], Banks: ["SBIN"], "Mine 2": ["TCS"] });
  expect(pane.chosen()).toEqual(["SBIN"]);
  expect(pane.kept()).toEqual({ currentWatch: "Banks", watchlist: {} });
  pane.change({ Mine: ["INFY"] });
  pane.carry();
  expect(pane.lists()).toEqual({ Mine: ["INFY"] });
});

test("a pane without lists leaves the account's as they are", async () => {
  const pane = await start({}, { Mine: ["INFY"] });
  const before = pane.lists();
  pane.carry();
  expect(pane.lists()).toBe(before);
});
