/** Hot: runs on each tick. The strikes of a chain as a strike select, a strip or a picker shows them. */

import type { StrikeList } from "#contract/domain/choices/strike-choice.ts";
import { type Column, OI } from "#contract/domain/columns.ts";
import { inRupees, type PriceScale } from "#contract/domain/units.ts";
import type { ChainMoment } from "../chain.ts";
import { columnOf } from "../reference/moment.ts";
import { type StrikeTable, strikeAt } from "./strikes.ts";

export interface StrikeLister {
  /** Valid until the next call. */
  of(at: ChainMoment): StrikeList;
}

export function createStrikeLister(): StrikeLister {
  let table: StrikeTable | undefined;
  let strikes = new Float64Array(0);
  let ceOi = new Float64Array(0);
  let peOi = new Float64Array(0);

  function begin(of: StrikeTable, scale: PriceScale): void {
    table = of;
    strikes = new Float64Array(of.count);
    ceOi = new Float64Array(of.count);
    peOi = new Float64Array(of.count);
    for (let i = 0; i < of.count; i++) strikes[i] = inRupees(strikeAt(of, i), scale);
  }

  return {
    of(at) {
      const { day, moment, atm } = at;
      if (table !== at.table) begin(at.table, day.priceScale);
      const oi = columnOf(moment, OI);
      readOi(ceOi, at.table.ce, oi, moment.base);
      readOi(peOi, at.table.pe, oi, moment.base);
      return { strikes, ceOi, peOi, atm: strikes[atm] ?? Number.NaN };
    },
  };
}

function readOi(out: Float64Array, rows: Int32Array, oi: Column | undefined, base: number): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const held = row < 0 || !oi ? -1 : oi[base + row]!;
    out[i] = held < 0 ? Number.NaN : held;
  }
}
