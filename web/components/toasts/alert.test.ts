import { afterEach, expect, it, vi } from "vitest";
import { DEFAULT_ALERTS } from "../../state/market/alerts.ts";
import { alertToast } from "./alert.ts";
import { completeToast } from "./toast-store.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("an alert takes sound and duration from the settings", () => {
  expect(completeToast(alertToast("crossed", DEFAULT_ALERTS), 1)).toMatchObject({
    type: "info",
    autoClose: true,
    duration: 3000,
    soundEnabled: true,
    sound: undefined,
  });
  const own = { ...DEFAULT_ALERTS, autoClose: false, soundEnabled: false, sound: "data:audio/wav;base64,AA" };
  expect(completeToast(alertToast("crossed", own), 2)).toMatchObject({
    autoClose: false,
    soundEnabled: false,
    sound: "data:audio/wav;base64,AA",
  });
});

it("the other tabs hear of it where one tab alone watches, and not where each watches itself", async () => {
  const post = vi.fn();
  vi.stubGlobal("BroadcastChannel", function BroadcastChannel() {
    return { postMessage: post };
  });
  vi.resetModules();
  const [{ tellAlert }, { toasts }] = await Promise.all([import("./alert.ts"), import("./toasts.ts")]);
  const show = vi.spyOn(toasts, "show").mockReturnValue(1);
  vi.stubGlobal("navigator", { locks: {} });
  tellAlert("crossed", DEFAULT_ALERTS);
  expect(post).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "crossed", soundEnabled: false }));
  vi.stubGlobal("navigator", {});
  tellAlert("crossed", DEFAULT_ALERTS);
  expect(post).toHaveBeenCalledTimes(1);
  expect(show).toHaveBeenCalledTimes(2);
});
