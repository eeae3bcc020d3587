/** What the table is set to, and what alerts are of. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

beforeEach(() => {
  vi.resetModules();
  stubBrowserGlobals();
});
afterEach(() => void vi.unstubAllGlobals());

it("alerts are of the lines: another frame or order of the table makes no others", async () => {
  const [{ difference }, { ROUTE_MOUNT }] = await Promise.all([import("./pane.ts"), import("../../kit/pane/mount.ts")]);
  const { alertParamsAtom, paramsAtom, frameAtom, sorting, categoryAtom } = difference.of(ROUTE_MOUNT);
  const store = createStore();
  const before = JSON.stringify(store.get(alertParamsAtom));
  store.set(frameAtom, 15);
  store.set(sorting.choiceAtom, (now) => ({ ...now, descending: !now.descending }));
  expect(store.get(paramsAtom)).toMatchObject({ frame: 15, isNewestFirst: true });
  expect(JSON.stringify(store.get(alertParamsAtom))).toBe(before);
  store.set(categoryAtom, "volume");
  expect(store.get(alertParamsAtom).category).toBe("volume");
});
