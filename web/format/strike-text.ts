import { type CellFormat, formats } from "./format.ts";

/** '24,200', or '83.25' where the strikes stand in quarters; '-' where it is not known. */
export const strikeText = (strike: number): string =>
  (Number.isInteger(strike) ? formats.whole : formats.price).text(strike);

/** Of whole strikes; another one that comes before its table knows of it is not rounded. */
const WHOLE: CellFormat = { text: strikeText, plain: String };

interface Rows {
  readonly rows: number;
  /** Of each row. */
  readonly slots: number;
  readonly values: ArrayLike<number>;
}

/**
 * How all strikes of a table are written: with decimals where one is a part of a rupee (stocks: 187.5; 1,233.35 after a
 * corporate action; USDINR). Without rows they are taken for whole ones.
 * @param slot of a row that has its strike
 */
export function strikeFormat(table: Rows | undefined, slot: number): CellFormat {
  const { rows, slots, values } = table ?? { rows: 0, slots: 0, values: [] };
  for (let row = 0; row < rows; row++) if (values[row * slots + slot]! % 1 > 0) return formats.price;
  return WHOLE;
}
