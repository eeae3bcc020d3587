import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { orderNewsAtom, readAgain } from "./news.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "visible" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a book is read at once, after words of the server, once for those that come together, and while the page is seen", () => {
  const store = createStore();
  const read = vi.fn();
  const stop = readAgain(store, 3000, read);
  expect(read).toHaveBeenCalledTimes(1);
  for (let word = 0; word < 3; word++) store.set(orderNewsAtom, (news) => news + 1);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(250);
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2750);
  expect(read).toHaveBeenCalledTimes(3);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  vi.advanceTimersByTime(30_000);
  expect(read).toHaveBeenCalledTimes(3);
  stop();
  store.set(orderNewsAtom, (news) => news + 1);
  vi.advanceTimersByTime(30_000);
  expect(read).toHaveBeenCalledTimes(3);
});
