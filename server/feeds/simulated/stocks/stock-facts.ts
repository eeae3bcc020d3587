/**
 * The stocks as the simulation knows them: the measured table in the units of facts.ts, and what they have in common.
 * Futures are scaled from options: no recorded day has those of stocks beside each other.
 */
import { lastStockTerms } from "#contract/domain/reference/stock-lots.ts";
import { MARKET_SD, type StockTraits, type UnderlyingFacts } from "../underlyings/facts.ts";
import { STOCK_TABLE } from "./stock-table.ts";

export interface StockFacts extends UnderlyingFacts {
  readonly stock: StockTraits;
}

export const isStock = (facts: UnderlyingFacts): facts is StockFacts => facts.stock !== undefined;

/** Daily sd of the equally weighted market of stocks, to which their betas were measured. */
const STOCK_MARKET_SD = 0.00736;
/** Daily sd of the simulated market from close to close, without its excursions within the day. */
const SLOW_MARKET_SD = 0.0065;
/** NIFTY's ATM volatility at two weeks in ordinary nerves, by which the surface is scaled. */
const REFERENCE_VOLATILITY = 0.111;
/** Strikes were laid around the last days' range, of which half lies on either side of the close. */
const HALF_RANGE = 0.05;
const LEAST_SPAN = 0.07;
/** Lots of a stock's futures for a lot of its options, and a day's volume of them. */
const FUTURES_PER_OPTION = 0.8;
const FUTURES_TURNOVER = 0.24;
/** Hundred lots of option volume a day at which a stock's quotes are as wide and as quick as the middle one's. */
const ORDINARY_VOLUME = 180;

/** Open interest of round strikes relative to others, by strike step: multiples of the step. */
const ROUND: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [
    [5, 4],
    [10, 7],
  ],
  2.5: [
    [2, 3.4],
    [4, 6],
    [20, 8],
  ],
  5: [
    [2, 3],
    [10, 6],
    [20, 8],
  ],
  10: [
    [2, 2],
    [5, 2.2],
    [10, 6],
  ],
  20: [
    [5, 3.2],
    [10, 4],
    [50, 6],
  ],
  50: [
    [2, 3],
    [10, 6],
    [20, 7],
  ],
  100: [
    [5, 2.6],
    [10, 5],
  ],
  250: [
    [2, 4],
    [4, 6],
  ],
  500: [
    [2, 4],
    [10, 6],
  ],
};

function readStock(line: string): StockFacts {
  const [symbol = "", level, iv, beta, own, group = "", load, interest, volume, pcr, below, above] = line.split(" ");
  const step = lastStockTerms(symbol)?.step ?? 1;
  const quick = Math.sqrt(Number(volume) / ORDINARY_VOLUME);
  const optionInterest = Number(interest) * 100;
  const futureInterest = Math.round(optionInterest * FUTURES_PER_OPTION);
  const vol = Number(iv) / 100 / REFERENCE_VOLATILITY;
  const span = (percent: string | undefined) => Math.max(Number(percent) / 100 - HALF_RANGE, LEAST_SPAN);
  return {
    symbol,
    level: Number(level),
    beta: (Number(beta) * STOCK_MARKET_SD) / SLOW_MARKET_SD,
    own: Number(own) / 1e4 / MARKET_SD,
    vol,
    weeklies: false,
    skew: 0.18,
    curvature: 1.2,
    stray: 1.6,
    reach: vol,
    carry: 0.062,
    volume: 0,
    interest: 0,
    width: 5 / Math.min(Math.max(quick, 0.5), 2.5),
    requote: 0.22 * Math.min(Math.max(quick, 0.4), 2),
    pcr: [Number(pcr), Number(pcr)],
    futureInterest,
    futureVolume: Math.round(futureInterest * FUTURES_TURNOVER),
    round: (ROUND[step] ?? []).map(([multiple, factor]) => [multiple * step, factor, factor] as const),
    stock: {
      group,
      load: Number(load),
      volatility: Number(iv) / 100,
      optionInterest,
      optionVolume: Number(volume) * 100,
      below: span(below),
      above: span(above),
    },
  };
}

/** By symbol. */
export const STOCK_FACTS: readonly StockFacts[] = STOCK_TABLE.trim().split("\n").map(readStock);
