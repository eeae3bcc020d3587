/** The line of least squares through figures over time. */

export interface Point {
  /** Of whatever unit the slope is asked for. */
  readonly at: number;
  readonly value: number;
}

/** How much the figure grows a unit of time; NaN through fewer than two moments. */
export function slopeOf(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [time, value] = [mean((point) => point.at), mean((point) => point.value)];
  const over = mean((point) => (point.at - time) ** 2);
  return mean((point) => (point.at - time) * (point.value - value)) / over;
}
