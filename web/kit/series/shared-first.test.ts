import { atom, createStore } from "jotai";
import { expect, test, vi } from "vitest";
import { minute } from "#contract/domain/units.ts";
import { sharedFirst } from "./shared-first.ts";
import type { VisibleLines } from "./visible-lines.ts";

const NONE = Number.NaN;
const series = {
  x: { open: minute(555), cadence: 1 },
  lines: { early: Float64Array.of(NONE, 1, 2, 3), late: Float64Array.of(NONE, NONE, NONE, 4) },
};

test("charts of a stack begin together, at the first figure of any line that is shown", () => {
  const store = createStore();
  const visibleAtom = atom<VisibleLines>({});
  const first = sharedFirst(
    store,
    [{ lines: [{ id: "late" }] }, { lines: [{ id: "early" }, { id: "gone" }] }],
    visibleAtom,
  );
  const told = vi.fn();
  first.subscribe(told);
  expect(first.read(series)).toBe(1);
  store.set(visibleAtom, { early: false });
  expect(told).toHaveBeenCalledOnce();
  expect(first.read(series)).toBe(3);
  store.set(visibleAtom, { early: false, late: false });
  expect(first.read(series)).toBe(0);
});
