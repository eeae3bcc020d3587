import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { losesLegs } from "./loses-legs.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

const LEGS = [settled(makeLeg({}), [makeOrder({})], { unitsPerLot: 65, decimals: 2 })];

async function builder() {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../../testing/strategies/builder-pane.ts");
  const { store, pane, letter } = await makeBuilderPane(LEGS);
  return {
    ...{ store, pane },
    turn: (symbol: string) => store.set(letter.chooseSymbolAtom, symbol),
    loses: () => losesLegs(store.get, pane),
  };
}

it("legs that are not saved are lost, put away with their symbol, too", async () => {
  const { store, pane, turn, loses } = await builder();
  expect(loses()).toBe(true);
  turn("BANKNIFTY");
  expect([store.get(pane.legsAtom), loses()]).toEqual([[], true]);
  store.set(pane.legsAtom, LEGS);
  store.set(pane.savedLegsAtom, LEGS);
  expect(loses()).toBe(false); // those of NIFTY are gone
});

it("legs that are saved are not, but for what was traded of them while they were put away", async () => {
  const { store, pane, turn, loses } = await builder();
  store.set(pane.savedLegsAtom, LEGS);
  expect(loses()).toBe(false);
  turn("BANKNIFTY");
  expect(loses()).toBe(false);
  store.set(pane.amendLegsAtom, (legs) => [...legs]);
  expect(loses()).toBe(true);
});

it("legs that Auto Save sends as they are left are not, unless it could not, or they are taken anew", async () => {
  const { store, pane, loses } = await builder();
  store.set(pane.autoSaveAtom, { autoSave: true });
  expect(loses()).toBe(true); // nothing is kept that it could replace
  store.set(pane.openAtom, { id: "fly", name: "Fly", portfolio: "" });
  expect([loses(), losesLegs(store.get, pane, "condor"), losesLegs(store.get, pane, "fly")]).toEqual([
    false,
    false,
    true,
  ]);
  store.set(pane.failedSaveAtom, store.get(pane.legsAtom));
  expect(loses()).toBe(true);
});
