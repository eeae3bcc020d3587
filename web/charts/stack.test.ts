import { describe, expect, it } from "vitest";
import type { ChartSpec, LineSeries } from "./chart-spec.ts";
import { legendSeries, shownCharts, stackedSpecs } from "./stack.ts";

const line = (id: string, tag?: "solid"): LineSeries => ({
  kind: "line",
  id,
  label: id,
  colour: "s1",
  format: String,
  ...(tag === undefined ? {} : { tag }),
});
const spec = (...series: LineSeries[]): ChartSpec => ({ x: { kind: "minute" }, y: { format: String }, series });
const charts = [
  { id: "upper", spec: spec(line("pcr", "solid"), line("spot")) },
  { id: "lower", spec: spec(line("volume")) },
];

describe("a stack of charts", () => {
  it("leaves out a chart whose series are all hidden, but not the one with the legend", () => {
    const ids = (visible: Record<string, boolean>) => shownCharts(charts, visible).map(({ id }) => id);
    expect(ids({})).toEqual(["upper", "lower"]);
    expect(ids({ volume: false })).toEqual(["upper"]);
    expect(ids({ pcr: false, spot: false })).toEqual(["lower"]);
    expect(ids({ pcr: false, spot: false, volume: false })).toEqual(["upper"]);
  });

  it("lists the series of all charts, in the order asked for", () => {
    const ids = (order?: string[]) => legendSeries(charts, order).map(({ id }) => id);
    expect(ids()).toEqual(["pcr", "spot", "volume"]);
    expect(ids(["pcr", "volume"])).toEqual(["pcr", "volume", "spot"]);
  });

  it("gives all the same gutters, and labels to the lowest axis", () => {
    const [upper, lower] = stackedSpecs(
      charts.map((chart) => chart.spec),
      56,
      false,
    );
    expect([upper?.gutter, lower?.gutter]).toEqual([56, 56]);
    expect([upper?.tagGutter, lower?.tagGutter]).toEqual([true, true]);
    expect([upper?.x.labels, lower?.x.labels]).toEqual([false, true]);
    const alone = stackedSpecs(
      charts.map((chart) => chart.spec),
      64,
      true,
    );
    expect(alone.map(({ x }) => x.labels)).toEqual([true, true]);
  });
});
