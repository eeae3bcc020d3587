/** Price, OI and volume of one contract by slot, as tables over time cut their rows out of them. */
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { createDayLines, type LineMoment } from "./day-lines.ts";
import { sumOverSlots } from "./slots.ts";

/** NaN where there is a hole, or where the contract has no such figure; a price of 0 is none, nor is one from before its first trade of the day. Price in rupees. */
export interface ContractLines {
  readonly ltp: Float64Array;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
}

export interface ContractLineReader {
  /** The lines of a row of the token table (-1: lines of gaps) up to the moment; valid until the next call. */
  upTo(at: LineMoment, row: number): ContractLines;
}

export function createContractLines(): ContractLineReader {
  const lines = createDayLines(["ltp", "oi", "volume"]);
  return {
    upTo(at, row) {
      const rows = Int32Array.of(row);
      const { priceScale } = at.day;
      // Futures have no such choice: their price stands from the day before.
      const isPricedUntraded = at.pricing?.untraded !== false;
      return lines.upTo(at, {
        key: String(row),
        read({ lines: { ltp, oi, volume }, minutes, from, to }) {
          sumOverSlots(ltp, minutes, LTP, rows, from, to);
          sumOverSlots(oi, minutes, OI, rows, from, to);
          sumOverSlots(volume, minutes, VOL, rows, from, to);
          for (let slot = from; slot < to; slot++) {
            const isOfToday = volume[slot] !== 0 || isPricedUntraded;
            ltp[slot] = ltp[slot]! > 0 && isOfToday ? ltp[slot]! / priceScale : Number.NaN;
          }
        },
      }).lines;
    },
  };
}
