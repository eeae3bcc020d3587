import { expect, it } from "vitest";
import { DEFAULT_ALERTS } from "../../state/market/alerts.ts";
import { alertToast } from "./alert.ts";
import { completeToast } from "./toast-store.ts";

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
