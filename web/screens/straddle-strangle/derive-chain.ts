/** Every strike's straddle as it stands: price, change since yesterday, IV and the share of it that is time value. */
import { createChainPricer } from "#chain/table/prices.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { CELL_ATM } from "#contract/domain/snapshots/cell-style.ts";
import type { TableSnapshot } from "#contract/worker/table.ts";
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
  const pricer = createChainPricer();

  return {
    of(at, kernel) {
      const { count = 0 } = at?.table ?? {};
      clearTable(out, count);
      if (at) fill(at, kernel);
      const names = Array.from({ length: count }, (_, row) => out.values[row * SLOTS + STRIKE]).join("\n");
      return { rows: count, slots: SLOTS, values: out.values, styles: out.styles, names, followed: at?.atm ?? -1 };
    },
  };

  function fill(at: ChainMoment, kernel: Kernel): void {
    const { table, day, moment, spot, atm, pricing } = at;
    const rupees = (scaled: number): number => (scaled > 0 ? scaled / day.priceScale : Number.NaN);
    const priceOf = (row: number): number => (row < 0 ? Number.NaN : rupees(pricedLtp(moment, row, pricing)));
    const closeOf = (row: number): number => (row < 0 ? Number.NaN : rupees(day.tokens.prevClose[row]!));
    const strikes = { rows: table.count, from: 0, table, moment, scale: day.priceScale };
    const [calls, puts] = pricer.price(kernel, strikes, pricing);
    const stood = rupees(spot.underlying);
    for (let i = 0; i < table.count; i++) {
      const strike = table.strikes[i]! / day.priceScale;
      const call = priceOf(table.ce[i]!);
      const put = priceOf(table.pe[i]!);
      const both = call + put;
      const close = closeOf(table.ce[i]!) + closeOf(table.pe[i]!);
      const time = timeValue(CE, call, strike, stood) + timeValue(PE, put, strike, stood);
      const [callIv, putIv] = [calls.iv[i]!, puts.iv[i]!];
      const row = i * SLOTS;
      out.values[row + STRIKE] = strike;
      out.values[row + PRICE] = both;
      out.values[row + CHANGE] = ((both - close) / close) * 100;
      out.values[row + IV] = callIv > 0 && putIv > 0 ? (callIv + putIv) / 2 : Number.NaN;
      out.values[row + TIME_SHARE] = (time / both) * 100;
      out.values[row + NAME] = i;
      if (i === atm) out.styles[row + STRIKE] = CELL_ATM;
    }
  }
}
