/**
 * Lots and freeze quantities of the stocks whose recorded chains are at hand.
 *
 * Exchanges change stock lots with each review and split, so the facts hold for the expiries in which they were seen
 * and for no other. Lots: NSE's list for January and February 2026, and the greatest common divisor of the recorded
 * open interest of 21-Jan-2026 (KOTAKBANK: 2000 since its split of January 2026, where that list still says 400).
 * Freeze quantities: NSE's list of December 2025; that of KOTAKBANK is the one before the split, so the cautious one.
 */
import type { IsoDate } from "./units.ts";

interface StockFacts {
  readonly lot: number;
  /** Units. */
  readonly freeze: number;
}

const SEEN_FROM = "2026-01-01";
const SEEN_TO = "2026-02-28";

const STOCKS: Readonly<Record<string, StockFacts>> = {
  ADANIENT: { lot: 309, freeze: 9270 },
  AXISBANK: { lot: 625, freeze: 18_750 },
  BAJFINANCE: { lot: 750, freeze: 22_500 },
  BHARTIARTL: { lot: 475, freeze: 14_250 },
  HDFCBANK: { lot: 550, freeze: 27_500 },
  HINDUNILVR: { lot: 300, freeze: 9000 },
  ICICIBANK: { lot: 700, freeze: 21_000 },
  INFY: { lot: 400, freeze: 16_000 },
  ITC: { lot: 1600, freeze: 64_000 },
  KOTAKBANK: { lot: 2000, freeze: 12_000 },
  LT: { lot: 175, freeze: 7000 },
  "M&M": { lot: 200, freeze: 6000 },
  MARUTI: { lot: 50, freeze: 1500 },
  ONGC: { lot: 2250, freeze: 90_000 },
  RELIANCE: { lot: 500, freeze: 15_000 },
  SBIN: { lot: 750, freeze: 30_000 },
  SUNPHARMA: { lot: 350, freeze: 14_000 },
  TATASTEEL: { lot: 5500, freeze: 165_000 },
  TCS: { lot: 175, freeze: 7000 },
  VEDL: { lot: 1150, freeze: 46_000 },
};

const factsOf = (symbol: string): StockFacts | undefined =>
  Object.hasOwn(STOCKS, symbol) ? STOCKS[symbol] : undefined;

/** Units per lot of a stock's contracts of this expiry; undefined where it was not seen. */
export const stockLot = (symbol: string, expiry: IsoDate): number | undefined =>
  expiry >= SEEN_FROM && expiry <= SEEN_TO ? factsOf(symbol)?.lot : undefined;

/** The freeze quantity of a stock in units; undefined outside the months in which it was seen. */
export const stockFreeze = (symbol: string, date: IsoDate): number | undefined =>
  date >= SEEN_FROM && date <= SEEN_TO ? factsOf(symbol)?.freeze : undefined;
