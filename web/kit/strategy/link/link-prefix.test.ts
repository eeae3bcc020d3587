import { createBrowserHistory } from "@tanstack/react-router";
import { afterEach, expect, it, vi } from "vitest";
import { takeFromAddress } from "./link-prefix.ts";

const PAGE = "/strategy-builderv3";

afterEach(() => void vi.unstubAllGlobals());

/** A page whose address is followed by the router's own history, which changes it as a browser does. */
function at(address: string) {
  const location = new URL(address, "http://localhost");
  const state = { key: "k", __TSR_key: "k", __TSR_index: 3 };
  const go = (to: unknown, _unused: string, path: string): void => {
    location.href = new URL(path, location).href;
    browser.state = to as typeof state;
  };
  const browser = { state, length: 1, replaceState: go, pushState: go };
  const changed = vi.fn();
  const addEventListener = (): void => undefined;
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", browser);
  vi.stubGlobal("dispatchEvent", ({ type }: Event) => changed(type));
  const router = createBrowserHistory({ window: { location, history: browser, addEventListener } });
  return { router, state, changed, addressNow: () => location.pathname + location.search + location.hash };
}

it("an opened link leaves the address, for the router, too: its place in the history is the same", async () => {
  const { router, state, changed, addressNow } = at(`${PAGE}#s=abc`);
  takeFromAddress();
  await Promise.resolve();
  expect(addressNow()).toBe(PAGE);
  expect(router.location.href).toBe(PAGE);
  expect(router.location.state).toEqual(state);
  expect(changed.mock.calls).toEqual([["hashchange"]]);
});
