import { createStore } from "jotai";
import { afterEach, describe, expect, test, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { axesOf, type Checked, pressed } from "./boxes.ts";
import { sideChart } from "./chart.ts";
import { FIGURES, type Figure } from "./snapshot.ts";

afterEach(() => void vi.unstubAllGlobals());

const PAIRS = FIGURES.flatMap((a) => FIGURES.filter((b) => b !== a).map((b): Checked => [a, b]));

test.each<[string, Checked, Figure, Checked]>([
  ["a third box: the one checked first goes off", ["price", "oi"], "iv", ["oi", "iv"]],
  ["again", ["oi", "iv"], "price", ["iv", "price"]],
  ["the order of checking counts, not that of the axes", ["oi", "price"], "iv", ["price", "iv"]],
  ["unchecked: the other two are on, the new one last", ["price", "oi"], "price", ["oi", "iv"]],
  ["unchecked, the second", ["price", "oi"], "oi", ["price", "iv"]],
])("%s", (_words, before, figure, after) => {
  expect(pressed(before, figure)).toEqual(after);
});

test("two are on, and the pressed one has changed, whatever is pressed", () => {
  for (const before of PAIRS)
    for (const figure of FIGURES) {
      const after = pressed(before, figure);
      expect(new Set(after).size).toBe(2);
      expect(after.includes(figure)).toBe(!before.includes(figure));
    }
});

test("an entry of either legend is its box, on both sides", async () => {
  stubBrowserGlobals();
  const { ivPriceOi } = await import("./pane.ts");
  const { ROUTE_MOUNT } = await import("../../kit/pane/mount.ts");
  const store = createStore();
  const { visibleAtom, checkedAtom } = ivPriceOi.of(ROUTE_MOUNT);
  expect(store.get(visibleAtom)).toEqual({
    "ce-iv": false,
    "ce-price": true,
    "ce-oi": true,
    "pe-iv": false,
    "pe-price": true,
    "pe-oi": true,
  });
  store.set(visibleAtom, (legend) => ({ ...legend, "pe-iv": true }));
  expect(store.get(checkedAtom)).toEqual(["oi", "iv"]);
  store.set(visibleAtom, (legend) => ({ ...legend, "ce-oi": false }));
  expect(store.get(checkedAtom)).toEqual(["iv", "price"]);
  store.set(visibleAtom, (legend) => legend);
  expect(store.get(checkedAtom)).toEqual(["iv", "price"]);
});

describe("the axes", () => {
  test("stand in the order IV, Price, OI", () => {
    for (const [a, b] of PAIRS) {
      const [left, right] = axesOf([a, b]);
      expect(FIGURES.indexOf(left)).toBeLessThan(FIGURES.indexOf(right));
      expect(new Set([left, right])).toEqual(new Set([a, b]));
    }
  });

  test.each<[Checked, string, string, string]>([
    [["oi", "price"], "₹", "lakh", "PE price, left · open interest, right ( In Lakhs )"],
    [["oi", "iv"], "%", "lakh", "PE IV (Black-Scholes), left · open interest, right ( In Lakhs )"],
    [["price", "iv"], "%", "₹", "PE IV (Black-Scholes), left · price, right"],
  ])("of %s", (checked, left, right, words) => {
    const { y, y2, unit, lines } = sideChart("pe", { checked, decimals: 2, isForward: false });
    expect([y.unit, y2?.unit, unit]).toEqual([left, right, words]);
    expect(lines.filter(({ scale }) => scale === "y2").map(({ id }) => id)).toEqual([`pe-${axesOf(checked)[1]}`]);
  });
});

test("a price has the decimals of its symbol", () => {
  const text = (decimals: 2 | 4) =>
    sideChart("ce", { checked: ["price", "oi"], decimals, isForward: false }).lines.map((line) => line.format(0.125));
  expect(text(4)).toEqual(["0.13%", "0.1250", "0.13 L"]);
  expect(text(2)[1]).toBe("0.13");
});
