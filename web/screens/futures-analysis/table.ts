/** The columns of both views. */
import { type CellFormat, formats, numberFormat, timeFormat, wordsFormat } from "../../format/format.ts";
import type { GridColumn } from "../../grid/grid-model.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { analysisColumn, beginsStretch, type Stretches, timeColumn } from "../../kit/table/time-table.ts";
import { LTP_HEADER } from "./pane.ts";
import { BLOCK_TOTAL, BUILD_UP, LTP, OI_CHANGE, PRICE_CHANGE, type Snapshot, TIME, VOLUME_CHANGE } from "./snapshot.ts";

export interface Look extends Stretches {
  readonly view: 1 | 2;
  /** View 1 shows prices in place of their changes. */
  readonly hasLtp: boolean;
  readonly isShort: boolean;
  readonly decimals: 2 | 4;
}

const isBlockTotal = (minute: number): boolean => minute % 1 === BLOCK_TOTAL;
/** '09:18'; the total of a block is 'Σ 09:30'. */
const rowTime: CellFormat = {
  text: (minute) => (isBlockTotal(minute) ? `Σ ${timeFormat.text(minute)}` : timeFormat.text(minute)),
  plain: (minute) => (isBlockTotal(minute) ? `total ${timeFormat.plain(minute)}` : timeFormat.plain(minute)),
};

function columns({ view, hasLtp, isShort, decimals }: Look): readonly GridColumn[] {
  const figure = (id: string, header: string, slot: number, format: CellFormat, sortable = false): GridColumn => {
    const cell = { kind: "figure", slot, format } as const;
    return { id, header, width: 110, grow: 1, sortable, cell, total: { ...cell, weight: 600 } };
  };
  const ltp = (sortable: boolean): GridColumn => {
    const column = figure(sortable ? LTP_HEADER : "ltp", "LTP", LTP, numberFormat({ decimals }), sortable);
    const cell = { kind: "figure", slot: LTP, format: numberFormat({ decimals }), weight: 500, price: true } as const;
    return { ...column, cell, ...(sortable ? { title: "Show changes of price" } : {}) };
  };
  const change = (sortable: boolean): GridColumn => {
    const format = numberFormat({ decimals, signed: true });
    const column = figure(sortable ? LTP_HEADER : "change", "Price Chng", PRICE_CHANGE, format, sortable);
    return sortable ? { ...column, title: "Show prices" } : column;
  };
  const time = timeColumn(TIME, 96);
  const analysis = analysisColumn("analysis", BUILD_UP, "put", isShort);
  return [
    {
      ...time,
      cell: { kind: "strike", slot: TIME, format: rowTime, weight: 600 },
      total: { kind: "figure", slot: TIME, format: wordsFormat(["Day"]), weight: 600 },
    },
    ...(view === 2 ? [ltp(false), change(false)] : [hasLtp ? ltp(true) : change(true)]),
    figure("oi", "OI Chng", OI_CHANGE, formats.signedWhole),
    figure("vol", "Vol Chng", VOLUME_CHANGE, formats.signedWhole),
    { ...analysis, total: analysis.cell },
  ];
}

export const table = defineTable<Snapshot, Look>({
  label: "Futures analysis",
  keySlot: TIME,
  columns,
  fits: (snapshot, look) => snapshot.view === look.view,
  follow: { mode: "latest", rowsAbove: 0 },
  rule: (minute, look) => !isBlockTotal(minute) && beginsStretch(minute, look),
  empty: "The first change is known when the second interval of the day has begun.",
});
