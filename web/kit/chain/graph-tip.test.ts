import { expect, test } from "vitest";
import {
  CALLS,
  type ChainSnapshot,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_OI_CHANGE_LAKH,
  GRAPH_PREVIOUS,
  graphSlot,
  PUTS,
  STRIKE,
  slotsOf,
} from "#contract/domain/snapshots/chain-table.ts";
import { graphTip } from "./graph-tip.ts";

const slots = slotsOf({ oiGraph: true, columns: [] });

function snapshot(): ChainSnapshot {
  const values = new Float64Array(slots).fill(Number.NaN);
  values[STRIKE] = 24_200;
  const set = (side: 0 | 1, figures: readonly (readonly [number, number])[]): void => {
    for (const [slot, value] of figures) values[graphSlot(side) + slot] = value;
  };
  // A whole bar is 8 lakhs.
  set(CALLS, [
    [GRAPH_OI, 4],
    [GRAPH_CURRENT, 0.5],
    [GRAPH_PREVIOUS, 0.25],
    [GRAPH_HIGH, 1],
    [GRAPH_LOW, 0.125],
    [GRAPH_OI_CHANGE, 100],
    [GRAPH_OI_CHANGE_LAKH, 2],
  ]);
  set(PUTS, [[GRAPH_PREVIOUS, 0.5]]);
  return { rows: 1, slots, values, oiGraph: true } as ChainSnapshot;
}

test("the pointed strike lists its figures in lakhs, with OI's change", () => {
  expect(graphTip(snapshot(), 24_200).split("\n")).toEqual([
    "24,200.00",
    "CE: OI 4.00 L (+2.00, +100%)",
    "  High OI 8.00 L",
    "  Previous OI 2.00 L",
    "  Current OI 4.00 L",
    "  Low OI 1.00 L",
    "PE: OI - L (-, -)",
    "  High OI - L",
    "  Previous OI 4.00 L",
    "  Current OI - L",
    "  Low OI - L",
  ]);
});

test("nothing is said of another strike, of no strike, and of a chain", () => {
  expect(graphTip(snapshot(), 24_300)).toBe("");
  expect(graphTip(snapshot(), undefined)).toBe("");
  expect(graphTip({ ...snapshot(), oiGraph: false }, 24_200)).toBe("");
});
