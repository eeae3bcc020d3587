/** What the lines of a day stand on, in words of data: what priced each minute, and which of their contracts are untraded. */

import { type BasisSpan, PRICE_BASES, type PricedOn, type UntradedContract } from "#contract/domain/choices/pricing.ts";
import { LTP } from "#contract/domain/columns.ts";
import type { ChainMoment } from "../chain.ts";
import { cellOf } from "./moment.ts";
import { isPriceOfToday, pricedOnOf } from "./pricing.ts";
import type { ReferenceSeries } from "./reference-series.ts";
import { agesOf } from "./untraded.ts";

/** A contract whose line is shown. @property strike index in the strike table */
export interface ShownContract {
  readonly strike: number;
  readonly side: "ce" | "pe";
}

/** What a screen of lines says of its prices at a moment. @param reference of the day up to it */
export const pricedOverDay = (
  at: ChainMoment,
  reference: ReferenceSeries,
  contracts: readonly ShownContract[],
): PricedOn => ({
  ...pricedOnOf(at),
  spans: spansOf(at, reference),
  untradedContracts: contracts.flatMap((contract) => untradedOf(at, contract) ?? []),
});

/** A slot without a basis, a hole, goes on with the one before it. */
function spansOf({ day, closed, tail }: ChainMoment, { basis }: ReferenceSeries): readonly BasisSpan[] {
  const spans: BasisSpan[] = [];
  const end = tail < 0 ? closed : tail + 1;
  for (let slot = 0; slot < end; slot++) {
    const now = PRICE_BASES[basis[slot]!]!;
    if (now !== "none" && now !== spans.at(-1)?.basis) spans.push({ from: day.open + slot, basis: now });
  }
  return spans;
}

/** Undefined where it traded today, or has no price at all. */
function untradedOf(at: ChainMoment, { strike, side }: ShownContract): UntradedContract | undefined {
  const { table, moment, day } = at;
  const row = table[side][strike] ?? -1;
  const price = cellOf(moment, LTP, row);
  if (price <= 0 || isPriceOfToday(moment, row)) return undefined;
  return { strike: table.strikes[strike]! / day.priceScale, side, price: price / day.priceScale, ...agesOf(at)(row) };
}
