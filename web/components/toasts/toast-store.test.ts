import { describe, expect, it } from "vitest";
import { createToastStore, toastTitle } from "./toast-store.ts";

function createTestStore() {
  const timers: { milliseconds: number; run: () => void; isCancelled: boolean }[] = [];
  const played: (string | undefined)[] = [];
  const store = createToastStore({
    after: (milliseconds, run) => {
      const timer = { milliseconds, run, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
    play: (sound) => played.push(sound),
  });
  return { store, timers, played };
}

describe("toasts", () => {
  it("get incrementing ids and the type info", () => {
    const { store } = createTestStore();
    expect([store.show({ message: "one" }), store.show({ message: "two" })]).toEqual([1, 2]);
    expect(store.list()).toMatchObject([
      { id: 2, message: "two", type: "info" },
      { id: 1, message: "one", type: "info" },
    ]);
  });

  it("close by themselves after their duration, if told so", () => {
    const { store, timers } = createTestStore();
    store.show({ message: "goes", duration: 3000, autoClose: true });
    store.show({ message: "stays", autoClose: false });
    expect(timers.map((timer) => timer.milliseconds)).toEqual([3000]);
    timers[0]?.run();
    expect(store.list().map((toast) => toast.message)).toEqual(["stays"]);
  });

  it("play their sound only if enabled", () => {
    const { store, played } = createTestStore();
    store.show({ message: "quiet", sound: "/a.mp3" });
    store.show({ message: "loud", sound: "/b.mp3", soundEnabled: true });
    store.show({ message: "default", soundEnabled: true });
    expect(played).toEqual(["/b.mp3", undefined]);
  });

  it("tell of changes, keep the list until one, and cancel the timer on close", () => {
    const { store, timers } = createTestStore();
    let told = 0;
    const off = store.subscribe(() => told++);
    const id = store.show({ message: "one" });
    expect(store.list()).toBe(store.list());
    store.close(id);
    store.close(id);
    expect(told).toBe(2);
    expect(timers[0]?.isCancelled).toBe(true);
    off();
    store.show({ message: "two" });
    store.closeAll();
    expect(store.list()).toEqual([]);
    expect(told).toBe(2);
  });

  it("have the titles of the specification", () => {
    const types = ["success", "error", "warning", "info"] as const;
    expect(types.map((type) => toastTitle({ type, title: undefined }))).toEqual([
      "Success",
      "Error",
      "Warning",
      "Info",
    ]);
    expect(toastTitle({ type: "info", title: "Stop reached" })).toBe("Stop reached");
  });
});
