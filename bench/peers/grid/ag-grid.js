/**
 * AG Grid Community by its fastest way: asynchronous transactions, only the modules it needs, plain JS cells, no
 * animation, no flashing. Rows are objects and a changed row is a new one: that is its interface.
 */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  themeBalham,
} from "ag-grid-community";
import { offerPage } from "../../browser/bench-page.ts";
import { barOf, columns, createLiveTable, lookAt, ROW_HEIGHT, ROWS } from "../../grid/live-table.ts";
import "../../../web/styles/fonts.css";

ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, CellStyleModule]);

const table = createLiveTable();

function rowAt(row) {
  const data = {};
  for (let c = 0; c < columns.length; c++) data[columns[c].id] = table.values[row * columns.length + c];
  return data;
}

/** A bar as a background's width: measured as the cheapest of the ways a DOM cell can draw one. */
class BarCell {
  init({ column, value, colDef }) {
    this.column = columns.find(({ id }) => id === column.getColId());
    this.element = document.createElement("div");
    this.element.className = "bar";
    this.text = document.createTextNode("");
    this.element.append(this.text);
    this.show(value, colDef);
  }
  getGui() {
    return this.element;
  }
  refresh({ value, colDef }) {
    this.show(value, colDef);
    return true;
  }
  show(value) {
    this.text.data = this.column.format.text(value);
    this.element.style.backgroundSize = `${(barOf(value, this.column) * 100).toFixed(1)}% 12px`;
  }
}

const style = document.createElement("style");
style.textContent =
  ".bar{height:100%;background:linear-gradient(#2c6e5a,#2c6e5a) no-repeat left center;text-align:right} .ag-cell{text-align:right}";
document.head.append(style);

const rows = Array.from({ length: ROWS }, (_, row) => rowAt(row));
const api = createGrid(document.getElementById("root"), {
  theme: themeBalham.withParams({ fontFamily: "IBM Plex Sans", fontSize: 12, rowHeight: ROW_HEIGHT, headerHeight: 24 }),
  columnDefs: columns.map(({ id, header, width, format, bar }) => ({
    field: id,
    headerName: header,
    width,
    cellDataType: false,
    sortable: false,
    resizable: false,
    ...(bar ? { cellRenderer: BarCell } : { valueFormatter: ({ value }) => format.text(value) }),
  })),
  rowData: rows,
  getRowId: ({ data }) => String(data.strike),
  animateRows: false,
  suppressColumnMoveAnimation: true,
  suppressCellFocus: true,
  onFirstDataRendered: () => {
    offerPage({ tick, read: () => lookAt(table, shownText) });
  },
});

function tick() {
  table.step();
  const update = [];
  let last = -1;
  for (let i = 0; i < table.changedCount; i++) {
    const row = Math.floor(table.changed[i] / columns.length);
    if (row === last) continue;
    last = row;
    update.push(rowAt(row));
  }
  api.applyTransactionAsync({ update });
}

const shownText = (row, c) =>
  document.querySelector(`.ag-row[row-index="${row}"] .ag-cell[col-id="${columns[c].id}"]`)?.textContent ?? undefined;
