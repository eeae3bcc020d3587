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

/**
 * Four to six round values within the range, for the horizontal gridlines. Five where the range allows.
 * An empty or reversed range has its one value.
 */
export function valueTicks(min: number, max: number): readonly number[] {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return Number.isFinite(min) ? [min] : [];
  for (const steps of STEP_SETS) {
    const ticks = bestOf(min, max, steps);
    if (ticks.length > 0) return ticks;
  }
  return [min, max];
}

/** Decimals that a format must show so that no tick lies: 1 for 2.5, 0 for 5. At most 6. */
export function tickDecimals(ticks: readonly number[]): number {
  let decimals = 0;
  for (const tick of ticks) {
    while (decimals < 6 && Math.abs(Number(tick.toFixed(decimals)) - tick) > Math.abs(tick) * 1e-9) decimals++;
  }
  return decimals;
}

function bestOf(min: number, max: number, steps: readonly number[]): readonly number[] {
  let best: readonly number[] = [];
  const decade = Math.floor(Math.log10((max - min) / MOST));
  for (let power = decade - 1; power <= decade + 1; power++) {
    for (const factor of steps) {
      const ticks = multiples(min, max, factor, power);
      if (ticks.length < FEWEST || ticks.length > MOST) continue;
      if (best.length === 0 || Math.abs(ticks.length - BEST) < Math.abs(best.length - BEST)) best = ticks;
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
