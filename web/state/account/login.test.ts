import { afterEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { canKeepLogin } from "./login.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a browser with room can keep a login, and nothing is left of the question", () => {
  const { storage } = stubBrowserGlobals();
  expect(canKeepLogin()).toBe(true);
  expect(storage.length).toBe(0);
});

it("one whose storage is full, or switched off, cannot", () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const { storage } = stubBrowserGlobals();
  vi.spyOn(storage, "setItem").mockImplementation(() => {
    throw new Error("QuotaExceededError");
  });
  expect(canKeepLogin()).toBe(false);
  vi.unstubAllGlobals();
  expect(canKeepLogin()).toBe(false);
});
