import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { createKernel } from "#kernel/kernel.ts";
import { marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { type Cell, makeRoom } from "#market/__fixtures__/room.ts";
import { createChainReader } from "#market/chain.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";
import { createLadderReader } from "./ladder.ts";
import { createChainPricer } from "./priced-chain.ts";

/** Tuesday; the exchange traded on Monday before. */
const DATE = "2026-08-18";

/** @param strikeOf rupees, of the n-th */
function ladderOf(calls: readonly Cell[], strikeOf = (i: number): number => 24_000 + 50 * i) {
  const strikes = calls.map((ce, i) => ({ strike: strikeOf(i), ce, pe: { ltp: 100, vol: 65 } }));
  const day = makeRoom({ date: DATE, spot: { ltp: 24_010 }, strikes });
  const market = {
    room: () => marketRoom(day),
    doc: () => undefined,
    prices: () => ({ version: 0, ltp: () => Number.NaN }),
    missing: () => undefined,
  };
  const clock = { mode: "live", date: isoDate(DATE), minute: 720 } as never;
  const at = createChainReader().open({ market, pane: makePane(), clock });
  if (!at) throw new Error("no chain");
  return createLadderReader().of({ at, priced: createChainPricer().of(at, createKernel(loadQuantModule())) });
}

it("a price of an earlier day has its age, one of today none", () => {
  const { ce, pe } = ladderOf([
    { ltp: 414.4, vol: 0, prevVol: 65 },
    { ltp: 432.4, vol: 0, prevVol: 0 },
    { ltp: 390, vol: 0 },
    { ltp: 350, vol: 65 },
    { ltp: 310 },
    { vol: 0 },
  ]);
  expect([...ce.age]).toEqual([1, -1, Number.NaN, 0, 0, 0]);
  expect([...pe.age]).toEqual([0, 0, 0, 0, 0, 0]);
  expect(ce.ltp[0]).toBe(414.4); // it is shown all the same
});

it("an adjusted strike beside the money does not make the step", () => {
  const strikes = [23_900, 23_950, 24_000, 24_012.5, 24_050, 24_100, 24_150];
  const step = (count: number) =>
    ladderOf(Array<Cell>(count).fill({ ltp: 100, vol: 65 }), (i) => strikes[i] ?? Number.NaN).step;
  expect(step(7)).toBe(50);
  expect(step(1)).toBeNaN();
});
