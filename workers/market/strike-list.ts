/** The strikes of a chain as a strike select, a strip or a picker shows them. */
import { OI } from "#contract/domain/columns.ts";
import type { StrikeList } from "#contract/domain/strike-choice.ts";
import type { ChainMoment } from "./chain.ts";
import { cellOf } from "./moment.ts";

export function strikeListOf({ table, atm, day, moment }: ChainMoment): StrikeList {
  const { priceScale } = day;
  const held = (rows: Int32Array): Float64Array =>
    Float64Array.from(rows, (row) => {
      const oi = cellOf(moment, OI, row);
      return oi < 0 ? Number.NaN : oi;
    });
  return {
    strikes: Float64Array.from(table.strikes, (strike) => strike / priceScale),
    atm: atm < 0 ? Number.NaN : table.strikes[atm]! / priceScale,
    ceOi: held(table.ce),
    peOi: held(table.pe),
  };
}
