/** ECharts by its fastest way: tree-shaken, canvas, no animation, no symbols, no tooltip; `setOption` with the series' data. */
import { LineChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { offerPage } from "../../browser/bench-page.ts";
import { colourOf, createLiveLines, lookAt, workload } from "../../charts/live-lines.ts";

use([LineChart, GridComponent, CanvasRenderer]);

const lines = createLiveLines();
const chart = init(document.getElementById("root"), undefined, { renderer: "canvas" });
const clock = (minute) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const minutes = () => Array.from(lines.x, clock);
const dataOf = (s) => ({ data: Array.from(lines.columns[s]) });
chart.setOption({
  animation: false,
  backgroundColor: "#11151c",
  grid: { left: 56, right: 16, top: 12, bottom: 30 },
  xAxis: { type: "category", data: minutes(), boundaryGap: false },
  yAxis: { type: "value", scale: true, splitLine: { lineStyle: { color: "#1c222c" } } },
  series: Array.from({ length: workload.series }, (_, s) => ({
    ...dataOf(s),
    id: `s${s}`,
    type: "line",
    showSymbol: false,
    silent: true,
    emphasis: { disabled: true },
    lineStyle: { width: 1, color: colourOf(s) },
  })),
});

const ids = Array.from({ length: workload.series }, (_, s) => ({ id: `s${s}` }));
offerPage({
  tick() {
    const isNewMinute = lines.step();
    const series = ids.map((id, s) => ({ ...id, ...dataOf(s) }));
    chart.setOption(isNewMinute ? { xAxis: { data: minutes() }, series } : { series });
  },
  read: () => lookAt(lines, (s) => chart.getOption().series[s].data.at(-1)),
});
