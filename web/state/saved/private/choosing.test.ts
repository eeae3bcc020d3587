/** The browser's half of what is private by choice, against a server that keeps what it gets. */
import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountServer, SECRET } from "../../../testing/account-server.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { user } from "../../../testing/market-data.ts";
import { quickPassphrases } from "../../../testing/quick-passphrases.ts";

const PASSPHRASE = "four words and one";
const legsOf = (name: string, ...strategy: number[]) => ({
  ...{ name, symbolName: "NIFTY", expiry: "7:30:2026", date: "2026-07-27" },
  ...{ strategy, spot: 24512.35 },
});

/** A browser that has just been opened: nothing is unlocked in it. */
async function browser(answer: typeof fetch | ReturnType<typeof accountServer>["answer"]) {
  vi.resetModules();
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: SECRET }), tk: "ticket" });
  vi.stubGlobal("fetch", answer);
  const [strategies, portfolio, privacy, question, choosing, unlocking, older] = await Promise.all([
    import("../strategies.ts"),
    import("../portfolio.ts"),
    import("./privacy.ts"),
    import("./question.ts"),
    import("./choosing.ts"),
    import("./unlocking.ts"),
    import("../older-strategies.ts"),
  ]);
  const store = createStore();
  return {
    save: async (id: string, strategy: ReturnType<typeof legsOf>, isUnasked = false) =>
      (await store.set(strategies.sealStrategyAtom, { strategy, newId: id, isUnasked })).send(),
    saveAs: async (id: string, strategy: ReturnType<typeof legsOf>) =>
      (await store.set(strategies.sealStrategyAtom, { strategy, replaced: { id } })).send(),
    load: async (id: string) => (await store.set(strategies.loadStrategyAtom, id)).kept,
    portfolio: async (...ids: string[]) => (await store.set(portfolio.loadPortfolioAtom, ids)).map(({ kept }) => kept),
    saveOlder: (strategy: ReturnType<typeof legsOf>) =>
      store.set(older.saveOlderAtom, { ...strategy, strategy: strategy.strategy.map((strike) => ({ strike })) }),
    openOlder: async () => {
      const opened = [];
      for (const one of await older.loadOlder()) opened.push(await store.set(older.openOlderAtom, one));
      return opened;
    },
    /** Sealed and open things of all holders. */
    async survey() {
      const { counts } = await store.set(choosing.surveyAtom);
      const sum = (kind: "sealed" | "open") => counts.reduce((all, one) => all + one[kind], 0);
      return { sealed: sum("sealed"), open: sum("open") };
    },
    change: (before: string, after: string) => store.set(choosing.changePassphraseAtom, before, after),
    unlock: (passphrase: string) => store.set(unlocking.unlockAtom, passphrase, false),
    forget: () => store.set(choosing.forgetKeyAtom, true),
    settle: () => store.set(choosing.settleAtom, () => undefined),
    turnOn: () => store.set(choosing.turnOnAtom, PASSPHRASE, false),
    async turnOff() {
      const { record, revision } = await store.set(choosing.surveyAtom);
      if (record) await store.set(choosing.turnOffAtom, record, revision);
    },
    /** The user's answer to the next question. @param passphrase absent: stays locked */
    answerNext(passphrase?: string) {
      const stop = store.sub(question.questionAtom, async () => {
        const asked = store.get(question.questionAtom);
        if (!asked) return;
        stop();
        if (passphrase === undefined) return asked.settle();
        asked.settle(await store.set(unlocking.unlockAtom, passphrase, false));
      });
    },
    LockedError: privacy.LockedError,
  };
}

beforeEach(() => {
  quickPassphrases();
  // No other tab is there, and nothing is kept on the device.
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage() {}
      close() {}
    },
  );
  vi.stubGlobal("indexedDB", { deleteDatabase() {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("strategies that are private by choice", () => {
  it("are sealed where they were open, keep their order, and open in another browser by the passphrase", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.save("a", legsOf("Fly", 24111));
    await first.save("b", legsOf("Condor", 24222));
    await first.turnOn();
    expect(await first.survey()).toMatchObject({ sealed: 0, open: 2 });
    await first.settle();
    await first.save("c", legsOf("Strangle", 24333));
    expect(backend.stored()).not.toMatch(/24111|24222|24333|24512/);
    expect(backend.stored()).toMatch(/Fly.*NIFTY.*7:30:2026.*2026-07-27/);
    expect(backend.order).toEqual(["a", "b", "c"]);

    const second = await browser(backend.answer);
    second.answerNext(PASSPHRASE);
    expect(await second.load("a")).toEqual(legsOf("Fly", 24111));
    expect(await second.portfolio("b", "c")).toEqual([
      { ...legsOf("Condor", 24222), _id: "b" },
      { ...legsOf("Strangle", 24333), _id: "c" },
    ]);
    await second.saveAs("a", legsOf("Fly", 24444));
    expect(backend.stored()).not.toContain("24444");
    expect(await second.load("a")).toEqual(legsOf("Fly", 24444));
  });

  it("are neither read nor overwritten while all is locked, and a save of nobody's asks nothing", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.turnOn();
    await first.save("a", legsOf("Fly", 24111));
    const before = backend.stored();
    const second = await browser(backend.answer);
    await expect(second.save("a", legsOf("Fly", 1), true)).rejects.toThrow(second.LockedError);
    second.answerNext();
    await expect(second.load("a")).rejects.toThrow(second.LockedError);
    second.answerNext();
    await expect(second.saveAs("a", legsOf("Fly", 1))).rejects.toThrow(second.LockedError);
    expect(backend.stored()).toBe(before);
  });

  it("are all readable after an interruption, and the next run goes on; turning off opens them and forgets the key", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    for (const id of ["a", "b", "c"]) await first.save(id, legsOf(id, 24111));
    await first.turnOn();
    backend.state.savesLeft = 1;
    await expect(first.settle()).rejects.toThrow(TypeError);
    expect(await first.survey()).toMatchObject({ sealed: 1, open: 2 });
    expect((await first.portfolio("a", "b", "c")).map(({ strategy }) => strategy)).toEqual([[24111], [24111], [24111]]);
    backend.state.savesLeft = Number.POSITIVE_INFINITY;
    await first.settle();
    expect(await first.survey()).toMatchObject({ sealed: 3, open: 0 });

    await first.turnOff();
    backend.state.savesLeft = 2;
    await expect(first.settle()).rejects.toThrow(TypeError);
    backend.state.savesLeft = Number.POSITIVE_INFINITY;
    const second = await browser(backend.answer);
    second.answerNext(PASSPHRASE);
    await second.settle();
    expect(backend.state.key).toBeNull();
    expect([...backend.rows.values()].map(({ content }) => content)).toEqual(
      ["a", "b", "c"].map((id) => legsOf(id, 24111)),
    );
  });

  it("do not open in each other's place, and one that does not open leaves the others of its portfolio", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.turnOn();
    for (const id of ["a", "b", "c"]) await first.save(id, legsOf(id, 24111));
    const [a, b] = [backend.rows.get("a"), backend.rows.get("b")];
    if (a && b) [a.content, b.content] = [b.content, a.content];
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await expect(first.load("a")).rejects.toThrow("cannot be opened");
    expect((await first.portfolio("a", "b", "c")).map(({ strategy }) => strategy)).toEqual([[null], [null], [24111]]);
  });

  it("that were saved elsewhere while they were being sealed are sealed as they are then", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.save("a", legsOf("Fly", 24111));
    await first.turnOn();
    let isFirst = true;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      const row = backend.rows.get("a");
      if (url.endsWith("saveas") && isFirst && row) {
        isFirst = false;
        backend.rows.set("a", { content: legsOf("Fly", 24999), revision: row.revision + 1 });
      }
      return backend.answer(url, init);
    });
    await first.settle();
    expect(backend.stored()).not.toContain("24999");
    expect(await first.load("a")).toEqual(legsOf("Fly", 24999));
  });

  it("of the older builder are sealed in their place, and open one by one in another browser", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.saveOlder(legsOf("Old fly", 24111));
    await first.turnOn();
    await first.saveOlder(legsOf("Old condor", 24222));
    await first.settle();
    expect(backend.stored()).not.toMatch(/24111|24222|24512/);
    expect(backend.olders.map(({ name }) => name)).toEqual(["Old condor", "Old fly"]);
    expect(await first.survey()).toEqual({ sealed: 2, open: 0 });
    const second = await browser(backend.answer);
    second.answerNext(PASSPHRASE);
    const kept = (await second.openOlder()).map(({ strategy, spot }) => [strategy, spot]);
    expect(kept).toEqual([
      [[{ strike: 24222 }], 24512.35],
      [[{ strike: 24111 }], 24512.35],
    ]);
    await second.turnOff();
    await second.settle();
    expect(backend.olders).toMatchObject([{ strategy: [{ strike: 24222 }] }, { strategy: [{ strike: 24111 }] }]);
    expect(backend.stored()).not.toContain("private");
  });
});

describe("the passphrase", () => {
  it("that another device chose meanwhile opens a page that still has the record of before", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.turnOn();
    await first.save("a", legsOf("Fly", 24111));
    const second = await browser(backend.answer);
    second.answerNext();
    await expect(second.load("a")).rejects.toThrow(second.LockedError);
    const third = await browser(backend.answer);
    await third.change(PASSPHRASE, "another one of four");
    await expect(third.unlock(PASSPHRASE)).rejects.toThrow("not the passphrase");
    await second.unlock("another one of four");
    expect(await second.load("a")).toEqual(legsOf("Fly", 24111));
  });

  it("that was turned off and chosen anew elsewhere: a page with the old key saves nothing under it", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.turnOn();
    await first.save("a", legsOf("Fly", 24111));
    const [oldKey] = [backend.state.key];
    const second = await browser(backend.answer);
    second.answerNext(PASSPHRASE);
    await second.turnOff();
    await second.settle();
    await second.turnOn();
    expect(backend.state.key?.keyId).not.toBe(oldKey?.keyId);
    await expect(first.saveAs("a", legsOf("Fly", 1))).rejects.toMatchObject({ status: 409 });
    first.answerNext(PASSPHRASE);
    await first.load("a");
    await first.saveAs("a", legsOf("Fly", 24222));
    expect(backend.rows.get("a")?.content).toMatchObject({ private: { key: backend.state.key?.keyId } });
    await second.settle();
    expect(await second.load("a")).toEqual(legsOf("Fly", 24222));
  });

  it("that is lost leaves what is open; what cannot be opened does not keep the others from being opened", async () => {
    const backend = accountServer();
    const first = await browser(backend.answer);
    await first.turnOn();
    for (const id of ["a", "b", "c"]) await first.save(id, legsOf(id, 24111));
    const [a, b] = [backend.rows.get("a"), backend.rows.get("b")];
    if (a && b) [a.content, b.content] = [b.content, a.content];
    await first.turnOff();
    await expect(first.settle()).rejects.toThrow("cannot be opened");
    expect(await first.survey()).toEqual({ sealed: 2, open: 1 });
    expect(backend.state.key).not.toBeNull();
    await first.forget();
    expect(backend.state.key).toBeNull();
  });
});
