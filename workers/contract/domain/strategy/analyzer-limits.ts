/** Which strikes the strategy analyzer looks at, from the spot and the two limits that the user sets. Rupees throughout. */

export interface StrikeLimits {
  readonly from: number;
  readonly to: number;
}

/** Where the limits may be. */
export interface LimitFrame {
  /** Strike nearest the spot. */
  readonly spotRound: number;
  /** Rupees between strikes. */
  readonly step: number;
  /** Listed strikes, lowest and highest. */
  readonly lowest: number;
  readonly highest: number;
}

const DEFAULT_REACH = 1;
const LIMIT_REACH = 10;
const CANDIDATE_REACH = 2;
const PROBABILITY_REACH = 20;

/** The multiple of `step` nearest `spot`, the upper one of two. */
export const roundToStep = (spot: number, step: number): number => Math.round(spot / step) * step;

/** One step to either side of the spot, inside the bounds. */
export const defaultLimits = (frame: LimitFrame): StrikeLimits => ({
  from: clamp(frame.spotRound - DEFAULT_REACH * frame.step, limitBounds(frame)),
  to: clamp(frame.spotRound + DEFAULT_REACH * frame.step, limitBounds(frame)),
});

/** Ten steps to either side, as far as strikes are listed. */
export const limitBounds = ({ spotRound, step, lowest, highest }: LimitFrame): StrikeLimits => ({
  from: Math.max(spotRound - LIMIT_REACH * step, lowest),
  to: Math.min(spotRound + LIMIT_REACH * step, highest),
});

/** The limits after the lower one was set: kept inside the bounds; the upper one follows where it would be below. */
export function setLower(limits: StrikeLimits, from: number, frame: LimitFrame): StrikeLimits {
  const lower = clamp(from, limitBounds(frame));
  return { from: lower, to: Math.max(limits.to, lower) };
}

/** The limits after the upper one was set; the lower one follows where it would be above. */
export function setUpper(limits: StrikeLimits, to: number, frame: LimitFrame): StrikeLimits {
  const upper = clamp(to, limitBounds(frame));
  return { from: Math.min(limits.from, upper), to: upper };
}

/** Strikes that candidates are made of: two steps more to either side. */
export const candidateStrikes = ({ from, to }: StrikeLimits, step: number): StrikeLimits => ({
  from: from - CANDIDATE_REACH * step,
  to: to + CANDIDATE_REACH * step,
});

/** Strikes whose IV and probability are computed: twenty steps to either side of the spot. */
export const probabilityStrikes = ({ spotRound, step }: LimitFrame): StrikeLimits => ({
  from: spotRound - PROBABILITY_REACH * step,
  to: spotRound + PROBABILITY_REACH * step,
});

const clamp = (strike: number, { from, to }: StrikeLimits): number => Math.min(Math.max(strike, from), to);
