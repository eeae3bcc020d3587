/** The product's own ChartHost, fed as a screen feeds it: a new snapshot a tick, React untouched. */
import "../../web/styles/base.css";
import "../../web/styles/fonts.css";
import "../../web/styles/tokens.css";
import { createRoot } from "react-dom/client";
import { ChartHost } from "../../web/charts/ChartHost.tsx";
import type { ChartData, ChartSource, ChartSpec } from "../../web/charts/chart-spec.ts";
import type { ChartElement } from "../../web/charts/use-chart.ts";
import type { Role } from "../../web/styles/roles.ts";
import { offerPage } from "../browser/bench-page.ts";
import { createLiveLines, lookAt, workload } from "./live-lines.ts";

const lines = createLiveLines();
const colours: readonly Role[] = ["call", "put", "up", "down", "accent", "warn"];
const format = (value: number): string => value.toFixed(2);
const spec: ChartSpec = {
  x: { kind: "minute" },
  y: { format: (value, decimals) => value.toFixed(decimals) },
  series: Array.from({ length: workload.series }, (_, s) => ({
    kind: "line",
    id: `s${s}`,
    label: `Series ${s}`,
    colour: colours[s % colours.length]!,
    width: 1,
    format,
  })),
};

const snapshot = (): ChartData => ({ x: lines.x, columns: lines.columns });
let current = snapshot();
let listener: (() => void) | undefined;
const source: ChartSource = {
  read: () => current,
  subscribe: (listen) => {
    listener = listen;
    return () => {
      listener = undefined;
    };
  },
};

createRoot(document.getElementById("root")!).render(
  <ChartHost spec={spec} source={source} label="Bench" legend={false} />,
);

const handle = () => [...document.querySelectorAll<ChartElement>("div")].find((each) => each.chartHandle)?.chartHandle;

function offerWhenDrawn(): void {
  if ((handle()?.drawn().ticks.length ?? 0) === 0) {
    requestAnimationFrame(offerWhenDrawn);
    return;
  }
  offerPage({
    tick() {
      lines.step();
      current = snapshot();
      listener?.();
    },
    read: () => {
      const readings = handle()?.cursor(lines.x.at(-1));
      handle()?.cursor(undefined);
      return lookAt(lines, (series) => readings?.[series]?.value);
    },
  });
}
offerWhenDrawn();
