/**
 * The watch list in AG Grid Community by its fastest way: asynchronous transactions and a delta sort, only the modules it
 * needs, plain cells, no animation. It is given the rows that changed, and keeps them in order by itself.
 */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  themeBalham,
} from "ag-grid-community";
import { SLOTS } from "../../../web/screens/futures-watchlist/snapshot.ts";
import { offerPage } from "../../browser/bench-page.ts";
import { columns, lookAt } from "../../grid/watch-columns.ts";
import { createWatchTable, names } from "../../grid/watch-table.ts";
import "../../../web/styles/fonts.css";

ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, CellStyleModule]);

const data = createWatchTable();

function rowAt(future) {
  const row = { future };
  for (const { id, cell } of columns) {
    const number = data.values[future * SLOTS + cell.slot];
    row[id] = cell.kind === "text" ? names[number] : number;
  }
  return row;
}

const UP = { color: "#45c492" };
const DOWN = { color: "#ff7d85" };
const PLAIN = { color: "#e8ebf0" };

const api = createGrid(document.getElementById("root"), {
  theme: themeBalham.withParams({ fontFamily: "IBM Plex Sans", fontSize: 12, rowHeight: 24, headerHeight: 24 }),
  columnDefs: columns.map(({ id, header, width, cell }) => ({
    field: id,
    headerName: header,
    width,
    cellDataType: false,
    resizable: false,
    ...(id === "0-price" ? { sort: "desc" } : {}),
    ...(cell.kind === "figure" ? { valueFormatter: ({ value }) => cell.format.text(value) } : {}),
    // The same object for the same look: a new one would be written to the element each time.
    ...(cell.ink === "sign" ? { cellStyle: ({ value }) => (value > 0 ? UP : value < 0 ? DOWN : PLAIN) } : {}),
  })),
  rowData: Array.from(data.order, rowAt),
  getRowId: ({ data: row }) => String(row.future),
  deltaSort: true,
  animateRows: false,
  suppressColumnMoveAnimation: true,
  suppressCellFocus: true,
  onFirstDataRendered: () => {
    offerPage({ tick, read: () => lookAt(data, shownText) });
  },
});

function tick() {
  data.step();
  api.applyTransactionAsync({ update: Array.from(data.changed, rowAt) });
}

const shownText = (row, id) =>
  document.querySelector(`.ag-row[row-index="${row}"] .ag-cell[col-id="${id}"]`)?.textContent ?? undefined;
