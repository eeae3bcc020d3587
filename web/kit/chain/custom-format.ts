/** Formats that depend on the figure. */
import { type CellFormat, formats } from "../../format/format.ts";

export const formatBy = (choose: (value: number) => CellFormat): CellFormat => ({
  text: (value) => choose(value).text(value),
  plain: (value) => choose(value).plain(value),
});

/** A user's own column may hold anything: figures of six digits and more need no decimals. */
const isCoarse = (value: number): boolean => Math.abs(value) >= 1e5;

/** Of a user's own column, with the decimals that a price has there. */
export const customFormats = {
  2: {
    plain: formatBy((value) => (isCoarse(value) ? formats.whole : formats.price)),
    signed: formatBy((value) => (isCoarse(value) ? formats.signedWhole : formats.signedPrice)),
  },
  4: {
    plain: formatBy((value) => (isCoarse(value) ? formats.whole : formats.price4)),
    signed: formatBy((value) => (isCoarse(value) ? formats.signedWhole : formats.signedPrice4)),
  },
} as const;
