/** What the boxes are set to, and what alerts are of. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

beforeEach(() => {
  vi.resetModules();
  stubBrowserGlobals();
});
afterEach(() => void vi.unstubAllGlobals());

it("alerts are of the breadth: sorting and searching the boxes makes no other", async () => {
  const [{ board }, { ROUTE_MOUNT }] = await Promise.all([import("./pane.ts"), import("../../kit/pane/mount.ts")]);
  const { alertParamsAtom, paramsAtom, viewAtom, sortAtom, findAtom } = board.of(ROUTE_MOUNT);
  const store = createStore();
  const before = JSON.stringify(store.get(alertParamsAtom));
  store.set(sortAtom, "oi");
  store.set(findAtom, "BANK");
  store.set(viewAtom, "breadth");
  expect(store.get(paramsAtom)).toMatchObject({ sort: "oi", find: "BANK" });
  expect(JSON.stringify(store.get(alertParamsAtom))).toBe(before);
  expect(store.get(alertParamsAtom).view).toBe("breadth");
});
