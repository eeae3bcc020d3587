/**
 * The figures of a tab on AG Grid Community and ECharts, each by its fastest way: transactions of the rows that changed,
 * plain cells without styles, charts that get their series' data, no animation, no tooltips; what the page says beside them is
 * written where it changed, in boxes that move nothing else. It is handed the finished figures: it decodes nothing, and computes
 * nothing.
 */
import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  createGrid,
  ModuleRegistry,
  themeBalham,
} from "ag-grid-community";
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { offerPage } from "../../browser/bench-page.ts";
import "../../../web/styles/fonts.css";

ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule]);
use([LineChart, BarChart, GridComponent, CanvasRenderer]);

const theme = themeBalham.withParams({ fontFamily: "IBM Plex Sans", fontSize: 12, rowHeight: 22, headerHeight: 24 });
let shows = [];
let at = 0;

offerPage({
  tick() {
    at++;
    for (const show of shows) show(at);
  },
});

/** Shows the first tick of a tape. */
globalThis.playTape = ({ tables, charts, words }) => {
  shows = [...tables.map(showTable), ...charts.map(showChart), ...words.map(showWord)];
};

function placed({ x, y, width, height }) {
  const element = document.createElement("div");
  element.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  document.getElementById("root").append(element);
  return element;
}

function showWord({ font, ticks, ...box }) {
  const element = placed(box);
  element.style.cssText += `;font:${font};white-space:nowrap;overflow:hidden;contain:strict`;
  const text = element.appendChild(new Text(ticks[0]));
  return (tick) => {
    const now = ticks[tick % ticks.length];
    if (now !== text.data) text.data = now;
  };
}

function showTable({ columns, ticks, ...box }) {
  const rowOf = (texts, row) => ({ row, ...Object.fromEntries(columns.map((_, c) => [`c${c}`, texts[c]])) });
  let before = ticks[0];
  const api = createGrid(placed(box), {
    theme,
    columnDefs: columns.map((id, c) => ({
      field: `c${c}`,
      headerName: id,
      width: box.width / columns.length,
      resizable: false,
    })),
    defaultColDef: { cellDataType: false },
    rowData: before.map(rowOf),
    getRowId: ({ data }) => String(data.row),
    animateRows: false,
    suppressColumnMoveAnimation: true,
    suppressCellFocus: true,
  });
  return (tick) => {
    const now = ticks[tick % ticks.length];
    const update = now.flatMap((texts, row) =>
      before[row] && texts.some((text, c) => text !== before[row][c]) ? [rowOf(texts, row)] : [],
    );
    before = now;
    if (update.length > 0) api.applyTransactionAsync({ update });
  };
}

function showChart({ series, ticks, ...box }) {
  const chart = init(placed(box), undefined, { renderer: "canvas" });
  const dataOf = ({ columns }, s) => ({ id: `s${s}`, data: columns[s] });
  const [first] = ticks;
  chart.setOption({
    animation: false,
    grid: { left: 48, right: 48, top: 12, bottom: 24 },
    xAxis: { type: "category", data: first.x, boundaryGap: series.some(({ kind }) => kind === "bar") },
    yAxis: [
      { type: "value", scale: true },
      { type: "value", scale: true, show: series.some(({ isSecond }) => isSecond) },
    ],
    series: series.map(({ kind, isSecond }, s) => ({
      ...dataOf(first, s),
      type: kind,
      yAxisIndex: isSecond ? 1 : 0,
      showSymbol: false,
      silent: true,
      emphasis: { disabled: true },
      lineStyle: { width: 1.5 },
    })),
  });
  let points = first.x.length;
  const isNew = ticks.map((one, i) => JSON.stringify(one) !== JSON.stringify(ticks.at(i - 1)));
  return (tick) => {
    const now = ticks[tick % ticks.length];
    if (!isNew[tick % ticks.length]) return;
    const next = series.map((_, s) => dataOf(now, s));
    chart.setOption(now.x.length === points ? { series: next } : { xAxis: { data: now.x }, series: next });
    points = now.x.length;
  };
}
