/** Workspaces that are private by choice, from the board to what the account keeps. */
import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountServer, SECRET } from "../../testing/account-server.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { quickPassphrases } from "../../testing/quick-passphrases.ts";

const PASSPHRASE = "four words and one";
const workspace = (name: string) => ({
  id: "p1",
  name,
  root: "p2",
  panes: { p2: { screen: "pcr", letter: "A" as const } },
});

interface SealedValue {
  readonly private: { readonly key: string };
}

/** Sealing takes its time on a busy machine. */
const until = (holds: () => void) => vi.waitFor(holds, 5000);

/** A browser with `/workspace` open. @param kept its storage from before */
async function browser(
  answer: ReturnType<typeof accountServer>["answer"],
  kept: Readonly<Record<string, string>> = {},
) {
  vi.resetModules();
  const { storage, changeElsewhere } = stubBrowserGlobals({
    ...kept,
    user: JSON.stringify({ ...user, key: SECRET }),
    tk: "ticket",
  });
  vi.stubGlobal("fetch", answer);
  const [board, account, choosing, unlocking, keeper, conflicts] = await Promise.all([
    import("./board.ts"),
    import("./account.ts"),
    import("../../state/saved/private/choosing.ts"),
    import("../../state/saved/private/unlocking.ts"),
    import("../../state/saved/private/key-keeper.ts"),
    import("../../state/saved/save-conflicts.ts"),
  ]);
  const store = createStore();
  const end = account.followAccount(store);
  const names = () => store.get(board.workspacesAtom).map(({ name }) => name);
  return {
    store,
    names,
    end,
    unreadable: () => store.get(board.unreadableAtom),
    isLocked: () => store.get(board.isLockedAtom),
    copies: () => store.get(board.copiesAtom).map(({ name }) => name),
    add: (name: string) => store.set(board.addAtom, { ...workspace(name), id: name }),
    rename: (to: string) =>
      store.set(board.changeAtom, store.get(board.workspacesAtom)[0]?.id ?? "", (one) => ({ ...one, name: to })),
    /** In the browser, too: what is still being sealed would be written into the storage of the next one. */
    saved: () =>
      until(() => {
        expect(store.get(board.boardAtom).isPending).toBe(false);
        expect(storage.getItem("workspaces")).toContain('"isPending":false');
      }),
    async turnOn() {
      await store.set(choosing.turnOnAtom, PASSPHRASE, false);
      await store.set(choosing.settleAtom, () => undefined);
    },
    async turnOff() {
      const { record, revision } = await store.set(choosing.surveyAtom);
      if (record) await store.set(choosing.turnOffAtom, record, revision);
      await store.set(choosing.settleAtom, () => undefined);
    },
    unlock: () => store.set(unlocking.unlockAtom, PASSPHRASE, false),
    lock: keeper.lock,
    conflict: () => store.get(conflicts.saveConflictsAtom)[0],
    changeInOtherTab: (copy: unknown) => changeElsewhere("workspaces", JSON.stringify(copy)),
    stored: () => storage.getItem("workspaces") ?? "",
    items: () => Object.fromEntries(["workspaces", "revisions"].map((key) => [key, storage.getItem(key) ?? ""])),
  };
}

beforeEach(() => {
  quickPassphrases();
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.stubGlobal("indexedDB", { deleteDatabase() {} });
});
/** What is being sealed when a test ends is written within this. */
const SEALED_MS = 200;

afterEach(async () => {
  // It would stand in the storage of the next test, which would take it for another tab's, and wait for that.
  await new Promise((resolve) => setTimeout(resolve, SEALED_MS));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("workspaces that are private by choice", () => {
  it("lie sealed with the account and in the browser, stay where they are for the page, and need the passphrase elsewhere", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    first.rename("My layout");
    await first.saved();
    expect(backend.stored()).toContain("My layout");
    await first.turnOn();
    for (const text of [backend.stored(), first.stored()]) expect(text).not.toMatch(/My layout|"screen"/);
    // The open page has not heard of it: its next save is refused, sealed, and sent again.
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    first.rename("Another layout");
    await first.saved();
    await until(() => expect(first.stored()).toContain('"private"'));
    for (const text of [backend.stored(), first.stored()]) expect(text).not.toMatch(/layout|"screen"|"panes"/);
    expect(first.names()).toContain("Another layout");
    expect(warned).toHaveBeenCalledOnce();
    first.end();

    const second = await browser(backend.answer);
    await until(() => expect(second.isLocked()).toBe(true));
    expect(second.names()).toEqual([]);
    second.add("Futures");
    expect([second.names(), second.copies()]).toEqual([["Futures"], ["Futures"]]);
    await second.unlock();
    await until(() => expect(second.names()).toContain("Another layout"));
    expect(second.copies()).toEqual(["Futures"]);
    second.rename("Third layout");
    await second.saved();
    expect(backend.stored()).not.toContain("layout");
    second.lock();
    expect([second.isLocked(), second.names()]).toEqual([true, ["Futures"]]);
    await second.unlock();
    await until(() => expect(second.names()).toContain("Third layout"));
    await second.turnOff();
    await until(() => expect(second.names()).toContain("Third layout"));
    second.rename("Open layout");
    await second.saved();
    expect(backend.stored()).toContain("Open layout");
    expect(second.stored()).toContain("Open layout");
    second.end();
  });

  it("that were changed here while all was locked are neither shown nor lost, and the user is asked whose to keep", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    first.rename("Shared");
    await first.saved();
    first.end();
    const offline = await browser(() => Promise.reject(new TypeError("no network")), first.items());
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    offline.rename("Mine");
    offline.end();
    const kept = offline.items();
    const third = await browser(backend.answer, first.items());
    await third.turnOn();
    third.rename("Theirs");
    await third.saved();
    third.end();

    const back = await browser(backend.answer, kept);
    await until(() => expect(back.isLocked()).toBe(true));
    expect(back.names()).toEqual([]);
    expect(back.stored()).toContain("Mine");
    await back.unlock();
    await until(() => expect(back.conflict()).toBeDefined());
    expect(back.names()).toContain("Mine");
    await until(() => expect(back.stored()).not.toContain("Mine"));
    back.conflict()?.decide("theirs");
    await until(() => expect(back.names()).toContain("Theirs"));
    expect(back.names()).not.toContain("Mine");
    back.end();
  });

  it("of a later release are never replaced, though their key is there", async () => {
    const backend = accountServer();
    const here = await browser(backend.answer);
    await here.turnOn();
    here.rename("Mine");
    await here.saved();
    const { concealSetting } = await import("../../state/saved/private/documents.ts");
    const { findKey } = await import("../../state/saved/private/key-keeper.ts");
    const key = await findKey((backend.state.layouts.value as SealedValue).private.key);
    const value = await concealSetting(key ?? expect.unreachable(), "workspaces", { v: 2, boards: [] });
    backend.state.layouts = { value, revision: 9 };
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    here.rename("Changed");
    await until(() => expect(here.unreadable()).toEqual([value]));
    expect([here.conflict(), here.names()[0], backend.state.layouts.value]).toEqual([undefined, "Changed", value]);
    here.end();

    const next = await browser(backend.answer, here.items());
    await next.unlock();
    await until(() => expect(next.unreadable()).toEqual([value]));
    expect(backend.state.layouts.value).toEqual(value);
    next.end();
  });

  it("keep what is changed while the account's envelope is being opened", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.turnOn();
    first.rename("Shown");
    await first.saved();
    first.end();

    const second = await browser(backend.answer, first.items());
    await until(() => expect(second.isLocked()).toBe(true));
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    let isHeld = false;
    vi.spyOn(crypto.subtle, "decrypt").mockImplementation(async (...asked) => {
      isHeld = second.names().includes("Shown");
      if (isHeld) await held;
      return decrypt(...asked);
    });
    await second.unlock();
    await until(() => expect(isHeld).toBe(true));
    second.rename("Changed");
    goOn();
    await second.saved();
    expect(second.names()).toContain("Changed");
    second.end();
  });

  it("follow what another tab of the browser seals, and stay locked where all is locked", async () => {
    const backend = accountServer();
    const here = await browser(backend.answer);
    here.rename("First");
    await here.saved();
    await here.turnOn();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    here.rename("Second");
    await here.saved();
    await until(() => expect(here.stored()).toContain('"private"'));
    const second = JSON.parse(here.stored());
    here.rename("Third");
    await here.saved();
    await until(() => expect(JSON.parse(here.stored()).isPending).toBe(false));
    here.changeInOtherTab(second);
    await until(() => expect(here.names()).toContain("Second"));
    here.lock();
    here.changeInOtherTab(second);
    await until(() => expect(here.isLocked()).toBe(true));
    expect(here.names()).toEqual([]);
    here.end();
  });
});
