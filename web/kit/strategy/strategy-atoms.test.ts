import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { losesLegs } from "./legs/loses-legs.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

const IV = { iv: { all: 0.1, byExpiry: {} } };
const NEAR = "2026-08-18";

/** A builder on the day of the first of these expiries. */
async function builder(...expiries: readonly string[]) {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../testing/strategies/builder-pane.ts");
  const legOf = (expiry: string) =>
    settled(makeLeg({ id: expiry, expiry }), [makeOrder({ id: expiry })], { unitsPerLot: 65, decimals: 2 });
  const { store, pane, letter } = await makeBuilderPane(expiries.map(legOf));
  /** @param isOver as the worker tells it of the first expiry after its close */
  function tell({ isOver }: { readonly isOver: boolean }): void {
    const legs = [{ expiry: NEAR, isExpired: isOver }];
    store.set(pane.stateAtom as never, { snapshot: { date: isoDate(NEAR), valuation: { legs } } });
  }
  return { store, pane, letter, tell };
}

it("a date that is looked at ends with the expiry that it was counted to, and the rest of the what-if stays", async () => {
  const { store, pane, tell } = await builder("8:18:2026", "8:25:2026");
  const chosen = { ...IV, daysLeft: 0 };
  store.set(pane.whatIfAtom, chosen);
  tell({ isOver: false });
  expect(store.get(pane.whatIfAtom)).toBe(chosen);
  tell({ isOver: true });
  const left = store.get(pane.whatIfAtom);
  expect(left).toEqual(IV);
  tell({ isOver: true });
  expect(store.get(pane.whatIfAtom)).toBe(left); // the same one from tick to tick
  expect(store.get(pane.paramsAtom).whatIf).toBe(left);
});

it("a date that is looked at stays when a leg is priced anew or comes, and ends when one goes", async () => {
  const { store, pane } = await builder("8:18:2026", "8:25:2026");
  const [near, far] = store.get(pane.legsAtom);
  const chosen = { ...IV, daysLeft: 0 };
  store.set(pane.whatIfAtom, chosen);
  store.set(pane.legsAtom, [{ ...near!, ltp: 90 }, far!]);
  store.set(pane.legsAtom, [near!, far!, { ...far!, strike: 24_300 }]);
  expect(store.get(pane.whatIfAtom)).toBe(chosen);
  store.set(pane.legsAtom, [near!, far!]);
  expect(store.get(pane.whatIfAtom)).toEqual(IV);
});

it("a date that is looked at ends for good with a leg of a nearer expiry, and with the first leg of all", async () => {
  const { store, pane } = await builder("8:18:2026", "8:25:2026");
  const [near, far] = store.get(pane.legsAtom);
  store.set(pane.legsAtom, [far!]);
  store.set(pane.whatIfAtom, { ...IV, daysLeft: 3 });
  store.set(pane.legsAtom, [far!, near!]);
  store.set(pane.legsAtom, [far!, { ...near!, action: undefined }]); // closed by an order
  expect(store.get(pane.whatIfAtom)).toEqual(IV);
  store.set(pane.legsAtom, []);
  store.set(pane.whatIfAtom, { ...IV, daysLeft: 3 });
  store.set(pane.legsAtom, [far!]);
  expect(store.get(pane.whatIfAtom)).toEqual(IV);
});

it("a date that is chosen after the close stays, also while the market is read anew", async () => {
  const { store, pane, tell } = await builder("8:18:2026", "8:25:2026");
  tell({ isOver: true });
  const chosen = { ...IV, daysLeft: 3 };
  store.set(pane.whatIfAtom, chosen);
  tell({ isOver: true });
  expect(store.get(pane.whatIfAtom)).toBe(chosen);
  store.set(pane.stateAtom as never, {});
  expect(store.get(pane.whatIfAtom)).toBe(chosen);
});

it("while legs are adjusted, whole, all days are looked at", async () => {
  const { store, pane } = await builder("8:18:2026");
  const [leg] = store.get(pane.legsAtom);
  const orders = [makeOrder({ id: "a" }), makeOrder({ id: "b", time: 86_400_000 })];
  store.set(pane.legsAtom, [settled(leg!, orders, { unitsPerLot: 65, decimals: 2 })]);
  store.set(pane.tradedDayAtom, "1970-01-02");
  expect(store.get(pane.tradedDayAtom)).toBe("1970-01-02");
  store.set(pane.panelAtom, "adjust");
  expect(store.get(pane.tradedDayAtom)).toBe("all");
  expect(store.get(pane.heldAtom)).toMatchObject([{ lots: 2 }]);
  store.set(pane.panelAtom, "ladder");
  expect(store.get(pane.tradedDayAtom)).toBe("1970-01-02");
});

it.each(["NIFTY", "BANKNIFTY"])(
  "legs of a strategy that is deleted while %s is looked at are not saved",
  async (symbol) => {
    const { store, pane, letter } = await builder("8:18:2026");
    const legs = store.get(pane.legsAtom);
    store.set(pane.openAtom, { id: "fly", name: "Fly", portfolio: "" });
    store.set(pane.savedLegsAtom, legs);
    store.set(letter.chooseSymbolAtom, symbol);
    store.set(pane.forgetKeptAtom, ["condor"]);
    expect(losesLegs(store.get, pane)).toBe(false);
    store.set(pane.forgetKeptAtom, ["condor", "fly"]);
    expect(losesLegs(store.get, pane)).toBe(true);
    if (symbol !== "NIFTY") store.set(pane.bringBackAtom, (back) => store.set(letter.chooseSymbolAtom, back));
    expect([store.get(pane.legsAtom), store.get(pane.openAtom), store.get(pane.isUnsavedAtom)]).toEqual([
      legs,
      undefined,
      true,
    ]);
  },
);
