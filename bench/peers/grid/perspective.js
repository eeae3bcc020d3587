/** Perspective's datagrid: a table in its worker, updated by the changed columns of the changed rows, bars by its own mode. */
import perspective from "/peers/@perspective-dev/client/dist/cdn/perspective.js";
import "/peers/@perspective-dev/viewer/dist/cdn/perspective-viewer.js";
import "/peers/@perspective-dev/viewer-datagrid/dist/cdn/perspective-viewer-datagrid.js";
import "../../../web/styles/fonts.css";
import { offerPage } from "../../browser/bench-page.ts";
import { columns, createLiveTable, lookAt, ROWS } from "../../grid/live-table.ts";

const live = createLiveTable();

/** Whole columns: a row-wise update would be parsed at greater cost. */
function toColumns() {
  const data = {};
  columns.forEach(({ id }, c) => {
    data[id] = Array.from({ length: ROWS }, (_, row) => live.values[row * columns.length + c]);
  });
  return data;
}

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/peers/@perspective-dev/viewer/dist/css/pro-dark.css";
document.head.append(style);

const worker = await perspective.worker();
const schema = Object.fromEntries(columns.map(({ id }) => [id, "float"]));
const table = await worker.table(schema, { index: "strike" });
await table.update(toColumns());

const viewer = document.createElement("perspective-viewer");
viewer.style.cssText = "position:absolute;inset:0";
document.getElementById("root").append(viewer);
await viewer.load(Promise.resolve(table));
await viewer.restore({
  plugin: "Datagrid",
  settings: false,
  columns: columns.map(({ id }) => id),
  columns_config: Object.fromEntries(
    columns.map(({ id, bar, max }) => [id, bar ? { fg_mode: "label-bar", fg_gradient: max } : { fg_mode: "disabled" }]),
  ),
});

function tick() {
  live.step();
  void table.update(toColumns());
}

/** It formats by itself, in the browser's locale; bars carry their label as an attribute. */
function shownText(row, c) {
  const grid = document.querySelector("perspective-viewer-datagrid")?.shadowRoot;
  const cell = grid?.querySelectorAll("tbody tr")[row]?.children[c];
  return cell?.dataset.pspLabel ?? cell?.textContent;
}

const writing = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const read = () => lookAt(live, shownText, (row, c) => writing.format(live.values[row * columns.length + c]));

function offerWhenShown() {
  if (shownText(0, 0)) offerPage({ tick, read });
  else requestAnimationFrame(offerWhenShown);
}
offerWhenShown();
