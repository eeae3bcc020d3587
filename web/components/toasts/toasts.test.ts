import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toasts } from "./toasts.ts";

const page = Object.assign(new EventTarget(), { hidden: false });

function turn(isHidden: boolean): void {
  page.hidden = isHidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  toasts.closeAll();
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  toasts.closeAll();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("an alert in a hidden tab stands until the tab has been looked at for its whole time", () => {
  turn(true);
  toasts.show({ message: "crossed", duration: 3000, untilSeen: true });
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

it("any other message goes by itself in a hidden tab, too", () => {
  turn(true);
  toasts.show({ message: "saved", duration: 3000 });
  vi.advanceTimersByTime(2000);
  turn(false);
  vi.advanceTimersByTime(1000);
  expect(toasts.list()).toEqual([]);
});

it("the alerts of a hidden tab are shown three by three, each for its whole time, and twenty at most", () => {
  turn(true);
  toasts.show({ message: "to be closed", autoClose: false });
  for (let i = 1; i <= 30; i++) toasts.show({ message: `${i}`, duration: 3000, untilSeen: true });
  const messages = () => toasts.list().map(({ message }) => message);
  expect(messages().slice(-2)).toEqual(["11", "to be closed"]);
  turn(false);
  vi.advanceTimersByTime(2999);
  expect(messages()).toHaveLength(21);
  vi.advanceTimersByTime(1);
  expect(messages().slice(0, 3)).toEqual(["27", "26", "25"]);
  vi.advanceTimersByTime(18_000);
  expect(messages()).toEqual(["to be closed"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("a message that newer ones push out has its time when it is back", () => {
  for (let i = 1; i <= 4; i++) toasts.show({ message: `${i}`, duration: 3000 });
  vi.advanceTimersByTime(3000);
  expect(toasts.list().map(({ message }) => message)).toEqual(["1"]);
  vi.advanceTimersByTime(3000);
  expect(toasts.list()).toEqual([]);
});
