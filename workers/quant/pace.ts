/**
 * How often a pane's derivation runs: with the frames of its feed, at its screen's rate at most, and less often while the
 * worker has too much to do. Pure.
 */
export interface Paced {
  /** Runs a second at most, on average; infinite where each change is to be seen. */
  readonly rate: number;
  /** The user works in it. */
  readonly isActive: boolean;
}

/** Share of a core that derivations may take before panes run less often. */
const SHARE = 0.5;
/** Runs a second that a pane keeps, however much there is to do. */
const FLOOR = 0.5;
/** No screen's rate is higher, so that a lower pace than this one changes nothing. */
const HIGHEST_RATE = 4;
/** At most so many times quicker after one look: what was slowed by the opening of a tab is soon as quick as before. */
const RECOVERY = 2;

/**
 * Share of their rates that panes keep from now on.
 * @param pace what they kept so far
 * @param busy share of that time that derivations took
 */
export const nextPace = (pace: number, busy: number): number =>
  Math.min(1, Math.max(FLOOR / HIGHEST_RATE, pace * Math.min(RECOVERY, SHARE / busy)));

/** Milliseconds between two runs. What the user works in, and what has no rate (a replay's steps, watches), is never slowed. */
export const intervalOf = ({ rate, isActive }: Paced, pace: number): number =>
  1000 / (isActive ? rate : Math.max(Math.min(rate, FLOOR), rate * pace));

/**
 * The runs that a pane has left, as of a time. A run takes one, each interval brings one: so the rate is kept on average, and
 * it has no beat of its own that could lie against that of the feed.
 */
export interface Credit {
  readonly runs: number;
  /** Milliseconds. */
  readonly at: number;
}

/** Share of a run that a frame may be early: feeds are not punctual. */
const EARLY = 1 / 4;
/**
 * Runs more than one that have to be left where news came too early for a newer frame. A feed of nearly the pane's rate has one
 * in that time; if it were shorter, the pane would take the old news each time, and stay too early for the next.
 */
const LATE = 1;
/** Enough that the frames of two rooms which come shortly after one another are both shown at once. */
const MOST = 2 - EARLY;
export const FULL: Credit = { runs: MOST, at: Number.NEGATIVE_INFINITY };

/** When there will be so many runs to take. */
const timeOf = ({ runs, at }: Credit, wanted: number, interval: number): number =>
  runs >= wanted ? at : at + (wanted - runs) * interval;

/** Since when a run may be taken. */
export const dueAt = (credit: Credit, interval: number): number => timeOf(credit, 1, interval);

/**
 * When news of `asked` is shown: at once where a run may be taken. What came earlier waits
 * for the next frame: a pane at half the feed's rate would else show each figure half a second old, since its time comes just
 * before the frame. Where no frame comes, it is shown an interval later.
 */
export const runsAt = (credit: Credit, asked: number, interval: number): number =>
  asked >= timeOf(credit, 1 - EARLY, interval) ? asked : timeOf(credit, 1 + LATE, interval);

/** After a run. */
export function take({ runs, at }: Credit, now: number, interval: number): Credit {
  // Without a rate, nothing is earned in no time: that is no number.
  return { runs: Math.min(MOST, runs + (now - at) / interval || MOST) - 1, at: now };
}
