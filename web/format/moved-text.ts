import { type CellFormat, formats } from "./format.ts";

/** '−5.75 (−0.02%)': a change, and what it is of the value before. @param signed the format of the change */
export const movedText = (signed: CellFormat, change: number, before: number): string =>
  `${signed.text(change)} (${formats.signedPercent.text((change / before) * 100)})`;
