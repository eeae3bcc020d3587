import { isCurrency } from "#contract/domain/instruments.ts";
import { type CellFormat, formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";

/** Of whole strikes; another one that comes before its table knows of it is not rounded. */
const WHOLE: CellFormat = { text: strikeText, plain: String };

interface Table {
  readonly context?: { readonly symbol: string } | undefined;
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
 * corporate action), and of USDINR always, whose strikes stand in quarters. Without rows they are taken for whole ones.
 */
export function strikeFormat({ context, snapshot }: Table): CellFormat {
  if (context && isCurrency(context.symbol)) return formats.price;
  if (snapshot)
    for (let row = 0; row < snapshot.rows; row++)
      if (snapshot.values[row * snapshot.slots]! % 1 > 0) return formats.price;
  return WHOLE;
}
