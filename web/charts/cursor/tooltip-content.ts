import type { ChartModel } from "../chart-model.ts";
import { isVisible } from "../chart-model.ts";
import type { TooltipContent, TooltipRow } from "../chart-spec.ts";
import { axisText } from "../chart-summary.ts";

/** What the tooltip of one chart says at an index: the spec's own content, or a row a visible series. */
export function tooltipContent(model: ChartModel, index: number): TooltipContent | undefined {
  const { data, spec } = model;
  if (data === undefined || index < 0 || index >= data.x.length) return undefined;
  if (spec.tooltip !== undefined) return spec.tooltip(index, data);
  const rows: TooltipRow[] = [];
  spec.series.forEach((series, place) => {
    if (!isVisible(model, series)) return;
    const value = data.columns[place]?.[index] ?? Number.NaN;
    const colour = series.kind === "bar" ? (series.textColour ?? series.colour) : series.colour;
    rows.push({ label: series.label, colour, values: [Number.isNaN(value) ? "-" : series.format(value)] });
  });
  const title = axisText(spec, data.x[index] as number, data.days);
  const note = [data.note ?? "", data.noteAt?.(index) ?? ""].filter((words) => words !== "").join(" · ");
  return { title, rows, ...(note !== "" && { note }) };
}

/** One tooltip for the charts of a pane: the hovered chart first, the rows of the others below. */
export function joinContents(own: TooltipContent, others: readonly TooltipContent[]): TooltipContent {
  if (others.length === 0) return own;
  return { ...own, rows: [...own.rows, ...others.flatMap((other) => other.rows)] };
}
