import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toasts } from "./toasts.ts";

const page = Object.assign(new EventTarget(), { hidden: false });

function turn(isHidden: boolean): void {
  page.hidden = isHidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  toasts.closeAll();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("a message in a hidden tab stands until the tab has been looked at for its whole time", () => {
  turn(true);
  toasts.show({ message: "crossed", duration: 3000 });
  vi.advanceTimersByTime(60_000);
  turn(false);
  vi.advanceTimersByTime(2000);
  turn(true);
  vi.advanceTimersByTime(60_000);
  turn(false);
  vi.advanceTimersByTime(2999);
  expect(toasts.list()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toasts.list()).toEqual([]);
  turn(false);
  expect(vi.getTimerCount()).toBe(0);
});
