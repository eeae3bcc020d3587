import { createStore } from "jotai";
import { afterAll, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { aloneOf } from "../layout/workspace.ts";

// Here, because the list of all screens comes with it: that is no part of the test's time.
stubBrowserGlobals();
const { openLink } = await import("./open-link.ts");
const { linkOf } = await import("./link.ts");
const { changeAtom, copiesAtom, shownAtom } = await import("../board.ts");
afterAll(() => void vi.unstubAllGlobals());

test("a second link opens beside the copies of the first: what was changed in them is the user's", async () => {
  const store = createStore();
  const open = async (name: string): Promise<void> => {
    const ending = new AbortController();
    const hash = await linkOf({ workspaces: [aloneOf(name, { screen: "pcr", letter: "A" })], letters: {} });
    await openLink(store, hash, ending.signal, () => ending.abort());
  };
  await open("First");
  store.set(changeAtom, store.get(shownAtom)?.id ?? "", (one) => ({ ...one, name: "Changed" }));
  await open("Second");
  expect(store.get(copiesAtom).map(({ name }) => name)).toEqual(["Changed", "Second"]);
  expect(store.get(shownAtom)?.name).toBe("Second");
});
