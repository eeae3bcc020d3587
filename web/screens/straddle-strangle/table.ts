/** The straddle chain: every strike's straddle in one row. */

import type { TableSnapshot } from "#contract/worker/table.ts";
import { type CellFormat, numberFormat, priceFormatOf } from "../../format/format.ts";
import type { GridColumn } from "../../grid/grid-model.ts";
import { defineTable } from "../../kit/table/define-table.ts";
import { CHANGE, IV, NAME, PRICE, STRIKE, TIME_SHARE } from "./snapshot.ts";

const signedTenth = numberFormat({ decimals: 1, signed: true });
const tenth = numberFormat({ decimals: 1 });

const figure = (
  id: string,
  header: string,
  title: string,
  width: number,
  slot: number,
  format = tenth,
): GridColumn => ({
  id,
  header,
  title,
  width,
  cell: { kind: "figure", slot, format },
});

const columnsOf = (decimals: 2 | 4, strikes: CellFormat): readonly GridColumn[] => [
  {
    id: "strike",
    header: "Strike",
    width: 64,
    surface: "raised",
    cell: { kind: "strike", slot: STRIKE, format: strikes, weight: 600 },
  },
  {
    id: "price",
    header: "Straddle",
    title: "Call + put, rupees a unit",
    width: 64,
    cell: {
      kind: "figure",
      slot: PRICE,
      format: priceFormatOf(decimals),
      weight: 500,
      price: true,
    },
  },
  {
    id: "change",
    header: "Chg %",
    title: "Against the previous close of both",
    width: 52,
    cell: { kind: "figure", slot: CHANGE, format: signedTenth, ink: "sign" },
  },
  figure("iv", "IV", "Mean of both, per cent", 44, IV),
  figure("time", "Extr %", "Share of the price that is extrinsic", 52, TIME_SHARE),
];

export const table = defineTable<TableSnapshot, 2 | 4>({
  label: "Straddle chain",
  keySlot: STRIKE,
  nameSlot: NAME,
  columns: columnsOf,
  follow: { mode: "atm", rowsAbove: 8 },
  empty: "There is no strike.",
});
