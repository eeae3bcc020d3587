/** The columns of the changes by strike: calls, the strike, puts, with their bars outward. */
import { type CellFormat, formats, wordsFormat } from "../../format/format.ts";
import type { GridColumn, Side } from "../../grid/grid-model.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { CE_BAR, CE_CHANGE, PE_BAR, PE_CHANGE, type Snapshot, STRIKE } from "./snapshot.ts";

type Decimals = 2 | 4;

function changeColumn(decimals: Decimals, header: string, side: Side, slot: number, barSlot: number): GridColumn {
  const format = decimals === 4 ? formats.signedPrice4 : formats.signedPrice;
  const figure = { slot, format, ink: "sign" } as const;
  return {
    id: header.toLowerCase(),
    header,
    title: `${header}: change of premium, rupees a unit`,
    width: 101,
    align: side === "call" ? "right" : "left",
    cell: { kind: "gutter-bar", ...figure, side, barSlot, gutter: 62, fill: "bar" },
    total: { kind: "figure", ...figure, weight: 600 },
  };
}

const columnsOf = (decimals: Decimals, strikes: CellFormat): readonly GridColumn[] => [
  changeColumn(decimals, "CE", "call", CE_CHANGE, CE_BAR),
  {
    id: "strike",
    header: "Strike",
    width: 72,
    surface: "raised",
    cell: { kind: "strike", slot: STRIKE, format: strikes, weight: 600 },
    total: { kind: "figure", slot: 0, format: wordsFormat(["Total"]), weight: 600 },
  },
  changeColumn(decimals, "PE", "put", PE_CHANGE, PE_BAR),
];

export const table = defineTable<Snapshot, Decimals>({
  label: "Change by strike",
  keySlot: STRIKE,
  columns: columnsOf,
  empty: "No strike is chosen.",
});
