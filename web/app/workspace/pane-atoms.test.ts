/** Which letter the top bar and the day strip act on. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import type { Workspace } from "./layout/workspace.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

const twoPanes = (id: string, [first, second]: readonly ["A" | "C", "B" | "D"]): Workspace => ({
  id,
  name: id,
  root: { dir: "row", sizes: [0.5, 0.5], children: ["pa", "pb"] },
  panes: { pa: { screen: "pcr", letter: first }, pb: { screen: "pcr", letter: second } },
});

async function load() {
  stubBrowserGlobals();
  const store = createStore();
  const board = await import("./board.ts");
  const panes = await import("./pane-atoms.ts");
  const { activeLetterNameAtom } = await import("../../state/pane/letters.ts");
  store.set(board.addAtom, twoPanes("one", ["A", "B"]));
  const end = panes.followActiveLetter(store);
  return {
    ...board,
    ...panes,
    store,
    end,
    activeLetterNameAtom,
    letter: () => store.get(activeLetterNameAtom),
    activate: (pane: string) => store.set(panes.activateAtom, { workspace: "one", pane }),
  };
}

test("it is the letter of the pane that is gone to, by a swipe, a dot or a key", async () => {
  const { letter, activate, end } = await load();
  expect(letter()).toBe("A");
  activate("pb");
  expect(letter()).toBe("B");
  activate("pa");
  expect(letter()).toBe("A");
  end();
  activate("pb");
  expect(letter()).toBe("A");
});

test("where the active pane is closed it is the letter of the one that is active then", async () => {
  const { store, letter, activate, closePaneAtom } = await load();
  activate("pb");
  expect(letter()).toBe("B");
  store.set(closePaneAtom, { workspace: "one", pane: "pb" });
  expect(letter()).toBe("A");
  store.set(closePaneAtom, { workspace: "one", pane: "pa" });
  expect(letter()).toBe("A");
});

test("it follows the pane's own letter, and the workspace that is shown", async () => {
  const { store, letter, activate, setLetterAtom, addAtom, shownAtom } = await load();
  activate("pb");
  store.set(setLetterAtom, { workspace: "one", pane: "pa" }, "D");
  expect(letter()).toBe("B");
  store.set(setLetterAtom, { workspace: "one", pane: "pb" }, "C");
  expect(letter()).toBe("C");
  store.set(addAtom, twoPanes("two", ["A", "D"]));
  expect(letter()).toBe("A");
  store.set(shownAtom, "one");
  expect(letter()).toBe("C");
});

test("a letter that is touched in the bar stays while the active pane stays", async () => {
  const { store, letter, changeAtom, activeLetterNameAtom } = await load();
  store.set(activeLetterNameAtom, "B");
  store.set(changeAtom, "one", (one) => ({ ...one, name: "Another" }));
  expect(letter()).toBe("B");
});

test("a pane that is opened is the active one; where there is no room, the active one stays", async () => {
  const { store, letter, activate, activePaneAtom, openPaneAtom } = await load();
  activate("pb");
  store.set(openPaneAtom, { workspace: "one", id: "pc" }, { screen: "pcr", letter: "D" });
  expect(store.get(activePaneAtom)?.pane).toBe("pc");
  expect(letter()).toBe("D");
  activate("pa");
  store.set(openPaneAtom, { workspace: "one", id: "pc" }, { screen: "pcr", letter: "D" });
  expect(store.get(activePaneAtom)?.pane).toBe("pa");
});
