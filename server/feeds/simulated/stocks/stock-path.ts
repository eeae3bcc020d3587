/**
 * The path of a stock through a day, second by second: the market's by its beta, that of its group, and its own. It ends
 * at the day's close exactly, so that a close is known without its path.
 */

import type { Underlying } from "#contract/domain/instruments.ts";
import type { Session } from "#contract/domain/reference/calendar.ts";
import { subkey, wordKey } from "../exchange/random.ts";
import { spotTick } from "../exchange/ticks.ts";
import { type DayPath, DIURNAL, logPath, MATCH_AFTER } from "../underlyings/spot-path.ts";
import type { StockFacts } from "./stock-facts.ts";
import type { StockLevels } from "./stock-levels.ts";

/** A stock's minutes move more than its days: quotes bounce. Recorded, 16 bp in four minutes. */
const OWN_MINUTES = 1.4;

/** The share of a move of its own that a stock of this group makes with the others, by second from the open. */
export const groupPath = (path: DayPath, group: string, points: number, sigma: number, end: number): Float64Array =>
  logPath(subkey(path.key, wordKey(`group ${group}`)), points, DIURNAL, sigma, end, "whole");

export interface StockPathInput {
  readonly path: DayPath;
  readonly underlying: Underlying;
  readonly facts: StockFacts;
  readonly levels: StockLevels;
  readonly group: Float64Array;
  readonly session: Session;
  readonly sigma: number;
  /** Minute at which the cash market's closing auction begins; undefined on days without one. */
  readonly auction: number | undefined;
}

export interface StockPath {
  /** By second from the open: what the market thinks it is worth, rupees, and what is printed, scaled. */
  readonly driver: Float64Array;
  readonly spot: Int32Array;
}

const gridOf = (underlying: Underlying, facts: StockFacts): number =>
  Math.round(spotTick(underlying, facts.level) * underlying.priceScale);

/** A price on the stock's grid, scaled. */
export function printOf(underlying: Underlying, facts: StockFacts, price: number): number {
  const grid = gridOf(underlying, facts);
  return Math.round((price * underlying.priceScale) / grid) * grid;
}

export function stockPath(input: StockPathInput): StockPath {
  const { path, underlying, facts, levels, group, session, sigma, auction } = input;
  const seconds = session.points * 60;
  const { market } = path;
  const { load } = facts.stock;
  const fromGroup = facts.own * load;
  const last = facts.beta * (market[seconds - 1] ?? 0) + fromGroup * (group[seconds - 1] ?? 0);
  const end = Math.log(levels.close / levels.open) - last;
  const scale = sigma * facts.own * Math.sqrt(1 - load * load) * OWN_MINUTES;
  const own = logPath(subkey(path.key, wordKey(facts.symbol)), session.points, DIURNAL, scale, end, "whole");
  const driver = own;
  const grid = gridOf(underlying, facts);
  const { priceScale } = underlying;
  const spot = new Int32Array(driver.length);
  const { beta } = facts;
  // Hot: 22,560 seconds of each of two hundred stocks at a start. Iterators would take four times as long.
  for (let i = 0; i < seconds; i++) {
    const price = levels.open * Math.exp(own[i]! + (beta * market[i]! + fromGroup * group[i]!));
    driver[i] = price;
    spot[i] = Math.round((price * priceScale) / grid) * grid;
  }
  if (auction !== undefined) {
    const stop = (auction - session.open) * 60;
    const match = stop + MATCH_AFTER * 60;
    spot.fill(spot[stop - 1] ?? 0, stop, match);
    spot.fill(printOf(underlying, facts, levels.close), match);
  }
  return { driver, spot };
}
