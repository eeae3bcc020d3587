import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { saveConflictsAtom, savesWaitingAtom } from "./save-conflicts.ts";
import { rememberTagAtom, type Save, saveAtom } from "./saves.ts";

const kept = (tag: string): Response => new Response("{}", { headers: { ETag: tag } });
const stale = (theirs: string | null, tag: string): Response =>
  Response.json(
    { status: "fail", message: "", versions: { theirs, mine: "" } },
    { status: 412, headers: { ETag: tag } },
  );
const away = (retryAfter = "2"): Response =>
  new Response("{}", { status: 503, headers: { "Retry-After": retryAfter } });

/** @param replies of the server in turn; an Error: the network fails. */
function start(...replies: (Response | Error)[]) {
  const store = createStore();
  store.set(rememberTagAtom, "k", "loaded");
  const sent: string[] = [];
  const save = (value: string, isQuiet = false): Save => ({
    key: "k",
    label: "it",
    isQuiet,
    send: async (tag) => {
      sent.push(`${value} for ${tag}`);
      const reply = replies.shift() ?? expect.unreachable();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    open: async (payload) => `opened ${payload}`,
  });
  const conflict = () => store.get(saveConflictsAtom)[0];
  return {
    store,
    sent,
    conflict,
    waiting: () => store.get(savesWaitingAtom),
    go: (v: string, isQuiet?: boolean) => store.set(saveAtom, save(v, isQuiet)),
  };
}

beforeEach(() => {
  stubBrowserGlobals({});
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a save", () => {
  it("of what was changed elsewhere asks; 'theirs' gives what is kept there, and the next save replaces that", async () => {
    const { go, sent, conflict } = start(stale("x", "t2"), kept("t3"));
    const saved = go("a");
    await vi.waitFor(() => expect(conflict()).toMatchObject({ key: "k", label: "it" }));
    conflict()?.decide("theirs");
    expect(await saved).toEqual({ is: "theirs", value: "opened x" });
    expect(conflict()).toBeUndefined();
    expect(await go("b")).toEqual({ is: "kept" });
    expect(sent).toEqual(["a for loaded", "b for t2"]);
  });

  it("'mine' replaces theirs, and asks again where that was changed, too", async () => {
    const { go, sent, conflict } = start(stale("x", "t2"), stale(null, "t3"), kept("t4"));
    const saved = go("a");
    for (let i = 1; i < 3; i++) {
      await vi.waitFor(() => expect([conflict() !== undefined, sent.length]).toEqual([true, i]));
      conflict()?.decide("mine");
    }
    expect(await saved).toEqual({ is: "kept" });
    expect(sent).toEqual(["a for loaded", "a for t2", "a for t3"]);
  });

  it("waits while the server cannot save, as long as it says, and says so", async () => {
    const { go, sent, waiting } = start(away(), new TypeError("offline"), kept("t2"));
    const saved = go("a");
    await vi.advanceTimersByTimeAsync(1999);
    expect([sent.length, waiting()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent.length, waiting()]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await saved).toEqual({ is: "kept" });
    expect(waiting()).toBe(0);
  });

  it("that is quiet waits, too, and the shell says nothing of it", async () => {
    const { go, waiting } = start(new TypeError("offline"), away("1"), kept("t2"));
    const saved = go("a", true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(waiting()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await saved).toEqual({ is: "kept" });
    expect(waiting()).toBe(0);
  });

  it("of the same thing goes after the one before, with its tag; of those that wait only the newest goes", async () => {
    const { go, sent } = start(kept("t2"), kept("t3"));
    const outcomes = await Promise.all([go("a"), go("b"), go("c")]);
    expect(outcomes.map(({ is }) => is)).toEqual(["kept", "replaced", "kept"]);
    expect(sent).toEqual(["a for loaded", "c for t2"]);
  });

  it("that waits gives way to a newer one, and a conflict is asked about once, for the newest", async () => {
    const { go, sent, conflict } = start(away(), stale("x", "t2"), kept("t3"));
    const [first, second] = [go("a"), go("b")];
    await vi.advanceTimersByTimeAsync(2000);
    expect(await first).toEqual({ is: "replaced" });
    await vi.waitFor(() => expect(conflict()).toBeDefined());
    const third = go("c");
    conflict()?.decide("theirs");
    expect([await second, await third]).toEqual(Array(2).fill({ is: "theirs", value: "opened x" }));
    expect(sent).toEqual(["a for loaded", "b for loaded"]);
  });

  it("names the revision that another tab of this browser loaded or saved last: tabs share what they keep", async () => {
    const { go, sent } = start(kept("t2"), kept("t4"));
    await go("a");
    createStore().set(rememberTagAtom, "k", "t3");
    await go("b");
    expect(sent).toEqual(["a for loaded", "b for t3"]);
  });

  it("names the revision that it made also where storage is full and keeps an older one", async () => {
    const { go, sent } = start(kept("t2"), kept("t3"));
    vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new Error("QuotaExceededError");
    });
    await go("a");
    await go("b");
    expect(sent).toEqual(["a for loaded", "b for t2"]);
  });

  it("that the server refuses fails, and the next goes on", async () => {
    const { go } = start(new Response("{}", { status: 413 }), kept("t2"));
    await expect(go("a")).rejects.toMatchObject({ status: 413 });
    expect(await go("b")).toEqual({ is: "kept" });
  });
});
