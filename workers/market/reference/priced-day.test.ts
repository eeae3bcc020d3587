import { expect, it } from "vitest";
import { LTP, VOL } from "#contract/domain/columns.ts";
import { makeLiveDay } from "../__fixtures__/live-day.ts";
import { makeRoom } from "../__fixtures__/room.ts";
import { createChainReader } from "../chain.ts";
import { pricedOverDay } from "./priced-day.ts";
import { createDayReference } from "./reference-series.ts";

/** A Monday: the trading day before it is three days earlier. */
function pricedOf(prevVol: number | undefined) {
  const untraded = { ltp: 182.4, vol: 0, ...(prevVol !== undefined && { prevVol }) };
  const live = makeLiveDay(
    makeRoom({
      date: "2026-08-17",
      spot: { ltp: 24_010 },
      future: { ltp: 24_200 },
      strikes: [{ strike: 24_000, ce: untraded, pe: { ltp: 120, vol: 65 } }],
    }),
  );
  live.close(0);
  live.lose(1);
  live.set(LTP, 0, -1);
  live.close(2);
  const at = createChainReader().open(live.input(3));
  if (!at) throw new Error("no chain");
  const contracts = [
    { strike: 0, side: "ce" },
    { strike: 0, side: "pe" },
    { strike: -1, side: "ce" },
  ] as const;
  const priced = () => pricedOverDay(at, createDayReference().upTo(at), contracts);
  return { priced, live };
}

it("says from which minute each basis holds; a lost minute begins none", () => {
  const { spans, basis } = pricedOf(undefined).priced();
  expect(spans).toEqual([
    { from: 555, basis: "spot" },
    { from: 557, basis: "future" },
  ]);
  expect(basis).toBe("future");
});

it("names contracts without a trade today, with the age of their price where it is known", () => {
  const contract = { strike: 24_000, side: "ce", price: 182.4 };
  expect(pricedOf(130).priced().untradedContracts).toEqual([{ ...contract, days: 3, isOlder: false }]);
  expect(pricedOf(0).priced().untradedContracts).toEqual([{ ...contract, days: 3, isOlder: true }]);
  expect(pricedOf(undefined).priced().untradedContracts).toEqual([{ ...contract, days: Number.NaN, isOlder: false }]);
  const { priced, live } = pricedOf(130);
  live.set(VOL, 2, 65);
  expect(priced().untradedContracts).toEqual([]);
});
