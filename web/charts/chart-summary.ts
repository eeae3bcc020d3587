import { dayText } from "./axes/date-ticks.ts";
import type { ChartData, ChartReading, ChartSpec } from "./chart-spec.ts";
import { type ChartDay, minuteText } from "./day-row.ts";
import { lastPresent } from "./series/gap-detection.ts";
import { highestIndex } from "./words/bar-labels.ts";

/** Text of an x value as the axis writes it. @param days of the data, where there are several */
export function axisText(spec: ChartSpec, x: number, days?: readonly ChartDay[]): string {
  if (spec.x.kind === "minute") return minuteText(x, days);
  return spec.x.kind === "date" ? dayText(x) : spec.x.format(x);
}

/** Values of the visible series at one index; absent ones read '-'. */
export function readingsAt(
  spec: ChartSpec,
  data: ChartData,
  index: number,
  isVisible: (id: string) => boolean,
): readonly ChartReading[] {
  const readings: ChartReading[] = [];
  spec.series.forEach((series, place) => {
    if (!isVisible(series.id)) return;
    const value = data.columns[place]?.[index] ?? Number.NaN;
    const text = Number.isNaN(value) ? "-" : series.format(value);
    readings.push({ id: series.id, label: series.label, value, text });
  });
  return readings;
}

/** Last value of each series with the x it stands at; for bars the highest, which is what such a chart is read for. */
export type SummaryRow = { readonly label: string; readonly at: string; readonly value: string };

export function summaryRows(spec: ChartSpec, data: ChartData): readonly SummaryRow[] {
  return spec.series.map((series, place) => {
    const column = data.columns[place] ?? [];
    const index = series.kind === "bar" ? highestIndex(column) : lastPresent(column);
    if (index < 0) return { label: series.label, at: "-", value: "-" };
    return {
      label: series.label,
      at: axisText(spec, data.x[index] as number, data.days),
      value: series.format(column[index] as number),
    };
  });
}

/** One sentence for a screen reader. */
export function summaryText(label: string, spec: ChartSpec, data: ChartData | undefined): string {
  if (data === undefined || data.x.length === 0) return `${label}. No data`;
  const first = axisText(spec, data.x[0] as number, data.days);
  const last = axisText(spec, data.x[data.x.length - 1] as number, data.days);
  const parts = summaryRows(spec, data).map((row, place) => {
    const word = spec.series[place]?.kind === "bar" ? "highest" : "last";
    return row.value === "-" ? `${row.label} absent` : `${row.label} ${word} ${row.value} at ${row.at}`;
  });
  return `${label}. ${first} to ${last}. ${parts.join(". ")}`;
}
