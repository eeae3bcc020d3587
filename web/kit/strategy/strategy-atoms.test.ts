import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settled } from "#contract/domain/strategy/position.ts";
import { makeLeg, makeOrder } from "#contract/domain/strategy/testing/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

const CLOSE = 15 * 60 + 40;
const IV = { iv: { all: 0.1, byExpiry: {} } };

/** A builder on the day of the first of these expiries. */
async function builder(...expiries: readonly string[]) {
  stubBrowserGlobals();
  const { makeBuilderPane } = await import("../../testing/builder-pane.ts");
  const legOf = (expiry: string) =>
    settled(makeLeg({ id: expiry, expiry }), [makeOrder({ id: expiry })], { unitsPerLot: 65, decimals: 2 });
  const { store, pane } = await makeBuilderPane(expiries.map(legOf));
  const goTo = (minute: number): void =>
    store.set(pane.stateAtom as never, { snapshot: { date: isoDate("2026-08-18"), minute, valuation: { legs: [] } } });
  return { store, pane, goTo };
}

it("a date that is looked at ends with the expiry that it was counted to, and the rest of the what-if stays", async () => {
  const { store, pane, goTo } = await builder("8:18:2026", "8:25:2026");
  goTo(CLOSE - 40);
  store.set(pane.whatIfAtom, { ...IV, daysLeft: 0 });
  goTo(CLOSE - 1);
  expect(store.get(pane.whatIfAtom)).toEqual({ ...IV, daysLeft: 0 });
  goTo(CLOSE);
  expect(store.get(pane.whatIfAtom)).toEqual(IV);
  expect(store.get(pane.paramsAtom).whatIf).toBe(store.get(pane.whatIfAtom));
  store.set(pane.whatIfAtom, { ...IV, daysLeft: 3 });
  goTo(CLOSE + 1);
  expect(store.get(pane.whatIfAtom)).toEqual({ ...IV, daysLeft: 3 });
});

it("a date stays where no leg goes on, and while the market is read anew", async () => {
  const { store, pane, goTo } = await builder("8:18:2026");
  goTo(CLOSE - 40);
  const chosen = { ...IV, daysLeft: 0.01 };
  store.set(pane.whatIfAtom, chosen);
  goTo(CLOSE);
  expect(store.get(pane.whatIfAtom)).toBe(chosen);
  store.set(pane.stateAtom as never, {});
  expect(store.get(pane.whatIfAtom)).toBe(chosen);
});
