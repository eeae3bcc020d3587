/** Workspaces between this browser's tabs and the account. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountServer, SECRET } from "../../testing/account-server.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { aloneOf } from "./layout/workspace.ts";

const one = { ...aloneOf("One", { screen: "pcr", letter: "A" }), id: "one" };
const two = { ...aloneOf("Two", { screen: "pcr", letter: "A" }), id: "two" };
const bad = { ...one, id: "bad", root: { dir: "row", sizes: [1], children: ["p1"] } };
const board = (workspaces: readonly unknown[], isPending: boolean): string =>
  JSON.stringify({ user: user.email, workspaces, isPending });

async function tab(answer: ReturnType<typeof accountServer>["answer"], workspaces = board([one], false)) {
  vi.resetModules();
  const { storage, changeElsewhere } = stubBrowserGlobals({
    user: JSON.stringify({ ...user, key: SECRET }),
    workspaces,
  });
  vi.stubGlobal("fetch", vi.fn(answer));
  const [atoms, { followAccount }, { toasts }, { saveConflictsAtom }] = await Promise.all([
    import("./board.ts"),
    import("./account.ts"),
    import("../../components/toasts/toasts.ts"),
    import("../../state/saved/save-conflicts.ts"),
  ]);
  const store = createStore();
  const end = followAccount(store);
  return {
    ...atoms,
    store,
    storage,
    changeElsewhere,
    end,
    conflict: () => store.get(saveConflictsAtom)[0],
    names: () => store.get(atoms.workspacesAtom).map(({ name }) => name),
    rename: (name: string) => store.set(atoms.changeAtom, "one", (before) => ({ ...before, name })),
    saves: () => vi.mocked(fetch).mock.calls.filter(([url]) => String(url).includes("settings/save")).length,
    toasts: () => toasts.list().map(({ message }) => message),
  };
}

beforeEach(() => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The tab's turn to save comes when it is granted. */
function heldTurn() {
  let grant = (): void => undefined;
  const turn = new Promise<void>((resolve) => {
    grant = resolve;
  });
  const request = vi.fn(async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
    await turn;
    return work();
  });
  vi.stubGlobal("navigator", { locks: { request } });
  return { request, grant };
}

test("what another tab has saved meanwhile is not saved once more: its event is only late", async () => {
  const { request, grant } = heldTurn();
  const { rename, saves, storage, changeElsewhere, names, store, boardAtom, end } = await tab(accountServer().answer);
  rename("Mine");
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce(), 3000);
  const theirs = board([{ ...one, name: "Theirs" }], false);
  storage.setItem("workspaces", theirs);
  grant();
  await new Promise((done) => setTimeout(done, 100));
  expect(saves()).toBe(0);
  changeElsewhere("workspaces", theirs);
  expect([names(), store.get(boardAtom).isPending]).toEqual([["Theirs"], false]);
  end();
});

test("a change that was due while another tab's news was on its way goes right after that news, where it still waits", async () => {
  const { request, grant } = heldTurn();
  const { rename, saves, storage, changeElsewhere, store, boardAtom, end } = await tab(accountServer().answer);
  rename("Mine");
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce(), 3000);
  const theirs = board([{ ...one, name: "Theirs" }], true);
  storage.setItem("workspaces", theirs);
  grant();
  await new Promise((done) => setTimeout(done, 100));
  expect(saves()).toBe(0);
  changeElsewhere("workspaces", theirs);
  await vi.waitFor(() => expect(store.get(boardAtom).isPending).toBe(false), 3000);
  expect(saves()).toBe(1);
  end();
});

test("a tab whose turn does not come saves without it: another one may wait for its user", async () => {
  const longest = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(longest.signal);
  const request = vi.fn(
    (_name: string, { signal }: LockOptions) =>
      new Promise((_, refuse) => signal?.addEventListener("abort", () => refuse(signal.reason))),
  );
  vi.stubGlobal("navigator", { locks: { request } });
  const { rename, saves, store, boardAtom, end } = await tab(accountServer().answer);
  rename("Mine");
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce(), 3000);
  expect(saves()).toBe(0);
  longest.abort(new DOMException("", "TimeoutError"));
  await vi.waitFor(() => expect(store.get(boardAtom).isPending).toBe(false), 3000);
  expect(saves()).toBe(1);
  end();
});

test("what this tab has changed is saved in its turn, also where storage is full", async () => {
  const { rename, saves, storage, store, boardAtom, end } = await tab(accountServer().answer);
  vi.spyOn(storage, "setItem").mockImplementation(() => {
    throw new Error("QuotaExceededError");
  });
  rename("Mine");
  await vi.waitFor(() => expect(store.get(boardAtom).isPending).toBe(false), 5000);
  expect(saves()).toBe(1);
  end();
});

test("workspaces that are too large for the account are said to be so, once", async () => {
  const { answer } = accountServer();
  const { rename, saves, toasts, end } = await tab(async (url, init) =>
    url.includes("settings/save") ? Response.json({}, { status: 413 }) : answer(url, init),
  );
  rename("A");
  await vi.waitFor(() => expect(toasts()).toHaveLength(1), 5000);
  rename("B");
  await vi.waitFor(() => expect(saves()).toBe(2), 5000);
  expect(toasts()).toEqual([expect.stringContaining("too large")]);
  end();
});

test("one that is damaged takes none of the others with it", async () => {
  const { names, end } = await tab(accountServer().answer, board([one, bad, two], false));
  expect(names()).toEqual(["One", "Two"]);
  end();
});

/** Of a later release. */
const later = { ...two, id: "later", name: "Later", panes: { ...two.panes, p9: { screen: "pcr", letter: "E" } } };

test("what cannot be read stays with the account when another one is edited, at its next page too, until it is given up", async () => {
  const backend = accountServer();
  backend.state.layouts = { value: { v: 1, workspaces: [later, one, bad] }, revision: 5 };
  const first = await tab(backend.answer, "null");
  await vi.waitFor(() => expect(first.names()).toEqual(["One"]), 5000);
  expect(first.store.get(first.unreadableAtom)).toEqual([later, bad]);
  first.rename("Mine");
  await vi.waitFor(() => expect(backend.state.layouts.revision).toBe(6), 5000);
  const kept = { v: 1, workspaces: [{ ...one, name: "Mine" }, later, bad] };
  expect(backend.state.layouts.value).toEqual(kept);
  first.end();

  const second = await tab(backend.answer, first.storage.getItem("workspaces") ?? "");
  expect(second.store.get(second.unreadableAtom)).toEqual([later, bad]);
  await vi.waitFor(() => expect(second.storage.getItem("revisions")).toContain("workspaces:6"), 5000);
  second.store.set(second.removeUnreadableAtom, second.store.get(second.unreadableAtom)[1]);
  await vi.waitFor(() => expect(backend.state.layouts.revision).toBe(7), 5000);
  expect(backend.state.layouts.value).toEqual({ v: 1, workspaces: kept.workspaces.slice(0, 2) });
  second.end();
});

test("whatever the user keeps, what was saved elsewhere and cannot be read is kept with it", async () => {
  const backend = accountServer();
  const here = await tab(backend.answer);
  backend.state.layouts = { value: { v: 1, workspaces: [one, later] }, revision: 5 };
  here.rename("Mine");
  await vi.waitFor(() => expect(here.conflict()).toBeDefined(), 5000);
  here.conflict()?.decide("mine");
  await vi.waitFor(
    () => expect(backend.state.layouts.value).toEqual({ v: 1, workspaces: [{ ...one, name: "Mine" }, later] }),
    5000,
  );
  here.end();
});

test("one of the same id that cannot be read is not replaced by what the user keeps: both are there after the first save", async () => {
  const backend = accountServer();
  const here = await tab(backend.answer);
  const changed = { ...later, id: "one", name: "One, of a later release" };
  backend.state.layouts = { value: { v: 1, workspaces: [changed] }, revision: 5 };
  here.rename("Mine");
  await vi.waitFor(() => expect(here.conflict()).toBeDefined(), 5000);
  expect(here.store.get(here.shownAtom)?.name).toBe("Mine");
  here.conflict()?.decide("mine");
  await vi.waitFor(() => expect(backend.state.layouts.revision).toBe(6), 5000);
  const mine = { ...one, name: "Mine", id: expect.not.stringMatching(/^one$/) };
  expect(backend.state.layouts.value).toEqual({ v: 1, workspaces: [mine, changed] });
  await vi.waitFor(() => expect(here.store.get(here.boardAtom).isPending).toBe(false), 5000);
  expect(here.saves()).toBe(2); // the refused one, and his answer
  here.end();
});

test("what cannot be read at all is never replaced, also by the next release unasked", async () => {
  const backend = accountServer();
  const value = { v: 2, boards: [] };
  const here = await tab(backend.answer);
  await vi.waitFor(() => expect(here.storage.getItem("revisions")).toContain("workspaces:0"), 5000);
  // Saved elsewhere while this page is open: the user is not even asked.
  backend.state.layouts = { value, revision: 5 };
  here.rename("Mine");
  await vi.waitFor(() => expect(here.store.get(here.unreadableAtom)).toEqual([value]), 5000);
  expect([here.conflict(), here.names(), backend.state.layouts.value]).toEqual([undefined, ["Mine"], value]);
  here.end();

  const stored = here.storage.getItem("workspaces") ?? "";
  const next = await tab(backend.answer, stored);
  await vi.waitFor(() => expect(next.store.get(next.unreadableAtom)).toEqual([value]), 5000);
  expect(next.storage.getItem("revisions")).toContain("workspaces:0");
  next.rename("Still mine");
  await new Promise((done) => setTimeout(done, 1200));
  expect([next.saves(), backend.state.layouts.value]).toEqual([0, value]);
  expect(next.storage.getItem("workspaces")).toContain("Still mine");
  next.end();
});

test("the tab that is open is this page's, whatever another page opens", async () => {
  const { store, shownAtom, changeElsewhere, end } = await tab(accountServer().answer, board([one, two], false));
  store.sub(shownAtom, () => undefined);
  changeElsewhere("workspaceShown", "two");
  expect(store.get(shownAtom)?.id).toBe("one");
  end();
});

test("the tab that was opened before the account has answered stays open, also where the account's has another id", async () => {
  const backend = accountServer();
  const value = { v: 1, workspaces: [one, { ...two, name: "Futures" }] };
  backend.state.layouts = { value, revision: 5 };
  const { store, workspacesAtom, shownAtom, names, end } = await tab(backend.answer, "null");
  const begun = store.get(workspacesAtom).find(({ name }) => name === "Futures");
  store.set(shownAtom, begun?.id ?? "");
  expect(store.get(shownAtom)).toBe(begun);
  await vi.waitFor(() => expect(names()).toEqual(["One", "Futures"]), 5000);
  expect(store.get(shownAtom)?.id).toBe("two");
  end();
});
