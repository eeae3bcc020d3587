/** lightweight-charts by its fastest way: `update` of each series' last point, no animation, no markers, no price lines. */
import { createChart, LineSeries } from "lightweight-charts";
import { offerPage } from "../../browser/bench-page.ts";
import { colourOf, createLiveLines, lookAt, POINTS, workload } from "../../charts/live-lines.ts";

const lines = createLiveLines();
const chart = createChart(document.getElementById("root"), {
  autoSize: true,
  layout: { background: { color: "#11151c" }, textColor: "#8a93a3", attributionLogo: false },
  grid: { vertLines: { visible: false }, horzLines: { color: "#1c222c" } },
  timeScale: { timeVisible: true, secondsVisible: false },
});
const series = Array.from({ length: workload.series }, (_, s) =>
  chart.addSeries(LineSeries, {
    color: colourOf(s),
    lineWidth: 1,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  }),
);
const pointAt = (s, i) => ({ time: lines.x[i] * 60, value: lines.columns[s][i] });
series.forEach((line, s) => {
  line.setData(Array.from({ length: POINTS }, (_, i) => pointAt(s, i)));
});
chart.timeScale().fitContent();

offerPage({
  tick() {
    lines.step();
    for (let s = 0; s < workload.series; s++) series[s].update(pointAt(s, POINTS - 1));
  },
  read: () => lookAt(lines, (s) => series[s].data().at(-1)?.value),
});
