/** A line on both sides of zero, as the polygons under and over zero that are filled. Pure; device pixels. */

/** Where data stand on the canvas: pixels = origin + value * step. */
export interface Scale {
  readonly origin: number;
  readonly step: number;
}

export interface AreaRun {
  /** Of its values; one that only touches zero goes on on its side. */
  readonly sign: 1 | -1;
  /** x, y of each corner, one after another; it begins and ends on zero, or where the line does. */
  readonly corners: readonly number[];
}

/** A stretch of a line that is straight to within so much is one: nobody sees a tenth of a pixel. */
const TOLERANCE = 0.1;

/** Cut where the line crosses zero and where values are missing, each run with no more corners than can be seen. */
export function areaRuns(
  positions: ArrayLike<number>,
  values: ArrayLike<number>,
  { x, y }: { readonly x: Scale; readonly y: Scale },
): AreaRun[] {
  const runs: AreaRun[] = [];
  let points: number[] = [];
  let sign: 1 | -1 | undefined;
  const end = (): void => {
    if (sign !== undefined && points.length > 2) runs.push({ sign, corners: cornersOf(points) });
    points = [];
    sign = undefined;
  };
  for (let i = 0; i < positions.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) {
      end();
      continue;
    }
    const side = value > 0 ? 1 : value < 0 ? -1 : (sign ?? 1);
    const at = x.origin + (positions[i] as number) * x.step;
    if (sign !== undefined && side !== sign) {
      const before = values[i - 1] as number;
      const from = x.origin + (positions[i - 1] as number) * x.step;
      const crossing = from + ((at - from) * before) / (before - value);
      points.push(crossing, y.origin);
      end();
      points.push(crossing, y.origin);
    }
    sign = side;
    points.push(at, y.origin + value * y.step);
  }
  end();
  return runs;
}

/**
 * The corners of a line whose x does not fall: between two of them no point is further off than the tolerance. Each point
 * narrows the directions in which the line may go on; one that lies outside of them begins a new stretch at the point before.
 *
 * @param points x, y, one after another
 */
export function cornersOf(points: readonly number[]): number[] {
  const corners = points.slice(0, 2);
  let [fromX = 0, fromY = 0] = points;
  let lowest = Number.NEGATIVE_INFINITY;
  let highest = Number.POSITIVE_INFINITY;
  for (let i = 2; i < points.length; i += 2) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    let slope = (y - fromY) / (x - fromX);
    if (!(slope >= lowest && slope <= highest)) {
      fromX = points[i - 2] as number;
      fromY = points[i - 1] as number;
      if (i > 2) corners.push(fromX, fromY);
      slope = (y - fromY) / (x - fromX);
      lowest = Number.NEGATIVE_INFINITY;
      highest = Number.POSITIVE_INFINITY;
    }
    const leeway = TOLERANCE / (x - fromX);
    lowest = Math.max(lowest, slope - leeway);
    highest = Math.min(highest, slope + leeway);
  }
  if (points.length > 2) corners.push(points.at(-2) as number, points.at(-1) as number);
  return corners;
}
