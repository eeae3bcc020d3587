/** What a user has made of a scan, not saved. */
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("stays while the scan that it was made of is the same, also where that was loaded again", async () => {
  const copyOf = (formula: string) =>
    JSON.stringify({ user: user.email, sets: { mine: { kind: "futures", formula } }, isPending: false });
  const { changeElsewhere } = stubBrowserGlobals({
    user: JSON.stringify(user),
    scans: copyOf("LTP > 100"),
    currentScan: "mine",
  });
  const [{ scanner }, { ROUTE_MOUNT }] = await Promise.all([import("./pane.ts"), import("../../kit/pane/mount.ts")]);
  const { scanAtom, isChangedAtom } = scanner.of(ROUTE_MOUNT);
  const store = createStore();
  const shown = () => [store.get(scanAtom).formula, store.get(isChangedAtom)];
  const look = () => store.sub(scanAtom, () => undefined);

  const leave = look();
  store.set(scanAtom, { kind: "futures", formula: "LTP > 200" });
  leave(); // to another screen and back: storage is read again
  look();
  expect(shown()).toEqual(["LTP > 200", true]);
  changeElsewhere("scans", copyOf("LTP > 100"));
  expect(shown()).toEqual(["LTP > 200", true]);
  changeElsewhere(
    "scanDraft",
    JSON.stringify({ of: "mine futures LTP > 100", scan: { kind: "all", formula: "OI > 1" } }),
  );
  expect(shown()).toEqual(["OI > 1", true]); // another tab goes on with it
  changeElsewhere("scans", copyOf("LTP > 300"));
  expect(shown()).toEqual(["LTP > 300", false]);
});

it("the same again is no change", async () => {
  stubBrowserGlobals({ user: JSON.stringify(user) });
  const [{ scanner }, { ROUTE_MOUNT }] = await Promise.all([import("./pane.ts"), import("../../kit/pane/mount.ts")]);
  const { scanAtom, isChangedAtom } = scanner.of(ROUTE_MOUNT);
  const store = createStore();
  store.set(scanAtom, { ...store.get(scanAtom), kind: "all" });
  expect(store.get(isChangedAtom)).toBe(true);
  store.set(scanAtom, { ...store.get(scanAtom), kind: "futures" });
  expect(store.get(isChangedAtom)).toBe(false);
});
