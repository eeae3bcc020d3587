/** What the market lists today, out of the `init` call: read by selectors, the ticker and the link groups. */
import { type Exchange, expiryKey, parseExpiry, underlyingOf } from "#contract/domain/instruments.ts";
import type { Ticks } from "#contract/domain/reference/ticks.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { InitList } from "#contract/wire/http/market.ts";

/** [symbol name, lot size, strike step, rate parameter (USDINR; else 0)] */
export type SymbolTuple = readonly [symbol: string, lotSize: number, strikeStep: number, rate: number];

/** Before anything is known. */
export const DEFAULT_SYMBOL: SymbolTuple = ["BANKNIFTY", 0, 100, 0];
export const FALLBACK_SYMBOL: Readonly<Record<Exchange, string>> = { NSE: "BANKNIFTY", BSE: "SENSEX" };

export interface Universe {
  /** The last live date. */
  readonly date: IsoDate;
  readonly expiries: Readonly<Record<string, Readonly<Record<string, readonly IsoDate[]>>>>;
  /** Future expiries by exchange, nearest first. */
  readonly futureExpiries: Readonly<Record<string, readonly IsoDate[]>>;
  /** Symbol to [lot size, strike step]. */
  readonly strikeDifference: Readonly<Record<string, readonly [number, number]>>;
  readonly freezeQty: Readonly<Record<string, number>>;
  /** Steps of prices by symbol, where they are not the default of the underlying. */
  readonly ticks?: Readonly<Record<string, Ticks>> | undefined;
  readonly times: readonly string[];
  readonly time9am: readonly string[];
  /** Previous close by index symbol, rupees; an index without one is left out. */
  readonly previousClose: Readonly<Partial<Record<string, number>>>;
  /** Spot by index symbol as of the call, rupees. */
  readonly spot: Readonly<Record<string, number>>;
}

export function readUniverse(init: InitList): Universe {
  const [time, index, symbols, steps, freeze, futures] = init;
  const expiries = Object.fromEntries(
    Object.entries(symbols.data).map(([exchange, bySymbol]) => [
      exchange,
      Object.fromEntries(Object.entries(bySymbol).map(([symbol, keys]) => [symbol, keys.map(parseExpiry)])),
    ]),
  );
  return {
    date: symbols.date as IsoDate,
    expiries,
    futureExpiries: Object.fromEntries(
      Object.entries(futures.data).map(([exchange, keys]) => [exchange, keys.map(parseExpiry).sort()]),
    ),
    strikeDifference: steps.data,
    freezeQty: freeze.data,
    ticks: steps.ticks,
    times: time.data,
    time9am: time.time9am,
    previousClose: {
      NIFTY: index.data.nifty_prev ?? undefined,
      BANKNIFTY: index.data.bank_prev ?? undefined,
      SENSEX: index.data.sensex_prev ?? undefined,
      BANKEX: index.data.bankex_prev ?? undefined,
    },
    spot: index.data.indexData,
  };
}

type Listed = Pick<Universe, "expiries">;

export const symbolsOf = (universe: Listed, exchange: Exchange): readonly string[] =>
  Object.keys(universe.expiries[exchange] ?? {});

export const expiriesOf = (universe: Listed, exchange: Exchange, symbol: string): readonly IsoDate[] =>
  universe.expiries[exchange]?.[symbol] ?? [];

/**
 * The future expiries of an exchange's stocks and indices, nearest first: those of its market as a whole. A currency's
 * future has some that nothing else has.
 */
export function marketExpiriesOf(
  universe: Pick<Universe, "expiries" | "futureExpiries">,
  exchange: Exchange,
): readonly IsoDate[] {
  const symbols = symbolsOf(universe, exchange).filter((symbol) => underlyingOf(symbol).kind !== "currency");
  const isListed = (expiry: IsoDate): boolean =>
    symbols.some((symbol) => expiriesOf(universe, exchange, symbol).includes(expiry));
  return (universe.futureExpiries[exchange] ?? []).filter(isListed);
}

/**
 * The nearest future expiry that the whole market has: what the exchange's spot room is named after. A currency's own expiry
 * counts only where there is no other.
 */
export const spotExpiryOf = (universe: Universe, exchange: Exchange): IsoDate | undefined =>
  marketExpiriesOf(universe, exchange)[0] ?? universe.futureExpiries[exchange]?.[0];

/** The tuple of a symbol the universe lists. */
export function tupleOf(universe: Universe, symbol: string): SymbolTuple {
  const [lot, step] = universe.strikeDifference[symbol] ?? [0, 0];
  const underlying = underlyingOf(symbol);
  return [symbol, lot, step, underlying.kind === "currency" ? underlying.rate : 0];
}

/** The remembered symbol where the exchange lists it, else its fallback, else whatever it lists first. */
export function chooseSymbol(
  universe: Universe,
  exchange: Exchange,
  remembered: string | undefined,
): string | undefined {
  const listed = symbolsOf(universe, exchange);
  if (remembered !== undefined && listed.includes(remembered)) return remembered;
  return listed.includes(FALLBACK_SYMBOL[exchange]) ? FALLBACK_SYMBOL[exchange] : listed[0];
}

/** Whether the chosen expiry is still listed; compares the form that state holds. */
export const isListed = (expiries: readonly IsoDate[], expiry: IsoDate): boolean =>
  expiries.some((one) => expiryKey(one) === expiryKey(expiry));
