/** Glide Data Grid on React: `updateCells` with the changed cells, and a `drawCell` that adds the bar under its own text. */
import { DataEditor, GridCellKind } from "@glideapps/glide-data-grid";
import "@glideapps/glide-data-grid/dist/index.css";
import { createElement, useRef } from "react";
import { createRoot } from "react-dom/client";
import { offerPage } from "../../browser/bench-page.ts";
import { barOf, columns, createLiveTable, lookAt, ROW_HEIGHT, ROWS, textOf } from "../../grid/live-table.ts";
import "../../../web/styles/fonts.css";

const table = createLiveTable();

function getCellContent([c, row]) {
  const text = textOf(table, row, c);
  return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false, contentAlign: "right" };
}

/** What was drawn last, by cell: its accessibility tree does not follow `updateCells`. */
const drawn = new Array(ROWS * columns.length);

function drawCell({ ctx, rect, col, row, cell }, drawContent) {
  const column = columns[col];
  drawn[row * columns.length + col] = cell.displayData;
  if (column.bar) {
    const width = Math.round(barOf(table.values[row * columns.length + col], column) * rect.width);
    const { fillStyle } = ctx;
    ctx.fillStyle = "#2c6e5a";
    ctx.fillRect(rect.x, rect.y + 6, width, 12);
    ctx.fillStyle = fillStyle;
  }
  drawContent();
}

const gridColumns = columns.map(({ id, header, width }) => ({ id, title: header, width }));
const theme = {
  baseFontStyle: "12px",
  fontFamily: "IBM Plex Sans",
  bgCell: "#11151c",
  textDark: "#e6e9ef",
  borderColor: "#1c222c",
  horizontalBorderColor: "#1c222c",
};
let editor;

function Table() {
  const ref = useRef(null);
  editor = ref;
  return createElement(DataEditor, {
    ref,
    columns: gridColumns,
    rows: ROWS,
    getCellContent,
    drawCell,
    theme,
    rowHeight: ROW_HEIGHT,
    headerHeight: 24,
    width: "100%",
    height: "100%",
    smoothScrollX: true,
    smoothScrollY: true,
  });
}

await document.fonts.load('12px "IBM Plex Sans"', "0");
createRoot(document.getElementById("root")).render(createElement(Table));

function tick() {
  table.step();
  const damage = [];
  for (let i = 0; i < table.changedCount; i++) {
    const at = table.changed[i];
    damage.push({ cell: [at % columns.length, Math.floor(at / columns.length)] });
  }
  editor.current.updateCells(damage);
}

const shownText = (row, c) => drawn[row * columns.length + c];

function offerWhenShown() {
  if (editor?.current && drawn[0] !== undefined) offerPage({ tick, read: () => lookAt(table, shownText) });
  else requestAnimationFrame(offerWhenShown);
}
offerWhenShown();
