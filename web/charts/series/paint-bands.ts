import type uPlot from "uplot";
import type { ChartModel } from "../chart-model.ts";
import type { Band } from "../chart-spec.ts";

/** The bands of a spec that has some, over each stretch where both of their lines have a value. */
export function paintBands(chart: uPlot, model: ChartModel): void {
  for (const band of model.spec.bands ?? []) paintBand(chart, model, band);
}

function paintBand(chart: uPlot, model: ChartModel, { between, colour }: Band): void {
  const { series } = model.spec;
  const [one, other] = between.map((id) => model.data?.columns[series.findIndex((each) => each.id === id)]);
  if (!one || !other || between.some((id) => model.hidden.has(id))) return;
  const { ctx } = chart;
  ctx.fillStyle = model.theme.colours[colour];
  const isThere = (i: number): boolean => !Number.isNaN(one[i]) && !Number.isNaN(other[i]);
  const point = (i: number, column: ArrayLike<number>): [number, number] => [
    chart.valToPos(model.positions[i] as number, "x", true),
    chart.valToPos(column[i] as number, "y", true),
  ];
  for (let from = 0; from < model.positions.length; from++) {
    if (!isThere(from)) continue;
    let to = from;
    while (to + 1 < model.positions.length && isThere(to + 1)) to++;
    ctx.beginPath();
    ctx.moveTo(...point(from, one));
    for (let i = from + 1; i <= to; i++) ctx.lineTo(...point(i, one));
    for (let i = to; i >= from; i--) ctx.lineTo(...point(i, other));
    ctx.closePath();
    ctx.fill();
    from = to;
  }
}
