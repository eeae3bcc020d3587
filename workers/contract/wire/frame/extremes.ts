/**
 * Hot (bench/decode). Highs and lows that follow the last price: both ends of the rule.
 *
 * Where the last price of a changed row passes a known extreme, the extreme is expected to follow; a frame says whether
 * that is so of any row (most frames of a quiet room move none), and tells highs and lows against what is expected.
 */
import { type ColumnSet, HIGH, LOW, LTP } from "../../domain/columns.ts";
import { ABSENT } from "../../domain/units.ts";
import { MAX_ROWS } from "./layout.ts";
import { rowList as listed } from "./rows.ts";

/** The extreme a price implies: the known one, unless the price is past it. */
export function predictExtreme(field: number, known: number, ltp: number): number {
  if (known === ABSENT || ltp === ABSENT) return known;
  return field === HIGH ? Math.max(known, ltp) : Math.min(known, ltp);
}

/** See apply.ts for why this is a closure. */
function createExtremes() {
  const rowList = listed;
  // Extremes that followed the price: they are not differences, so their old values are kept to be put back.
  const highRows = new Uint16Array(MAX_ROWS);
  const highValues = new Int32Array(MAX_ROWS);
  const lowRows = new Uint16Array(MAX_ROWS);
  const lowValues = new Int32Array(MAX_ROWS);
  let movedHighs = 0;
  let movedLows = 0;

  /** Moves the extremes that the last prices of the first `count` listed rows have passed. */
  function moveExtremes(columns: ColumnSet, count: number): void {
    const ltp = columns[LTP] as Int32Array;
    const high = columns[HIGH] as Int32Array;
    const low = columns[LOW] as Int32Array;
    const end = count | 0;
    let highs = 0;
    let lows = 0;
    for (let i = 0; i < end; i++) {
      const row = rowList[i];
      const value = ltp[row];
      const top = high[row];
      const bottom = low[row];
      // One test for both; it also lets through what is absent (-1).
      if (((top - value) | (value - bottom) | value) >= 0) continue;
      if (value > top && top !== ABSENT) {
        highRows[highs] = row;
        highValues[highs++] = top;
        high[row] = value;
      }
      if (value < bottom && value !== ABSENT) {
        lowRows[lows] = row;
        lowValues[lows++] = bottom;
        low[row] = value;
      }
    }
    movedHighs = highs;
    movedLows = lows;
  }

  /** Undoes the last {@link moveExtremes}. */
  function putExtremesBack(columns: ColumnSet): void {
    for (let i = 0; i < movedHighs; i++) columns[HIGH][highRows[i]] = highValues[i];
    for (let i = 0; i < movedLows; i++) columns[LOW][lowRows[i]] = lowValues[i];
  }

  return { moveExtremes, putExtremesBack };
}

export const { moveExtremes, putExtremesBack } = createExtremes();
