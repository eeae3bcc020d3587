/** The product's own columns, sorted by the day's price change: everybody shows these, in these widths and formats. */
import { formats } from "../../web/format/format.ts";
import type { GridColumn } from "../../web/grid/grid-model.ts";
import { sortedColumns } from "../../web/kit/table/define-table.ts";
import { SLOTS } from "../../web/screens/futures-watchlist/snapshot.ts";
import { table } from "../../web/screens/futures-watchlist/table.tsx";
import type { CellText } from "../browser/bench-page.ts";
import { LOOKED_AT, names, type WatchTable } from "./watch-table.ts";

export const look = { hasSector: true, hasBasis: false, isPercentage: true };
export const columns: readonly GridColumn[] = sortedColumns(table.columns(look, formats.whole), "0-price");

/** What a cell of a future shows. */
export function textOf({ values }: WatchTable, future: number, { cell }: GridColumn): string {
  const number = values[future * SLOTS + cell.slot]!;
  if (cell.kind === "text") return names[number] ?? "";
  return cell.kind === "figure" ? cell.format.text(number) : "";
}

/** Pairs of what is shown and what the data say. @param shown reads a cell's text from the screen. */
export const lookAt = (
  data: WatchTable,
  shown: (row: number, columnId: string) => string | undefined,
): readonly CellText[] =>
  LOOKED_AT.map(([row, id]) => {
    const column = columns.findIndex((one) => one.id === id);
    return { row, column, shown: shown(row, id), expected: textOf(data, data.order[row]!, columns[column]!) };
  });
