/**
 * Where a stock opens and closes on a day: the market's return by its beta, that of the group it moves with, and its
 * own, whose size differs from day to day (results, news). Like the indices it drifts back to its level.
 */

import { type DayDraws, fadingSum, REACH_DAYS } from "../exchange/levels.ts";
import { draw, normal, subkey, uniform, wordKey } from "../exchange/random.ts";
import { MARKET_SD } from "../underlyings/facts.ts";
import type { StockFacts } from "./stock-facts.ts";

/** sd of the gap and of open to close, as shares of the sd of the stock's own daily return; measured 0.54 of 1.52 %. */
const GAP_SHARE = 0.33;
const DAY_SHARE = 0.93;
/** sd of the log of a day's size; and how much larger, and how often, a day of news is. Daily returns have a kurtosis of 9. */
const WILD = 0.45;
const NEWS = 2.5;
const NEWS_ODDS = 0.02;
/** Root mean square of both together, by which they are divided. */
const USUAL = Math.sqrt(Math.exp(WILD ** 2) * (1 + NEWS_ODDS * (NEWS ** 2 - 1)));

/** Log returns of a day: from the previous close to the open, and to the close. */
export interface StockReturn {
  readonly gap: number;
  readonly total: number;
}

/** The day's return of a group between its open and its close, for a movement of its own of the market's size. */
export const groupDay = (day: DayDraws, group: string): number =>
  DAY_SHARE * MARKET_SD * Math.sqrt(day.sigma) * normal(draw(subkey(day.key, wordKey(group)), 1));

const groupGap = (day: DayDraws, group: string): number =>
  GAP_SHARE * MARKET_SD * Math.sqrt(day.sigma) * normal(draw(subkey(day.key, wordKey(group)), 0));

export function stockReturn(day: DayDraws, facts: StockFacts): StockReturn {
  const { group, load } = facts.stock;
  const key = subkey(day.key, wordKey(facts.symbol));
  const news = uniform(draw(key, 3)) < NEWS_ODDS ? NEWS : 1;
  const size = (Math.sqrt(day.sigma) * MARKET_SD * news * Math.exp(WILD * normal(draw(key, 2)))) / USUAL;
  const rest = Math.sqrt(1 - load * load) * size;
  const gap =
    facts.beta * day.marketGap + facts.own * (load * groupGap(day, group) + rest * GAP_SHARE * normal(draw(key, 0)));
  const toClose =
    facts.beta * day.marketDay + facts.own * (load * groupDay(day, group) + rest * DAY_SHARE * normal(draw(key, 1)));
  return { gap, total: gap + toClose };
}

/** Levels of a stock on a day, rupees; see DayLevels. */
export interface StockLevels {
  readonly before: number;
  readonly open: number;
  readonly close: number;
  readonly low: number;
  readonly high: number;
}

/** @param days the draws of the day and of those before it, newest first */
export function stockLevels(days: readonly DayDraws[], facts: StockFacts): StockLevels {
  const returns = days.map((day) => stockReturn(day, facts));
  const closeOf = (at: number) => facts.level * Math.exp(fadingSum(at, (i) => returns[i]?.total ?? 0));
  const closes = Array.from({ length: REACH_DAYS }, (_, i) => closeOf(1 + i));
  const before = closeOf(1);
  return {
    before,
    open: before * Math.exp(returns[0]?.gap ?? 0),
    close: closeOf(0),
    low: Math.min(...closes),
    high: Math.max(...closes),
  };
}
