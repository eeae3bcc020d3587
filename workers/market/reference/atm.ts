/** Around the money: the ATM strike, the strike below spot, the step, and a range of strikes. */
import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import type { ScaledPrice } from "#contract/domain/units.ts";
import type { StrikeTable } from "../strikes/strikes.ts";

/** Index of the last strike at or below `price`; -1 when all are above it, or it is NaN. */
export function strikeBelowIndex({ strikes, count }: StrikeTable, price: ScaledPrice): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (strikes[middle]! <= price) low = middle + 1;
    else high = middle;
  }
  return Number.isNaN(price) ? -1 : low - 1;
}

/** Index of the strike nearest `price`; the lower one of two at the same distance. -1 without strikes or price. */
export function atmIndex(table: StrikeTable, price: ScaledPrice): number {
  if (table.count === 0 || Number.isNaN(price)) return -1;
  const below = strikeBelowIndex(table, price);
  if (below < 0) return 0;
  if (below === table.count - 1) return below;
  return price - table.strikes[below]! <= table.strikes[below + 1]! - price ? below : below + 1;
}

/** Strikes each side of ATM that decide the step: wings may be wider. */
const STEP_REACH = 5;

/** The commonest distance between neighbouring strikes near `atm`, scaled; the smaller of two as common; 0 below two strikes. */
export function strikeStep({ strikes, count }: StrikeTable, atm: number): number {
  const from = Math.max(0, atm - STEP_REACH);
  const to = Math.min(count - 1, Math.max(atm, 0) + STEP_REACH);
  let best = 0;
  let bestSeen = 0;
  for (let i = from; i < to; i++) {
    const step = strikes[i + 1]! - strikes[i]!;
    let seen = 0;
    for (let j = from; j < to; j++) if (strikes[j + 1]! - strikes[j]! === step) seen++;
    if (seen > bestSeen || (seen === bestSeen && step < best)) {
      best = step;
      bestSeen = seen;
    }
  }
  return best;
}

/** Strike indexes, `from` included, `to` not. */
export interface StrikeRange {
  from: number;
  to: number;
}

/** `each` strikes on both sides of `atm`, cut at the ends; every strike for ALL_STRIKES or an unknown ATM. */
export function selectRange(table: StrikeTable, atm: number, each: number, out: StrikeRange): StrikeRange {
  const all = each >= ALL_STRIKES || atm < 0;
  out.from = all ? 0 : Math.max(0, atm - each);
  out.to = all ? table.count : Math.min(table.count, atm + each + 1);
  return out;
}

/** `rows` strikes with `atm` in their middle; at an end of the chain as many, further away. Every strike for an unknown ATM. */
export function selectRows(table: StrikeTable, atm: number, rows: number, out: StrikeRange): StrikeRange {
  if (atm < 0) return selectRange(table, atm, ALL_STRIKES, out);
  const count = Math.min(rows, table.count);
  out.from = Math.min(Math.max(0, atm - (count >> 1)), table.count - count);
  out.to = out.from + count;
  return out;
}
