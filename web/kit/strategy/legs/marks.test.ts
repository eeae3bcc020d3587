import { expect, it } from "vitest";
import type { LegContract } from "#contract/domain/strategy/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { priceOf } from "./marks.ts";

const expiry = isoDate("2026-11-24");
const state = {
  context: { symbol: "NIFTY", expiry },
  snapshot: {
    ladder: { strikes: [24_000, 24_050], ce: { ltp: [210, 180] }, pe: { ltp: [90, Number.NaN] } },
    future: { ltp: 24_100 },
    valuation: { legs: [{ type: "CE", expiry, strike: 24_000, price: 211, quantity: 65, entry: 200, shownIv: 0.1 }] },
  },
} as unknown as PaneState<StrategySnapshot>;

it.each<[type: LegContract["type"], strike: number, expiry: string, price: number]>([
  ["CE", 24_000, "11:24:2026", 211], // open: as it is valued
  ["CE", 24_050, "11:24:2026", 180],
  ["PE", 24_000, "11:24:2026", 90],
  ["FUT", 0, "11:24:2026", 24_100],
  ["PE", 24_050, "11:24:2026", Number.NaN],
  ["CE", 30_000, "11:24:2026", Number.NaN],
  ["CE", 24_050, "12:1:2026", Number.NaN],
])("the price of %s %d of %s is %d, whether the leg is open or not", (type, strike, expiry, price) => {
  expect(priceOf(state, { type, strike, expiry })).toBe(price);
});
