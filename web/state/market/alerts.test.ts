import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

async function load(stored?: unknown) {
  const { storage } = stubBrowserGlobals(stored === undefined ? {} : { alertSettings: JSON.stringify(stored) });
  return { storage, store: createStore(), alerts: await import("./alerts.ts") };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const OWN = {
  soundEnabled: false,
  duration: 4000,
  autoClose: false,
  sound: "data:audio/wav;base64,AA",
  soundName: "a",
};

describe("alert settings", () => {
  it("begin with sound, closed after three seconds", async () => {
    const { store, alerts } = await load();
    expect(store.get(alerts.alertSettingsAtom)).toEqual({
      soundEnabled: true,
      duration: 3000,
      autoClose: true,
      sound: "Default Alert Sound",
      soundName: "",
    });
  });

  it("are kept under alertSettings", async () => {
    const { storage, store, alerts } = await load();
    expect(store.set(alerts.saveAlertSettingsAtom, OWN)).toBe(true);
    expect(JSON.parse(storage.getItem("alertSettings") ?? "")).toEqual(OWN);
    expect(store.get(alerts.alertSettingsAtom)).toEqual(OWN);
  });

  it("say when the browser has no room for them", async () => {
    const { storage, store, alerts } = await load();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    expect(store.set(alerts.saveAlertSettingsAtom, OWN)).toBe(false);
  });

  it("fall back to the defaults where storage holds something else", async () => {
    for (const wrong of [7, { ...OWN, duration: 20 }, { ...OWN, sound: null }]) {
      vi.resetModules();
      const { store, alerts } = await load(wrong);
      expect(store.get(alerts.alertSettingsAtom)).toEqual(alerts.DEFAULT_ALERTS);
    }
  });

  it("keep durations between one and ten seconds", async () => {
    const { alerts } = await load();
    expect([500, 20_000, 2500.4, Number.NaN].map(alerts.clampDuration)).toEqual([1000, 10_000, 2500, 3000]);
  });
});
