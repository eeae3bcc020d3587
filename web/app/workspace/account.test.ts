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
  const [atoms, { followAccount }, { toasts }] = await Promise.all([
    import("./board.ts"),
    import("./account.ts"),
    import("../../components/toasts/toasts.ts"),
  ]);
  const store = createStore();
  const end = followAccount(store);
  return {
    ...atoms,
    store,
    storage,
    changeElsewhere,
    end,
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

test("what another tab has saved meanwhile is not saved once more: its event is only late", async () => {
  let grant = (): void => undefined;
  const turn = new Promise<void>((resolve) => {
    grant = resolve;
  });
  const request = vi.fn(async (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
    await turn;
    return work();
  });
  vi.stubGlobal("navigator", { locks: { request } });
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
  const { workspacesIn } = await import("./kept-form.ts");
  expect(workspacesIn({ v: 1, workspaces: [bad, two] })).toEqual([two]);
  expect(workspacesIn({ v: 1, workspaces: [bad] })).toBeUndefined();
  expect(workspacesIn({ v: 1, workspaces: [] })).toEqual([]);
});

test("the tab that is open is this page's, whatever another page opens", async () => {
  const { store, shownAtom, changeElsewhere, end } = await tab(accountServer().answer, board([one, two], false));
  store.sub(shownAtom, () => undefined);
  changeElsewhere("workspaceShown", "two");
  expect(store.get(shownAtom)?.id).toBe("one");
  end();
});
