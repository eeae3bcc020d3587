import { expect, test } from "vitest";
import { isoDate, minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { derivation } from "./derive.ts";
import { pane } from "./pane.ts";

const kernel = undefined as unknown as Kernel; // prices are as they come

test("prices stand at the places of their names", () => {
  const known: Readonly<Record<string, number>> = { A: 10, C: 30 };
  const prices = { version: 1, ltp: (name: string) => known[name] ?? Number.NaN };
  const snapshot = derivation.derive(
    {
      market: makeMarket(undefined, { prices: () => prices }),
      pane: makePane(),
      params: { names: ["C", "B", "A"] },
      clock: { mode: "live", date: isoDate("2026-08-18"), minute: minute(600), speed: 1 },
      kernel,
    },
    undefined,
  );
  expect(snapshot?.names).toEqual(["C", "B", "A"]);
  expect([...(snapshot?.prices ?? [])]).toEqual([30, Number.NaN, 10]);
});

test("without positions nothing is asked for", () => {
  expect(pane.needs({ names: [] }, makePane())).toEqual([]);
  expect(pane.needs({ names: ["A"] }, makePane())).toEqual([{ prices: ["A"] }]);
});
