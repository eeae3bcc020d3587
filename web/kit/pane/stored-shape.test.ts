import { atom, createStore } from "jotai";
import { expect, test } from "vitest";
import { isBoolean } from "../../state/saved/storage.ts";
import type { Setting } from "./mount.ts";
import { fieldOf, isOneOf, isShape } from "./stored-shape.ts";

interface Options {
  readonly type: "a" | "b";
  readonly isOn: boolean;
}

test("a stored record counts when each of its values does", () => {
  const isOptions = isShape<Options>({ type: isOneOf(["a", "b"]), isOn: isBoolean });
  expect(isOptions({ type: "a", isOn: false, older: 1 })).toBe(true);
  for (const wrong of [{ type: "c", isOn: true }, { type: "a" }, [], null, "a"]) expect(isOptions(wrong)).toBe(false);
});

test("a field of a record is a setting of its own", () => {
  const store = createStore();
  const optionsAtom: Setting<Options> = atom<Options>({ type: "a", isOn: false });
  const isOnAtom = fieldOf(optionsAtom, "isOn");
  store.set(isOnAtom, true);
  expect(store.get(optionsAtom)).toEqual({ type: "a", isOn: true });
  store.set(isOnAtom, (before) => !before);
  expect(store.get(isOnAtom)).toBe(false);
});
