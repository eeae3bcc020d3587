import { atom, createStore } from "jotai";
import { describe, expect, test } from "vitest";
import type { Sets } from "../../state/saved/account-sets.ts";
import type { Setting } from "../pane/mount.ts";
import { createNamedSets, whyNotSaved } from "./create-named-sets.ts";

const builtIn = new Map([
  ["ALL", 0],
  ["BANK", 1],
]);

function setUp(own: Sets<number> = {}, chosen = "ALL") {
  const store = createStore();
  const setsAtom: Setting<Sets<number>> = atom(own);
  const chosenAtom: Setting<string> = atom(chosen);
  const sets = createNamedSets({ setsAtom, chosenAtom, builtIn });
  return { store, sets, current: () => store.get(sets.currentAtom), kept: () => store.get(setsAtom) };
}

describe("named sets", () => {
  test("list the user's own first, and fall back on the first built-in one", () => {
    const { store, sets, current } = setUp({ mine: 7 }, "gone");
    expect(store.get(sets.namesAtom)).toEqual(["mine", "ALL", "BANK"]);
    expect(current()).toEqual({ name: "ALL", set: 0, isOwn: false });
    store.set(sets.chooseAtom, "mine");
    expect(current()).toEqual({ name: "mine", set: 7, isOwn: true });
    store.set(sets.chooseAtom, "constructor");
    expect(current().isOwn).toBe(false);
  });

  test("save under a name, choose it, and leave the others as they are", () => {
    const { store, sets, current, kept } = setUp({ mine: 7 });
    store.set(sets.saveAtom, "new", 8);
    expect(current()).toEqual({ name: "new", set: 8, isOwn: true });
    store.set(sets.saveAtom, "mine", 9);
    expect(kept()).toEqual({ mine: 9, new: 8 });
  });

  test("after one is removed the first that remains is chosen, or the first built-in", () => {
    const { store, sets, current, kept } = setUp({ a: 1, b: 2 }, "b");
    store.set(sets.removeAtom, "b");
    expect(current().name).toBe("a");
    store.set(sets.removeAtom, "a");
    expect(current().name).toBe("ALL");
    expect(kept()).toEqual({});
  });

  test("say why one cannot be saved", () => {
    expect(whyNotSaved(" ", false, [])).toMatch(/name/);
    expect(whyNotSaved(" mine ", false, ["mine"])).toMatch(/already/);
    expect(whyNotSaved("mine", true, [])).toMatch(/least one/);
    expect(whyNotSaved("mine", false, ["other"])).toBeUndefined();
  });
});
