/** Every strike's straddle as it stands: price, change since yesterday, IV and the share of it that is time value. */
import { CELL_ATM } from "#contract/domain/cell-style.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { shownIv } from "#kernel/display.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import { timeValue } from "#market/lines/time-value.ts";
import { pricedLtp } from "#market/reference/pricing.ts";
import { clearTable, createTable } from "#market/table.ts";
import { CHANGE, IV, NAME, PRICE, SLOTS, STRIKE, TIME_SHARE } from "./snapshot.ts";

export interface StraddleChain {
  /** Valid until the next call. @param at undefined: nobody looks, and there are no rows. */
  of(at: ChainMoment | undefined, kernel: Kernel): TableSnapshot;
}

export function createStraddleChain(): StraddleChain {
  const out = createTable(SLOTS);
  let greeks = createChainGreeks(0);

  return {
    of(at, kernel) {
      const { count = 0 } = at?.table ?? {};
      clearTable(out, count);
      if (at) {
        if (greeks.call.derivedIv.length !== count) greeks = createChainGreeks(count);
        fill(at, kernel);
      }
      const names = Array.from({ length: count }, (_, row) => out.values[row * SLOTS + STRIKE]).join("\n");
      return { rows: count, slots: SLOTS, values: out.values, styles: out.styles, names, followed: at?.atm ?? -1 };
    },
  };

  function fill(at: ChainMoment, kernel: Kernel): void {
    const { table, day, moment, spot, years, underlying, atm } = at;
    const { count } = table;
    const rupees = (scaled: number): number => (scaled > 0 ? scaled / day.priceScale : Number.NaN);
    const strike = Float64Array.from(table.strikes.subarray(0, count), (scaled) => scaled / day.priceScale);
    const priceOf = (row: number): number => (row < 0 ? Number.NaN : rupees(pricedLtp(moment, row, at.pricing)));
    const callPrice = Float64Array.from(table.ce.subarray(0, count), priceOf);
    const putPrice = Float64Array.from(table.pe.subarray(0, count), priceOf);
    const isCurrency = underlying.kind === "currency";
    const price = rupees(isCurrency ? spot.underlying : spot.modelSpot);
    kernel.priceChain(
      { length: count, strike, callPrice, putPrice },
      { model: isCurrency ? "usdinr" : "spot", underlying: price, years, rate: underlying.rate },
      greeks,
    );
    const stood = rupees(spot.underlying);
    const closeOf = (row: number): number => (row < 0 ? Number.NaN : rupees(day.tokens.prevClose[row]!));
    for (let i = 0; i < count; i++) {
      const both = callPrice[i]! + putPrice[i]!;
      const close = closeOf(table.ce[i]!) + closeOf(table.pe[i]!);
      const time = timeValue(CE, callPrice[i]!, strike[i]!, stood) + timeValue(PE, putPrice[i]!, strike[i]!, stood);
      const call = shownIv(greeks.call.derivedIv[i]!);
      const put = shownIv(greeks.put.derivedIv[i]!);
      const row = i * SLOTS;
      out.values[row + STRIKE] = strike[i]!;
      out.values[row + PRICE] = both;
      out.values[row + CHANGE] = ((both - close) / close) * 100;
      out.values[row + IV] = call > 0 && put > 0 ? (call + put) / 2 : Number.NaN;
      out.values[row + TIME_SHARE] = (time / both) * 100;
      out.values[row + NAME] = i;
      if (i === atm) out.styles[row + STRIKE] = CELL_ATM;
    }
  }
}
