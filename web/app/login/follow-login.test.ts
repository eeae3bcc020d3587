import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function onLoginPage(stored: Readonly<Record<string, string>> = {}) {
  const { changeElsewhere } = stubBrowserGlobals(stored);
  const reload = vi.fn();
  const replace = vi.fn();
  vi.stubGlobal("location", { reload, replace });
  const { followLogin } = await import("./follow-login.ts");
  const { left } = await import("../routing/kept-link.ts");
  const { keepSessionAtom } = await import("../../state/account/login.ts");
  const store = createStore();
  const end = followLogin(store);
  const logIn = () => store.set(keepSessionAtom, { status: "success", message: "", token: "t", data: { user } });
  return { reload, replace, left, changeElsewhere, logIn, end };
}

it("a login loads the page again once 'Login Successful' was there to be read", async () => {
  const { reload, logIn } = await onLoginPage();
  logIn();
  vi.advanceTimersByTime(399);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

it("a login in another tab does so, too; a logout there, and what comes after the page was left, does not", async () => {
  const { reload, changeElsewhere, end } = await onLoginPage();
  changeElsewhere("tk", "theirs");
  changeElsewhere("isLoggedIn", "1000");
  changeElsewhere("isLoggedIn", null);
  vi.advanceTimersByTime(1000);
  expect(reload).not.toHaveBeenCalled();
  changeElsewhere("isLoggedIn", String(user.expires));
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledOnce();
  end();
  changeElsewhere("isLoggedIn", null);
  changeElsewhere("isLoggedIn", String(user.expires));
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledOnce();
});

it("a login in another tab brings this one back to the screen it showed", async () => {
  const { reload, replace, left, changeElsewhere } = await onLoginPage();
  left.path = "/workspace";
  changeElsewhere("isLoggedIn", String(user.expires));
  vi.advanceTimersByTime(1000);
  expect([replace.mock.calls, reload.mock.calls.length]).toEqual([[["/workspace"]], 0]);
});

it("a login that another tab made while this one was on its way to the form does so, too", async () => {
  const { reload } = await onLoginPage({ isLoggedIn: String(user.expires) });
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledOnce();
});
