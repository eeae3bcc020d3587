import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defineScreen } from "#contract/worker/screen.ts";
import { isBoolean } from "../../state/saved/storage.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { initList } from "../../testing/market-data.ts";
import type { PaneMount } from "./mount.ts";

interface Params {
  readonly reach: number;
}

const screen = defineScreen<Params, number>({
  id: "sample",
  title: "Sample",
  route: "/sample",
  access: "subscriber",
  rate: 2,
  home: "underlying",
  defaults: { reach: 5 },
  needs: () => [],
});

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

async function load(stored: Readonly<Record<string, string>> = {}) {
  const { storage } = stubBrowserGlobals(stored);
  const [{ createPane }, { ROUTE_MOUNT }, letters, { universeAtom }, { readUniverse }] = await Promise.all([
    import("./create-pane.ts"),
    import("./mount.ts"),
    import("../../state/pane/letters.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
  ]);
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  return { storage, store, createPane, ROUTE_MOUNT, ...letters };
}

/** A place in a workspace, whose settings are forgotten. */
const placeOf = (letter: "A" | "B"): PaneMount => ({
  letterAtom: atom<"A" | "B">(letter),
  settings: {
    stored: (_key, initial) => atom(initial) as never,
    storedText: (_key, initial) => atom(initial) as never,
  },
  isCompact: true,
});

it("two places have atoms of their own, and look at what their letters chose", async () => {
  const { store, createPane, letters, ROUTE_MOUNT } = await load();
  const kind = createPane(screen, () => ({ paramsAtom: atom<Params>(screen.defaults) }));
  const route = kind.of(ROUTE_MOUNT);
  const other = kind.of(placeOf("B"));
  expect(other.paramsAtom).not.toBe(route.paramsAtom);
  store.set(other.paramsAtom, { reach: 9 });
  expect(store.get(route.paramsAtom)).toEqual({ reach: 5 });
  store.set(letters.B.chooseSymbolAtom, "NIFTY");
  expect(store.get(other.contextAtom)?.symbol).toBe("NIFTY");
  expect(store.get(route.contextAtom)?.symbol).toBe("BANKNIFTY");
});

it("a place keeps its instance, and may turn to another letter", async () => {
  const { store, createPane, letters } = await load();
  const kind = createPane(screen, () => ({}));
  const letterAtom = atom<"A" | "B">("A");
  const place: PaneMount = { ...placeOf("A"), letterAtom };
  expect(kind.of(place)).toBe(kind.of(place));
  store.set(letters.B.chooseSymbolAtom, "NIFTY");
  store.set(letterAtom, "B");
  expect(store.get(kind.of(place).contextAtom)?.symbol).toBe("NIFTY");
});

it("only the route's pane keeps its settings under the public keys; screens that share a key see each other's change", async () => {
  const { storage, store, createPane, ROUTE_MOUNT } = await load({ colorinvert: "true" });
  const build = () => createPane(screen, ({ stored }) => ({ isInvertedAtom: stored("colorinvert", false, isBoolean) }));
  const [one, two] = [build(), build()];
  expect(store.get(one.of(ROUTE_MOUNT).isInvertedAtom)).toBe(true);
  store.set(one.of(ROUTE_MOUNT).isInvertedAtom, false);
  expect(store.get(two.of(ROUTE_MOUNT).isInvertedAtom)).toBe(false);
  expect(storage.getItem("colorinvert")).toBe("false");
  const place = placeOf("B");
  store.set(one.of(place).isInvertedAtom, true);
  expect(storage.getItem("colorinvert")).toBe("false");
});

it("a screen without params derives with its defaults; atoms are named for debugging", async () => {
  const { store, createPane, ROUTE_MOUNT } = await load();
  const pane = createPane(screen, () => ({ scaleAtom: atom(1) })).of(ROUTE_MOUNT);
  expect(store.get(pane.paramsAtom)).toEqual({ reach: 5 });
  expect(pane.scaleAtom.debugLabel).toBe("sample.scaleAtom");
});
