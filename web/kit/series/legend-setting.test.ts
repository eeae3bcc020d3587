import { atom, createStore } from "jotai";
import { expect, it } from "vitest";
import { legendOf } from "./legend-setting.ts";
import type { VisibleLines } from "./visible-lines.ts";

function make() {
  const store = createStore();
  const spotAtom = atom(true);
  const bandAtom = atom(false);
  const othersAtom = atom<VisibleLines>({});
  const legendAtom = legendOf({ spot: spotAtom, upper: bandAtom, lower: bandAtom }, othersAtom);
  const press = (line: string, isOn: boolean): void => store.set(legendAtom, (before) => ({ ...before, [line]: isOn }));
  return { store, spotAtom, bandAtom, othersAtom, legendAtom, press };
}

it("shows a line as its box says, and a press in the legend writes the box", () => {
  const { store, spotAtom, legendAtom, press } = make();
  expect(store.get(legendAtom)).toEqual({ spot: true, upper: false, lower: false });
  press("spot", false);
  expect(store.get(spotAtom)).toBe(false);
  store.set(spotAtom, true);
  expect(store.get(legendAtom)["spot"]).toBe(true);
});

it("lines of one box go together, whichever is pressed", () => {
  const { store, bandAtom, legendAtom, press } = make();
  press("lower", true);
  expect(store.get(bandAtom)).toBe(true);
  expect(store.get(legendAtom)).toMatchObject({ upper: true, lower: true });
  press("upper", false);
  expect(store.get(legendAtom)).toMatchObject({ upper: false, lower: false });
});

it("keeps lines without a box apart: what is stored of them has no boxes", () => {
  const { store, othersAtom, press } = make();
  press("ce", false);
  expect(store.get(othersAtom)).toEqual({ ce: false });
});
