/** Formats that depend on the figure. */
import type { CellFormat } from "../../format/format.ts";

export const formatBy = (choose: (value: number) => CellFormat): CellFormat => ({
  text: (value) => choose(value).text(value),
  plain: (value) => choose(value).plain(value),
});

/** A user's own column may hold anything: figures of six digits and more need no decimals. */
export const customFormat = (coarse: CellFormat, fine: CellFormat): CellFormat =>
  formatBy((value) => (Math.abs(value) >= 1e5 ? coarse : fine));
