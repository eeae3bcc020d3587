/**
 * In the place of the product's LiveGrid, with its interface: AG Grid Community by its fastest way, only the modules it
 * needs. It draws what the chain needs to be read, figures, words and bars; ranks, bands and flashes it need not draw.
 */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  ScrollApiModule,
  themeBalham,
} from "ag-grid-community";
import { createElement, useEffect, useImperativeHandle, useRef } from "react";

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  CellStyleModule,
  ScrollApiModule,
]);

const theme = themeBalham.withParams({ fontFamily: "IBM Plex Sans", fontSize: 12, rowHeight: 24, headerHeight: 24 });

/** A bar as a background's width: measured as the cheapest of the ways a DOM cell can draw one. */
class BarCell {
  init(params) {
    this.element = document.createElement("div");
    this.element.style.cssText =
      "height:100%;text-align:right;background:linear-gradient(#2c6e5a,#2c6e5a) no-repeat left center";
    this.text = document.createTextNode("");
    this.element.append(this.text);
    this.refresh(params);
  }
  getGui() {
    return this.element;
  }
  refresh({ data, column, colDef }) {
    const { cell } = colDef.context;
    this.text.data = textOf(cell, data[column.getColId()]);
    this.element.style.backgroundSize = `${((data[`${column.getColId()} bar`] || 0) * 100).toFixed(1)}% 12px`;
    return true;
  }
}

function textOf(cell, value) {
  if (cell.kind === "build-up") return cell.states[value]?.word ?? "-";
  return cell.format === undefined ? "" : cell.format.text(value);
}

function rowAt(source, row, columns) {
  const data = { key: source.key(row) };
  for (const { id, cell } of columns) {
    data[id] = source.number(row, cell.slot);
    if (cell.barSlot !== undefined) data[`${id} bar`] = source.number(row, cell.barSlot);
  }
  return data;
}

const rowsOf = (source, columns) => Array.from({ length: source.rows }, (_, row) => rowAt(source, row, columns));

const columnOf = (column) => ({
  field: column.id,
  headerName: column.header,
  width: column.width,
  flex: column.grow,
  cellDataType: false,
  sortable: false,
  resizable: false,
  context: { cell: column.cell },
  ...(column.cell.barSlot === undefined
    ? { valueFormatter: ({ value }) => textOf(column.cell, value) }
    : { cellRenderer: BarCell }),
});

/** Hands the source's rows to the grid: all of them where the chain is another one, else those that changed. */
function createFeed(api, columns) {
  let shown = [];
  return (source) => {
    if (source === undefined) return;
    const rows = rowsOf(source, columns);
    const isSame = rows.length === shown.length && rows.every(({ key }, i) => key === shown[i].key);
    if (isSame) {
      const update = rows.filter((row, i) => columns.some(({ id }) => !Object.is(row[id], shown[i][id])));
      if (update.length > 0) api.applyTransactionAsync({ update });
    } else api.setGridOption("rowData", rows);
    shown = rows;
  };
}

export function LiveGrid({ label, columns, source, groups, handleRef, children }) {
  const root = useRef(null);
  const grid = useRef(null);

  useEffect(() => {
    const api = createGrid(root.current, {
      theme,
      columnDefs: columns.map(columnOf),
      getRowId: ({ data }) => String(data.key),
      animateRows: false,
      suppressColumnMoveAnimation: true,
      suppressCellFocus: true,
    });
    grid.current = api;
    const feed = createFeed(api, columns);
    feed(source.read());
    const stop = source.subscribe(() => feed(source.read()));
    return () => {
      stop();
      grid.current = null;
      api.destroy();
    };
  }, [columns, source]);

  useImperativeHandle(handleRef, () => ({ scrollToRow: (row) => grid.current?.ensureIndexVisible(row, "middle") }), []);

  return createElement(
    "div",
    { style: { display: "flex", flexDirection: "column", height: "100%" } },
    groups?.map(({ id, content }) => createElement("div", { key: id }, content)),
    createElement("div", { ref: root, "aria-label": label, style: { flex: 1, minHeight: 0 } }),
    children,
  );
}
