/** Prices the strikes a view shows in one kernel call: IV, greeks and probability, rounded as they are displayed. */
import { LTP } from "#contract/domain/columns.ts";
import { type ChainGreeks, type ChainModel, createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay, type SideDisplay } from "#kernel/display.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { columnOf } from "#market/moment.ts";
import type { FillContext } from "./derive-columns.ts";
import type { ColumnKey } from "./snapshot.ts";

const PRICED: ReadonlySet<ColumnKey> = new Set(["IV", "Vega", "Gamma", "Theta", "Delta", "ITM Prob"]);

export interface ChainPricer {
  /** Figures of both sides by strike from the range's first; those of an earlier call when the view shows none. */
  price(
    kernel: Kernel,
    context: FillContext,
    columns: readonly ColumnKey[],
    model: ChainModel,
  ): readonly [calls: SideDisplay, puts: SideDisplay];
}

export function createChainPricer(): ChainPricer {
  let length = 0;
  let strike = new Float64Array(0);
  let callPrice = new Float64Array(0);
  let putPrice = new Float64Array(0);
  let exact: ChainGreeks = createChainGreeks(0);
  let shown: readonly [SideDisplay, SideDisplay] = [createSideDisplay(0), createSideDisplay(0)];

  /** Columns as long as the chain: the quickest for the kernel. A view's range seldom changes its length. */
  function reserve(rows: number): void {
    if (rows === length) return;
    length = rows;
    strike = new Float64Array(rows);
    callPrice = new Float64Array(rows);
    putPrice = new Float64Array(rows);
    exact = createChainGreeks(rows);
    shown = [createSideDisplay(rows), createSideDisplay(rows)];
  }

  return {
    price(kernel, context, columns, model) {
      const { rows, from, table, moment, scale } = context;
      const ltp = columnOf(moment, LTP);
      if (!ltp || !columns.some((key) => PRICED.has(key))) return shown;
      reserve(rows);
      for (let i = 0; i < rows; i++) {
        strike[i] = table.strikes[from + i]! / scale;
        const ce = table.ce[from + i]!;
        const pe = table.pe[from + i]!;
        callPrice[i] = ce < 0 ? 0 : Math.max(ltp[moment.base + ce]!, 0) / scale;
        putPrice[i] = pe < 0 ? 0 : Math.max(ltp[moment.base + pe]!, 0) / scale;
      }
      kernel.priceChain({ length: rows, strike, callPrice, putPrice }, model, exact);
      roundForDisplay(exact.call, rows, shown[0]);
      roundForDisplay(exact.put, rows, shown[1]);
      return shown;
    },
  };
}
