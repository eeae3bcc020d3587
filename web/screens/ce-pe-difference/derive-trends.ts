/** What a difference of puts and calls says, in words. The thresholds themselves belong to the balanced side. */
import type { CellInk } from "#contract/domain/snapshots/cell-style.ts";
import type { Trend } from "./snapshot.ts";

const SKEW_THRESHOLD = 2;
const DELTA_THRESHOLD = 0.1;
const THETA_THRESHOLD = 0.05;
const VEGA_THRESHOLD = 0.1;

const beyond = (value: number, threshold: number, words: readonly [Trend, Trend, Trend]): Trend =>
  value > threshold ? words[0] : value < -threshold ? words[1] : words[2];

/** Of OI, change in OI and price: the sign of PE - CE. */
export const signTrend = (difference: number): Trend => beyond(difference, 0, ["Bullish", "Bearish", "Neutral"]);
/** Of IV, per cent. */
export const skewTrend = (difference: number): Trend =>
  beyond(difference, SKEW_THRESHOLD, ["Put Premium", "Call Premium", "Balanced"]);
export const deltaTrend = (difference: number): Trend =>
  beyond(difference, DELTA_THRESHOLD, ["Bear Exposure", "Bull Exposure", "Delta Neutral"]);
export const thetaTrend = (difference: number): Trend =>
  beyond(difference, THETA_THRESHOLD, ["Put Decay Risk", "Call Decay Risk", "Balanced Decay"]);
export const vegaTrend = (difference: number): Trend =>
  beyond(difference, VEGA_THRESHOLD, ["Put Vol Risk", "Call Vol Risk", "Balanced Vol"]);

const INKS: Readonly<Partial<Record<Trend, CellInk>>> = {
  Bullish: "up",
  Bearish: "down",
  Neutral: "ink-3",
  "Put Decay Risk": "warn",
  "Call Decay Risk": "warn",
  "Put Vol Risk": "warn",
  "Call Vol Risk": "warn",
};
/** Beyond its threshold a risk is highlighted. */
export const trendInk = (trend: Trend): CellInk => INKS[trend] ?? "ink-2";
