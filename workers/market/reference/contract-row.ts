/** Where a contract stands in a room. */
import type { RoomDay } from "#contract/domain/columns.ts";
import { INSTRUMENT_TYPES, type InstrumentType, rowSymbol } from "#contract/domain/instruments.ts";

interface Contract {
  readonly type: InstrumentType;
  /** Rupees; a future's is not looked at. */
  readonly strike: number;
}

/** Its row; -1 where the day does not list it. @param symbol of a future, in a room of many */
export function contractRow(day: RoomDay, { type, strike }: Contract, symbol = day.symbol): number {
  const { tokens, priceScale } = day;
  const wanted = INSTRUMENT_TYPES.indexOf(type);
  const scaled = Math.round(strike * priceScale);
  for (let row = 0; row < tokens.length; row++) {
    if (tokens.type[row] !== wanted) continue;
    if (type === "FUT" ? rowSymbol(day, row) === symbol : tokens.strike[row] === scaled) return row;
  }
  return -1;
}
