import { type CellFormat, formats } from "./format.ts";

/** '24,200', or '83.25' where the strikes stand in quarters; '-' where it is not known. */
export const strikeText = (strike: number): string =>
  (Number.isInteger(strike) ? formats.whole : formats.price).text(strike);

/** Of whole strikes; another one that comes before its table knows of it is not rounded. */
const WHOLE: CellFormat = { text: strikeText, plain: String };

interface Table {
  readonly snapshot?:
    | {
        readonly rows: number;
        /** Numbers per row; its strike is the first. */
        readonly slots: number;
        readonly values: ArrayLike<number>;
      }
    | undefined;
}

/**
 * How all strikes of a table are written: with decimals where one is a part of a rupee (stocks: 187.5; 1,233.35 after a
 * corporate action; USDINR). Without rows they are taken for whole ones.
 */
export function strikeFormat({ snapshot }: Table): CellFormat {
  if (snapshot)
    for (let row = 0; row < snapshot.rows; row++)
      if (snapshot.values[row * snapshot.slots]! % 1 > 0) return formats.price;
  return WHOLE;
}
