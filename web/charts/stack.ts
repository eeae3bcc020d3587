/** What charts of a stack have in common. Pure. */
import type { ChartSpec, SeriesSpec } from "./chart-spec.ts";

type Named = { readonly id: string; readonly spec: ChartSpec };
type Visible = Readonly<Record<string, boolean>>;

/** The charts that have something to show; the first one stands in any case, as it carries the legend. */
export function shownCharts<C extends Named>(charts: readonly C[], visible: Visible): readonly C[] {
  const shown = charts.filter(({ spec }) => spec.series.some(({ id }) => visible[id] !== false));
  return shown.length > 0 ? shown : charts.slice(0, 1);
}

/**
 * Specs whose plots align: equal gutters on both sides, and x labels under the lowest chart (or under each).
 * @param tags width of the right gutter where a chart has tags; absent: the usual one
 */
export function stackedSpecs(
  specs: readonly ChartSpec[],
  gutter: number,
  ownAxes: boolean,
  tags?: number,
): readonly ChartSpec[] {
  const hasTags = specs.some((spec) => spec.tagGutter ?? spec.series.some((one) => one.kind === "line" && one.tag));
  const tagGutter = hasTags && (tags ?? true);
  return specs.map((spec, place) => {
    const labels = ownAxes || place === specs.length - 1;
    return { ...spec, gutter, tagGutter, x: { ...spec.x, labels } };
  });
}

/** The series of all charts; those that `order` names stand first, in its order. */
export function legendSeries(charts: readonly Named[], order: readonly string[] = []): readonly SeriesSpec[] {
  const place = ({ id }: SeriesSpec): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return charts.flatMap(({ spec }): readonly SeriesSpec[] => spec.series).sort((a, b) => place(a) - place(b));
}
