/** The columns of Open = High / Open = Low, mirrored about the strike. */
import { type CellFormat, formats, numberFormat, timeFormat } from "../../format/format.ts";
import type { GridCell, GridColumn, Side } from "../../grid/grid-model.ts";
import type { HeaderGroup } from "../../grid/header.tsx";
import { defineTable } from "../../kit/table/define-table.ts";
import { screen } from "./screen.ts";
import {
  BAR,
  H_BREAK,
  HIT_TIME,
  L_BREAK,
  LTP,
  MAIN,
  type Mode,
  NEW_HIGH,
  NEW_LOW,
  OPEN,
  POINTS,
  PROGRESS,
  type Snapshot,
  STRIKE,
  sideSlot,
} from "./snapshot.ts";

export interface Look {
  readonly mode: Mode;
  readonly decimals: 2 | 4;
  /** What stands in place of the rows when there are none. */
  readonly empty: string;
  readonly groups: readonly HeaderGroup[];
}

/** A side that does not qualify shows nothing here. */
const blank = (format: CellFormat): CellFormat => ({
  text: (value) => (Number.isNaN(value) ? "" : format.text(value)),
  plain: (value) => (Number.isNaN(value) ? "" : format.plain(value)),
});
const progressText = (value: number): string => {
  if (value === H_BREAK) return "H Break";
  return value === L_BREAK ? "L Break" : `${formats.whole.text(value)}%`;
};
const PROGRESS_FORMAT = blank({ text: progressText, plain: progressText });
const TIME_FORMAT = blank(timeFormat);

function sideColumns(side: Side, { mode, decimals }: Look): GridColumn[] {
  const [index, name] = side === "call" ? [0, "ce"] : [1, "pe"];
  const price = numberFormat({ decimals });
  const column = (id: string, header: string, width: number, cell: GridCell): GridColumn => ({
    id: `${name}:${id}`,
    header,
    width,
    grow: 1,
    sortable: false,
    cell,
  });
  const figure = (slot: number, format: CellFormat): GridCell => ({
    kind: "figure",
    slot: sideSlot(index as number, slot),
    format,
    ink: "ink-2",
  });
  const isLow = mode === "low";
  const columns: GridColumn[] = [
    column("open", "Open", 74, { ...figure(OPEN, price), ink: "ink" } as GridCell),
    column("main", isLow ? "Low" : "High", 74, figure(MAIN, blank(price))),
    column("new-high", "New High", 76, figure(NEW_HIGH, blank(price))),
    column("new-low", "New Low", 76, figure(NEW_LOW, blank(price))),
    {
      ...column("points", isLow ? "O=L" : "O=H", 74, {
        ...figure(POINTS, blank(price)),
        ink: "ink",
        weight: 500,
      } as GridCell),
      title: isLow ? "LTP less open, rupees" : "Open less LTP, rupees",
    },
    {
      ...column("hit", "Hit Time", 72, { ...figure(HIT_TIME, TIME_FORMAT), ink: "ink" } as GridCell),
      title: "The first minute that broke the open; a press sorts by it",
      sortable: true,
    },
    column("progress", "Progress Bar", 118, {
      kind: "gutter-bar",
      side,
      gutter: 80,
      slot: sideSlot(index as number, PROGRESS),
      barSlot: sideSlot(index as number, BAR),
      fill: side === "call" ? "call-fill" : "put-fill",
      format: PROGRESS_FORMAT,
      ink: "ink-2",
    }),
    column("ltp", "LTP", 74, {
      kind: "figure",
      slot: sideSlot(index as number, LTP),
      format: price,
      weight: 500,
      price: true,
      flash: true,
    }),
  ];
  return side === "call" ? columns : columns.reverse();
}

export const table = defineTable<Snapshot, Look>({
  label: "Open = High / Open = Low",
  keySlot: STRIKE,
  columns: (look, strikes) => [
    ...sideColumns("call", look),
    {
      id: "strike",
      header: "Strike",
      width: 82,
      surface: "raised",
      cell: { kind: "strike", slot: STRIKE, format: strikes, weight: 600 },
    },
    ...sideColumns("put", look),
  ],
  groups: ({ groups }) => groups,
  fits: (snapshot, { mode }) => snapshot.mode === mode,
  sort: screen.defaults.sort,
  follow: { mode: "atm", rowsAbove: 7 },
  /** The border above the strike at the money. */
  band: ({ followed = -1 }) =>
    followed < 0 ? undefined : { beforeRow: followed, columnId: "strike", label: "", figure: "", lineOnly: true },
  empty: ({ empty }) => empty,
});
