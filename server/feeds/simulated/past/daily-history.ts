/**
 * The simulated past day by day, without its minutes: closes, changes and implied volatility of every underlying.
 * Pure functions of (seed, date): the same figures that the days themselves show.
 */

import { closingAuction, daysBetween } from "#contract/domain/reference/calendar.ts";
import { scheduledFutures } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { type DayDraws, type DayLevels, drawDays, fadingSum, levelsFrom } from "../exchange/levels.ts";
import { type DaySchedule, scheduleOf } from "../exchange/schedule.ts";
import { isChosen, type Member, type SymbolChoice, UNIVERSE } from "../exchange/universe.ts";
import { closingAtm } from "../options/surface.ts";
import { isStock, type StockFacts } from "../stocks/stock-facts.ts";
import { stockReturn } from "../stocks/stock-levels.ts";
import { printOf } from "../stocks/stock-path.ts";
import { minutesToExpiry } from "../underlyings/forward.ts";
import { closingPrints } from "../underlyings/spot-path.ts";

/** One underlying by day, oldest first. */
export interface DailyCloses {
  /** Last print of the spot, rupees, and that of the trading day before. */
  readonly close: Float64Array;
  readonly previous: Float64Array;
  /** ATM volatility a year at the close, a fraction, of the nearest monthly that has at least LEAST_DAYS to live. */
  readonly iv: Float64Array;
}

export interface DailyHistory {
  /** Trading days, oldest first. */
  readonly dates: readonly IsoDate[];
  /** By symbol. Currency has no spot, and so no history. */
  readonly symbols: ReadonlyMap<string, DailyCloses>;
}

/** Days to expiry below which an ATM volatility says more of the clock than of the market. */
const LEAST_DAYS = 3;
const MOST_DAYS = 300;

/** Of one day, whatever the underlying. */
interface Day {
  readonly schedule: DaySchedule;
  readonly levels: DayLevels;
  readonly auction: boolean;
  /** By position in the universe, scaled. */
  readonly prints: readonly number[];
  /** The monthly whose volatility is told: by symbol of an index, one of all stocks. */
  readonly expiries: Map<string, IsoDate>;
}

/**
 * The last `count` trading days up to and with `upTo`, at most 300. All symbols of a year take about half a second.
 * @param symbols everything when not given @throws FeedError when `upTo` is no trading day
 */
export function dailyHistory(seed: number, upTo: IsoDate, count: number, symbols?: SymbolChoice): DailyHistory {
  const wanted = Math.min(Math.max(Math.floor(count), 1), MOST_DAYS);
  // One day more, for the close before the first.
  const draws = drawDays(seed, upTo, wanted + 1);
  const days = Array.from({ length: wanted + 1 }, (_, i) => dayOf(seed, draws, i));
  const histories = new Map<string, DailyCloses>();
  for (const member of UNIVERSE) {
    const { symbol, kind } = member.underlying;
    if (kind === "currency" || !isChosen(symbols, symbol)) continue;
    histories.set(symbol, closesOf(seed, member, days, draws));
  }
  return {
    dates: days
      .slice(0, -1)
      .map(({ schedule }) => schedule.date)
      .reverse(),
    symbols: histories,
  };
}

/** @param at days before the newest */
function dayOf(seed: number, draws: readonly DayDraws[], at: number): Day {
  const levels = levelsFrom(draws.slice(at));
  const schedule = scheduleOf(levels.date);
  return {
    schedule,
    levels,
    auction: closingAuction("equity-derivatives", levels.date) !== undefined,
    prints: closingPrints(seed, levels, schedule),
    expiries: new Map(),
  };
}

/** @param days newest first, one more than is told */
function closesOf(seed: number, member: Member, days: readonly Day[], draws: readonly DayDraws[]): DailyCloses {
  const { underlying, facts, index } = member;
  const { priceScale } = underlying;
  const count = days.length - 1;
  const [close, previous, iv] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const stock = isStock(facts) ? stockPath(facts, draws, days.length) : undefined;
  const printAt = (at: number): number =>
    stock && isStock(facts) ? printOf(underlying, facts, stock.close[at] ?? 0) : (days[at]?.prints[index] ?? 0);
  for (let at = 0; at < count; at++) {
    const day = days[at];
    if (!day) continue;
    const slot = count - 1 - at;
    close[slot] = printAt(at) / priceScale;
    previous[slot] = printAt(at + 1) / priceScale;
    const move = stock
      ? Math.log((stock.close[at] ?? 1) / (stock.open[at] ?? 1))
      : Math.log((close[slot] ?? 1) / (day.levels.open[index] ?? 1));
    iv[slot] = atmOf(seed, member, day, move);
  }
  return { close, previous, iv };
}

/** Opens and closes of a stock, newest first, rupees. */
function stockPath(facts: StockFacts, draws: readonly DayDraws[], count: number): { open: number[]; close: number[] } {
  const returns = draws.map((day) => stockReturn(day, facts));
  const level = (at: number) => facts.level * Math.exp(fadingSum(at, (i) => returns[i]?.total ?? 0));
  const close = Array.from({ length: count + 1 }, (_, at) => level(at));
  return { close, open: close.slice(1).map((before, at) => before * Math.exp(returns[at]?.gap ?? 0)) };
}

function atmOf(seed: number, { underlying, facts }: Member, day: Day, move: number): number {
  const { schedule, levels, auction } = day;
  const { date, equity } = schedule;
  const expiry = monthlyOf(underlying.kind === "stock" ? "a stock" : underlying.symbol, facts.symbol, day);
  const days = daysBetween(date, expiry);
  const ofStock = facts.stock !== undefined;
  return closingAtm(
    {
      seed,
      date,
      facts,
      expiry,
      days,
      mood: levels.mood,
      from: ofStock ? equity.open : schedule.from,
      open: equity.open,
      minutes: ofStock ? equity.points : schedule.to - schedule.from,
      end: minutesToExpiry(underlying.segment, expiry, days),
      auction,
    },
    move,
  );
}

function monthlyOf(key: string, symbol: string, { schedule: { date }, expiries }: Day): IsoDate {
  const known = expiries.get(key);
  if (known !== undefined) return known;
  const futures = scheduledFutures(symbol, date);
  const found = futures.find((expiry) => daysBetween(date, expiry) >= LEAST_DAYS) ?? date;
  expiries.set(key, found);
  return found;
}
