/** Whether one series crosses another, or a level, from one update to the next. */
export type Crossing = "above" | "below";

export interface CrossingDetector {
  /**
   * Takes the next values, and says whether left has crossed right since the values before. Equal values stand on neither
   * side: a series crosses when it leaves them. Where a value is not known (NaN) nothing crosses, and the last known values
   * stay those before.
   */
  next(left: number, right: number): Crossing | undefined;
}

/** 1 while a condition holds, which is any figure but 0, as in scans and `if(`; 0 while it does not, NaN while it is not known. */
export const holding = (value: number): number => value && 1;

/** Its first values cross nothing. */
export function createCrossingDetector(): CrossingDetector {
  let before = Number.NaN;
  return {
    next(left, right) {
      const now = left - right;
      if (Number.isNaN(now)) return undefined;
      const was = before;
      before = now;
      if (was <= 0 && now > 0) return "above";
      return was >= 0 && now < 0 ? "below" : undefined;
    },
  };
}

export interface CrossingCount {
  readonly times: number;
  /** Place of the first crossing; -1 where there is none. */
  readonly first: number;
  /** Places of all. */
  readonly places: readonly number[];
}

/** How often a line has crossed another, or a level, in one direction: a rule that is armed again each time. */
export function countCrossings(
  left: ArrayLike<number>,
  right: ArrayLike<number> | number,
  to: Crossing,
): CrossingCount {
  const detector = createCrossingDetector();
  const places: number[] = [];
  for (let i = 0; i < left.length; i++) {
    const other = typeof right === "number" ? right : (right[i] ?? Number.NaN);
    if (detector.next(left[i] ?? Number.NaN, other) === to) places.push(i);
  }
  return { times: places.length, first: places[0] ?? -1, places };
}
