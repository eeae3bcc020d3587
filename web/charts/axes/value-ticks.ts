/**
 * Steps of a decade, the roundest set first; a later set serves where an earlier gives no four to six lines. Together
 * no two neighbours are more than 1.5 apart, so one of them always does: a span of 4 to 6 steps has 4 to 6 multiples.
 */
const STEP_SETS = [
  [1, 2, 5],
  [2.5, 1.5, 3, 4],
  [6, 8],
] as const;
const FEWEST = 4;
const MOST = 6;
const BEST = 5;

/** CSS pixels from one label to the next: a line of text and a little air. */
const LABEL_HEIGHT = 15;

/**
 * Four to six round values within the range, for the horizontal gridlines: five where the range allows, and fewer where the
 * plot is too low for their labels. An empty or reversed range has its one value.
 * @param height of the plot, CSS pixels
 * @param wanted so many where some step gives them, be it less round than another
 */
export function valueTicks(
  min: number,
  max: number,
  height = Number.POSITIVE_INFINITY,
  wanted?: number,
): readonly number[] {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return Number.isFinite(min) ? [min] : [];
  const found = STEP_SETS.map((steps) => bestOf(min, max, steps, wanted ?? BEST)).filter(({ length }) => length > 0);
  const ticks = found.find(({ length }) => length === wanted) ?? found[0];
  return ticks ? thinned(ticks, span, height) : [min, max];
}

/** Every second value, every third, and so on, until labels no longer touch; zero stays. At least one. */
function thinned(ticks: readonly number[], span: number, height: number): readonly number[] {
  const [first = 0, second = first] = ticks;
  const step = second - first;
  const stride = Math.ceil((LABEL_HEIGHT * span) / (step * height));
  if (!(stride > 1)) return ticks;
  const kept = ticks.filter((tick) => Math.round(tick / step) % stride === 0);
  return kept.length > 0 ? kept : ticks.slice(ticks.length >> 1, (ticks.length >> 1) + 1);
}

/** Decimals that a format needs so that every tick shows its exact value: 1 for 2.5, 0 for 5. At most 6. */
export function tickDecimals(ticks: readonly number[]): number {
  let decimals = 0;
  for (const tick of ticks) {
    while (decimals < 6 && Math.abs(Number(tick.toFixed(decimals)) - tick) > Math.abs(tick) * 1e-9) decimals++;
  }
  return decimals;
}

function bestOf(min: number, max: number, steps: readonly number[], wanted: number): readonly number[] {
  let best: readonly number[] = [];
  const decade = Math.floor(Math.log10((max - min) / MOST));
  for (let power = decade - 1; power <= decade + 1; power++) {
    for (const factor of steps) {
      const ticks = multiples(min, max, factor, power);
      if (ticks.length < FEWEST || ticks.length > MOST) continue;
      if (best.length === 0 || Math.abs(ticks.length - wanted) < Math.abs(best.length - wanted)) best = ticks;
    }
  }
  return best;
}

/** Multiples of factor x 10^power, each computed by itself, so that 0.1 + 0.2 never shows. */
function multiples(min: number, max: number, factor: number, power: number): readonly number[] {
  const scale = 10 ** Math.abs(power);
  const step = power < 0 ? factor / scale : factor * scale;
  const slack = step * 1e-9;
  const ticks: number[] = [];
  for (let k = Math.ceil((min - slack) / step); k * step <= max + slack; k++) {
    if (ticks.length > MOST) break;
    const value = power < 0 ? (k * factor) / scale : k * step;
    ticks.push(value === 0 ? 0 : value); // no minus zero
  }
  return ticks;
}
