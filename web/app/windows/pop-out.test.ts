import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { aloneOf, withFacts } from "../workspace/layout/workspace.ts";

const copy = aloneOf("PCR Chart", { screen: "pcr", letter: "A" });
const [pane = ""] = Object.keys(copy.panes);

let session: Map<string, string>;
let open: ReturnType<typeof vi.fn>;

beforeEach(() => {
  session = new Map();
  open = vi.fn(() => ({}));
});
afterEach(() => vi.unstubAllGlobals());

/** The page as it is loaded, with what the window's session storage holds. */
async function load(stored: Readonly<Record<string, string>> = { user: JSON.stringify(user) }) {
  vi.resetModules();
  stubBrowserGlobals(stored);
  Object.assign(window, { open });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, value: string) => void session.set(key, value),
    removeItem: (key: string) => void session.delete(key),
  });
  const [windows, board] = await Promise.all([import("./pop-out.ts"), import("../workspace/board.ts")]);
  const store = createStore();
  return {
    ...board,
    store,
    isPoppedOut: windows.isPoppedOut,
    take: () => windows.takePoppedOut(store),
    popOut: (shown: Parameters<typeof windows.popOutAtom.write>[2]) => store.set(windows.popOutAtom, shown),
    shown: () => store.get(board.shownAtom),
  };
}

/** Another window gives the copy away, and this one is loaded. */
async function popped(stored?: Readonly<Record<string, string>>) {
  const opener = await load(stored);
  let given: [string, string][] = [];
  open.mockImplementation(() => {
    given = [...session];
    return {};
  });
  opener.popOut({ show: copy.id, copy });
  expect([...session.keys()]).toEqual(["board"]);
  session = new Map(given);
  return load(stored);
}

test("a copy is there again, as it was left, each time that its window is loaded", async () => {
  const first = await popped();
  expect(first.isPoppedOut()).toBe(true);
  expect(first.take()).toBe(true);
  expect(first.shown()).toEqual(copy);
  expect([first.isPoppedOut(), first.take()]).toEqual([false, false]);
  first.store.set(first.changeAtom, copy.id, (one) => withFacts(one, pane, { letter: "B" }));
  const second = await load();
  second.take();
  expect(second.shown()).toEqual(withFacts(copy, pane, { letter: "B" }));
  second.store.set(second.keepCopyAtom, second.shown() ?? copy);
  expect(JSON.parse(session.get("poppedOut") ?? "")).toEqual({ show: copy.id, user: user.email });
});

test("a window that opens another one keeps what it shows itself", async () => {
  const one = await popped();
  one.take();
  const kept = session.get("poppedOut");
  one.popOut({ show: "w1" });
  expect(session.get("poppedOut")).toBe(kept);
});

test("another user gets nothing of it", async () => {
  await popped();
  const other = await load({ user: JSON.stringify({ ...user, email: "another@example.in" }) });
  expect(other.take()).toBe(true);
  expect(other.store.get(other.copiesAtom)).toEqual([]);
  expect(session.has("poppedOut")).toBe(false);
});

test("what is private is not kept", async () => {
  const sealed = { user: user.email, isPending: false, private: { ciphertext: "00", iv: "00" } };
  const one = await popped({ user: JSON.stringify(user), workspaces: JSON.stringify(sealed) });
  expect(one.store.get(one.isPrivateAtom)).toBe(true);
  one.take();
  expect(one.shown()).toEqual(copy);
  expect(session.has("poppedOut")).toBe(false);
});

test("it is no longer kept when the workspaces become private, and is again when they are not", async () => {
  const one = await popped();
  one.take();
  const kept = session.get("poppedOut");
  expect(kept).toBeDefined();
  const { store, storedAtomOfUser } = one;
  store.set(storedAtomOfUser, { user: user.email, isPending: false, private: { ciphertext: "00", iv: "00" } } as never);
  expect(session.has("poppedOut")).toBe(false);
  store.set(storedAtomOfUser, null);
  expect(session.get("poppedOut")).toBe(kept);
});

test("a window that shows nothing of its own yet begins with what was shown last", async () => {
  session.set("poppedOut", JSON.stringify({ user: user.email, show: "" }));
  const one = await load({ user: JSON.stringify(user), workspaceShown: "w1" });
  one.take();
  expect(one.shown()?.id).toBe("w1");
  expect(session.has("poppedOut")).toBe(false);
});
