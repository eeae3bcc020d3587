import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../testing/browser-globals.ts";

async function load(stored: Readonly<Record<string, string>> = {}) {
  const { storage } = stubBrowserGlobals(stored);
  return { storage, store: createStore(), notices: await import("./notices.ts") };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: new Date("2026-08-18T20:00:00Z") }); // 19 Aug in India
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the banner", () => {
  it("shows until it is dismissed, and again on the next day in India", async () => {
    const { storage, store, notices } = await load();
    expect(store.get(notices.bannerAtom)).toBeUndefined();
    store.set(notices.bannerAtom, { id: 7, message: "Maintenance on Sunday" });
    expect(store.get(notices.bannerAtom)?.message).toBe("Maintenance on Sunday");
    store.set(notices.dismissBannerAtom);
    expect(store.get(notices.bannerAtom)).toBeUndefined();
    expect(storage.getItem("banner")).toBe('{"2026-08-19":7}');

    vi.setSystemTime(new Date("2026-08-19T20:00:00Z"));
    store.set(notices.bannerAtom, { id: 7, message: "Maintenance on Sunday" });
    expect(store.get(notices.bannerAtom)?.id).toBe(7);
  });

  it("stays away where it was dismissed before; another one does not", async () => {
    const { store, notices } = await load({ banner: '{"2026-08-19":7}' });
    store.set(notices.bannerAtom, { id: 7, message: "old" });
    expect(store.get(notices.bannerAtom)).toBeUndefined();
    store.set(notices.bannerAtom, { id: 8, message: "new" });
    expect(store.get(notices.bannerAtom)?.message).toBe("new");
  });
});
