/** What a change of price with a change of open interest says: the four build-ups, as codes that cross threads. */
export const NO_BUILD_UP = 0;
export const LONG_BUILD = 1;
export const SHORT_BUILD = 2;
export const SHORT_COVER = 3;
export const LONG_UNWIND = 4;
export type BuildUp =
  | typeof NO_BUILD_UP
  | typeof LONG_BUILD
  | typeof SHORT_BUILD
  | typeof SHORT_COVER
  | typeof LONG_UNWIND;

/** How a build-up is written and drawn. */
export interface BuildUpState {
  /** Above the breakpoint of the screen. */
  readonly word: string;
  /** At or below the breakpoint of the screen. */
  readonly short: string;
  /** The price rose: the triangle points up. */
  readonly up: boolean;
  /** Open interest rose: the triangle is filled. */
  readonly filled: boolean;
}

/** By code. NO_BUILD_UP has no state: it shows '-'. */
export const BUILD_UP_STATES: readonly (BuildUpState | undefined)[] = [
  undefined,
  { word: "Long Build", short: "LB", up: true, filled: true },
  { word: "Short Build", short: "SB", up: false, filled: true },
  { word: "Short Cover", short: "SC", up: true, filled: false },
  { word: "Long Unwind", short: "LU", up: false, filled: false },
];
