/**
 * What the simulated exchange lists on a day: expiries, strikes, lots, ticks and tokens of each room.
 *
 * Strikes follow the widths seen on recorded days: weeklies at the step, -8 %..+9.5 % of the spot; the current
 * monthlies the same with wider steps in the wings; far quarterlies a dozen or two. A listed strike stays for ten
 * days: the width is laid around the highest and the lowest close of that time.
 */

import { CE, createTokenTable, EQ, FUT, PE, type TokenTable, type Underlying } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { isMonthly, scheduledExpiries, scheduledFutures } from "#contract/domain/reference/expiries.ts";
import { defaultStrikeStep, lotSize } from "#contract/domain/reference/lots.ts";
import { lastStockTerms } from "#contract/domain/reference/stock-lots.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import type { UnderlyingFacts } from "../underlyings/facts.ts";
import { futureTick, optionTick } from "./ticks.ts";
import { INDICES, positionOf } from "./universe.ts";

/** How a chain is listed and how liquid it is. */
export type Series = "weekly" | "monthly" | "far";

export interface RoomListing {
  readonly underlying: Underlying;
  readonly facts: UnderlyingFacts;
  readonly expiry: IsoDate;
  /** Position among the underlying's expiries, nearest first. */
  readonly rank: number;
  readonly series: Series;
  /** Calendar days to expiry. */
  readonly days: number;
  /** The future printed in this room: of the expiry's month, else the nearest at or after it, else the last. USDINR: its own. */
  readonly future: IsoDate;
  readonly futureRank: number;
  /** Calendar days to the expiry of the nearest future. */
  readonly roll: number;
  readonly lot: number;
  readonly futureLot: number;
  /** Rupees, ascending. */
  readonly strikes: readonly number[];
}

/** The lowest and highest spot of the last days, rupees: what strikes are laid around. */
export interface Reach {
  readonly low: number;
  readonly high: number;
}

interface Width {
  readonly below: number;
  readonly above: number;
  /** Multiple of the step. */
  readonly every: number;
}

const NEAR: Width = { below: 0.08, above: 0.095, every: 1 };
const BODY: Width = { below: 0.075, above: 0.085, every: 1 };
const WINGS: Width = { below: 0.18, above: 0.17, every: 5 };
/** Strikes in the wings of NIFTY monthlies are a thousand apart. */
const WIDE_WINGS: Width = { ...WINGS, every: 20 };
const FAR: Width = { below: 0.2, above: 0.22, every: 20 };
/** Underlyings whose step is a smaller part of their level are listed less wide. */
const SPANS: Readonly<Record<string, number>> = { SENSEX: 0.72, BANKEX: 0.7, FINNIFTY: 0.8 };
const CURRENCY: Width = { below: 0.035, above: 0.04, every: 1 };

function widths(underlying: Underlying, facts: UnderlyingFacts, series: Series, rank: number): readonly Width[] {
  if (facts.stock) return [{ below: facts.stock.below, above: facts.stock.above, every: 1 }];
  if (underlying.kind === "currency") return [CURRENCY];
  if (series === "weekly") return [NEAR];
  if (series === "far") return [FAR];
  return rank <= 4 ? [BODY, underlying.symbol === "NIFTY" ? WIDE_WINGS : WINGS] : [BODY];
}

function strikesOf(
  underlying: Underlying,
  facts: UnderlyingFacts,
  series: Series,
  rank: number,
  reach: Reach,
): number[] {
  const step = defaultStrikeStep(underlying.symbol);
  const strikes = new Set<number>();
  const span = SPANS[underlying.symbol] ?? 1;
  for (const { below, above, every } of widths(underlying, facts, series, rank)) {
    const wide = step * every;
    const last = Math.ceil((reach.high * (1 + above * span)) / wide);
    for (let i = Math.floor((reach.low * (1 - below * span)) / wide); i <= last; i++) strikes.add(i * wide);
  }
  return [...strikes].sort((a, b) => a - b);
}

function seriesOf(symbol: string, expiry: IsoDate, expiries: readonly IsoDate[], futures: readonly IsoDate[]): Series {
  if (!isMonthly(expiry, expiries)) return "weekly";
  return futures.includes(expiry) || symbol === "USDINR" ? "monthly" : "far";
}

/** The expiries that an underlying has on a day, nearest first. */
export interface ListedExpiries {
  readonly options: readonly IsoDate[];
  readonly futures: readonly IsoDate[];
}

export const listedExpiries = (symbol: string, date: IsoDate): ListedExpiries => ({
  options: scheduledExpiries(symbol, date),
  futures: scheduledFutures(symbol, date),
});

/** Every room of an underlying on `date`, nearest expiry first. */
export function listRooms(
  underlying: Underlying,
  facts: UnderlyingFacts,
  date: IsoDate,
  reach: Reach,
  { options: expiries, futures }: ListedExpiries = listedExpiries(underlying.symbol, date),
): RoomListing[] {
  const { symbol } = underlying;
  const roll = daysBetween(date, futures[0] ?? date);
  return expiries.map((expiry, rank) => {
    const series = seriesOf(symbol, expiry, expiries, futures);
    const own = futures.findIndex((future) => future.slice(0, 7) === expiry.slice(0, 7));
    const next = futures.findIndex((future) => future >= expiry);
    const futureRank = own >= 0 ? own : next >= 0 ? next : futures.length - 1;
    // Currency weeklies have a future of their own: without a spot, nothing else says where their forward stands.
    const future = underlying.kind === "currency" ? expiry : (futures[futureRank] ?? expiry);
    const lotOf = (of: IsoDate) => lotSize(symbol, of, date) ?? lastStockTerms(symbol)?.lot ?? 1;
    return {
      underlying,
      facts,
      expiry,
      rank,
      series,
      days: daysBetween(date, expiry),
      future,
      futureRank,
      roll,
      lot: lotOf(expiry),
      futureLot: lotOf(future),
      strikes: strikesOf(underlying, facts, series, rank, reach),
    };
  });
}

const EPOCH = isoDate("2015-01-01");

/** Months from 2015 on, in nine bits. */
const monthOf = (date: IsoDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 2015 * 12;

/**
 * Tokens are numbers that say what the contract is, so that one contract has one token in every room and on every
 * day. Index and currency: underlying (3 bits), days of the expiry since 2015 (14), strike in steps (12), type (2).
 * Stocks, which have monthlies only, begin at 2^31: stock (8), months of the expiry since 2015 (9), steps (12), type (2).
 * The spot has no expiry.
 */
export function tokenOf(underlying: Underlying, expiry: IsoDate, strike: number, type: number): number {
  const index = positionOf(underlying.symbol) ?? 0;
  const steps = Math.round(strike / defaultStrikeStep(underlying.symbol));
  if (underlying.kind === "stock") {
    const month = type === EQ ? 0 : monthOf(expiry);
    return (((256 + index - INDICES.length) * 512 + month) * 4096 + steps) * 4 + type;
  }
  const day = type === EQ ? 0 : daysBetween(EPOCH, expiry);
  return (((index + 1) * 16_384 + day) * 4096 + steps) * 4 + type;
}

/** Scaled tick of each row. */
export function ticksOf(listing: RoomListing, table: TokenTable): Int32Array {
  const { underlying, facts } = listing;
  const option = Math.round(optionTick(underlying, facts.level) * underlying.priceScale);
  const future = Math.round(futureTick(underlying, facts.level) * underlying.priceScale);
  return Int32Array.from({ length: table.length }, (_, row) => (table.type[row] === FUT ? future : option));
}

/** The token table of a room, without previous figures: spot (not for currency, nor beside a future alone), future, then CE and PE by strike. */
export function tableOf(listing: RoomListing): TokenTable {
  const { underlying, expiry, future, strikes } = listing;
  const hasSpot = underlying.kind !== "currency" && strikes.length > 0;
  const table = createTokenTable((hasSpot ? 2 : 1) + strikes.length * 2);
  const add = (type: number, of: IsoDate, strike: number, lot: number) => {
    const row = table.length++;
    table.token[row] = tokenOf(underlying, of, strike, type);
    table.type[row] = type;
    table.strike[row] = Math.round(strike * underlying.priceScale);
    table.lotSize[row] = lot;
  };
  if (hasSpot) add(EQ, expiry, 0, listing.lot);
  add(FUT, future, 0, listing.futureLot);
  for (const strike of strikes) {
    add(CE, expiry, strike, listing.lot);
    add(PE, expiry, strike, listing.lot);
  }
  return table;
}
