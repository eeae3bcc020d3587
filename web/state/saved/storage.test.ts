import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BrowserGlobals, stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { isNumber, isRecord, readItem, storedAtom, storedTextAtom } from "./storage.ts";

let browser: BrowserGlobals;

beforeEach(() => {
  browser = stubBrowserGlobals({ good: "17", wrong: '"17"', broken: "{", word: "as it is" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("stored values", () => {
  it.each([
    ["good", 17],
    ["wrong", 0],
    ["broken", 0],
    ["absent", 0],
  ])("%s is read as %i", (key, value) => {
    expect(createStore().get(storedAtom(key, 0, isNumber))).toBe(value);
  });

  it("are written as JSON, text as it is", () => {
    const store = createStore();
    store.set(storedAtom("theme", {}, isRecord), { dark: false });
    store.set(storedTextAtom("tk", "no"), "ticket");
    expect(readItem("theme")).toBe('{"dark":false}');
    expect(readItem("tk")).toBe("ticket");
    expect(createStore().get(storedTextAtom("word", ""))).toBe("as it is");
    store.set(storedAtom("theme", {}, isRecord), {});
    expect(readItem("theme")).toBeNull(); // empty, it is as good as none
  });

  it("follow other tabs while somebody listens, checked", () => {
    const store = createStore();
    const own = storedAtom("good", 0, isNumber);
    const off = store.sub(own, () => undefined);
    browser.changeElsewhere("good", "18");
    expect(store.get(own)).toBe(18);
    browser.changeElsewhere("good", "{}");
    expect(store.get(own)).toBe(0);
    off();
  });

  it("live as long as the page where storage is switched off", () => {
    vi.unstubAllGlobals();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const store = createStore();
    const own = storedAtom("good", 0, isNumber);
    store.set(own, 19);
    expect(store.get(own)).toBe(19);
    expect(readItem("good")).toBeNull();
    expect(console.warn).toHaveBeenCalled();
  });
});
