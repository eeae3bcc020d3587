/**
 * Hot: runs over a day of slots.
 *
 * Prices of options through the day, in rupees: a last price of an earlier day belongs to no minute of this day, so it is a gap
 * unless the board prices untraded contracts.
 */
import { MISSING_MINUTE } from "#contract/domain/columns.ts";
import type { ChainMoment } from "../chain.ts";
import { cellsOf } from "../reference/moment.ts";
import { pricedLtp } from "../reference/pricing.ts";
import type { Stretch } from "./day-lines.ts";

type PricedLines = Pick<ChainMoment, "day" | "pricing" | "table">;
type Slots = Omit<Stretch<never>, "lines">;

/** Last prices of the rows added up: one contract, or both of a pair. NaN unless each has one: half a straddle is not one. */
export function pricesOverSlots(
  out: Float64Array,
  { day, pricing }: Pick<PricedLines, "day" | "pricing">,
  { minutes, from, to }: Slots,
  rows: readonly number[],
): void {
  const cells = cellsOf(minutes, 0);
  const isKnown = rows.length > 0 && !rows.includes(-1);
  for (let slot = from; slot < to; slot++) {
    cells.base = slot * minutes.stride;
    let sum = isKnown && minutes.state[slot] !== MISSING_MINUTE ? 0 : Number.NaN;
    for (const row of rows) {
      const price = pricedLtp(cells, row, pricing);
      sum += price > 0 ? price : Number.NaN;
    }
    out[slot] = sum / day.priceScale;
  }
}

/** The same of a straddle whose strike is another one each slot, such as that at the money; -1 is none. */
export function rollingStraddle(
  out: Float64Array,
  { day, pricing, table }: PricedLines,
  { minutes, from, to }: Slots,
  strikes: Int32Array,
): void {
  const cells = cellsOf(minutes, 0);
  for (let slot = from; slot < to; slot++) {
    cells.base = slot * minutes.stride;
    const strike = minutes.state[slot] === MISSING_MINUTE ? -1 : strikes[slot]!;
    const call = strike < 0 ? -1 : pricedLtp(cells, table.ce[strike]!, pricing);
    const put = strike < 0 ? -1 : pricedLtp(cells, table.pe[strike]!, pricing);
    out[slot] = call > 0 && put > 0 ? (call + put) / day.priceScale : Number.NaN;
  }
}
