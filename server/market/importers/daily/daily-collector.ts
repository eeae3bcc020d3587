/** The end-of-day figures of one file while it is read, in the product's own terms. */
import {
  CE,
  contractKey,
  INSTRUMENT_TYPES,
  type InstrumentType,
  PE,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate, type PriceScale } from "#contract/domain/units.ts";
import type { ContractFigures, UnderlyingFigures } from "../../daily/daily-figures.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";
import { RowError } from "../formats/chain-format.ts";
import type { DailyFormat, DailyLine, DailySighting } from "../formats/daily-format.ts";
import { scaled, wholeUnits } from "../formats/scaling.ts";

/** A row, and the line that it came from. */
interface Placed<Row> {
  readonly row: Row;
  readonly line: number;
}

/** One day of the file. */
export interface CollectedDay {
  readonly underlyings: Map<string, Placed<UnderlyingFigures>>;
  /** By symbol, then by {@link contractKey}. */
  readonly contracts: Map<string, Map<string, Placed<ContractFigures>>>;
}

/** The key of a row, whose strike is scaled. */
export const keyOfRow = ({ expiry, type, strike }: ContractFigures, priceScale: PriceScale): string =>
  contractKey({ expiry, strike: strike / priceScale, type: type === CE ? "CE" : type === PE ? "PE" : "FUT" });

export class DailyCollector {
  readonly days = new Map<IsoDate, CollectedDay>();
  /** Symbols whose volume is a number of contracts of an unknown lot, so absent. */
  readonly unknownLots = new Set<string>();
  readonly #format: DailyFormat;
  readonly #facts: MarketFacts;

  constructor(format: DailyFormat, facts: MarketFacts) {
    this.#format = format;
    this.#facts = facts;
  }

  /** All of a line, or nothing of it. @throws RowError when it cannot be what it says. */
  add({ date, sightings }: DailyLine, line: number): void {
    const day = this.days.get(date) ?? { underlyings: new Map(), contracts: new Map() };
    const rows = sightings.map((sighting) => this.#rowOf(sighting, date, day, line, sightings.length === 1));
    for (const put of rows) put();
    this.days.set(date, day);
  }

  /** @returns what puts the row in its place. */
  #rowOf(sighting: DailySighting, date: IsoDate, day: CollectedDay, line: number, isAlone: boolean): () => void {
    const { symbol, type, expiry } = sighting;
    const { segment, priceScale } = underlyingOf(symbol);
    if (!this.#facts.isTradingDay(segment, date)) throw new RowError(`${date} is no trading day of ${symbol}`);
    if (type === "EQ") return putUnderlying(day, underlyingFigures(sighting, priceScale), line, isAlone);
    if (expiry === undefined) throw new RowError("a contract needs an expiry");
    if (expiry < date) throw new RowError(`the expiry ${expiry} is before the day, ${date}`);
    const row = this.#contractFigures(sighting, date, expiry, priceScale);
    const key = keyOfRow(row, priceScale);
    const earlier = day.contracts.get(symbol)?.get(key);
    if (earlier) throw new RowError(`the same contract and day as line ${earlier.line}, which counts`);
    return () => {
      const ofSymbol = day.contracts.get(symbol) ?? new Map<string, Placed<ContractFigures>>();
      day.contracts.set(symbol, ofSymbol.set(key, { row, line }));
    };
  }

  #contractFigures(sighting: DailySighting, date: IsoDate, expiry: IsoDate, scale: PriceScale): ContractFigures {
    const { symbol, type, volume = Number.NaN, oi = Number.NaN, oiChange = Number.NaN } = sighting;
    const strike = type === "FUT" ? 0 : scaled("the strike", sighting.strike ?? Number.NaN, scale);
    if (strike === ABSENT) throw new RowError("an option needs a strike");
    const lot = this.#lotOf(sighting, date, expiry);
    const units = this.#format.volume === "units" ? 1 : lot;
    if (units === undefined && volume > 0) this.unknownLots.add(symbol);
    const held = wholeUnits("OI", oi, 1);
    const change = wholeUnits("the change of OI", oiChange, 1, Number.NaN);
    const before = held === ABSENT ? Number.NaN : held - change;
    return {
      expiry,
      type: codeOf(type),
      strike,
      ...dayPrices(sighting, scale),
      settle: scaled("the settlement price", sighting.settle ?? Number.NaN, scale),
      volume: volume === 0 ? 0 : units === undefined ? ABSENT : wholeUnits("volume", volume, units),
      oi: held,
      prevOi: before >= 0 ? before : ABSENT,
      lot: lot ?? ABSENT,
      rank: sighting.rank,
    };
  }

  /** The product counts a currency contract as one unit; its 1000 dollars are the multiplier. */
  #lotOf({ symbol, lot = 0 }: DailySighting, date: IsoDate, expiry: IsoDate): number | undefined {
    const isTold = lot > 0 && underlyingOf(symbol).kind !== "currency";
    return isTold ? lot : this.#facts.lotSize(symbol, expiry, date);
  }
}

const codeOf = (type: InstrumentType): number => INSTRUMENT_TYPES.indexOf(type);

/** @throws RowError when the prices contradict each other. */
function dayPrices(sighting: DailySighting, scale: PriceScale) {
  const price = (what: string, rupees = Number.NaN): number => scaled(what, rupees, scale);
  const prices = {
    open: price("the open", sighting.open),
    high: price("the high", sighting.high),
    low: price("the low", sighting.low),
    close: price("the close", sighting.close),
    last: price("the last price", sighting.last),
    prevClose: price("the previous close", sighting.prevClose),
  };
  if (prices.high !== ABSENT && prices.high < prices.low)
    throw new RowError(`the high, ${sighting.high}, is below the low, ${sighting.low}`);
  return prices;
}

function underlyingFigures(sighting: DailySighting, scale: PriceScale): UnderlyingFigures {
  const { symbol, rank, volume = Number.NaN } = sighting;
  return { symbol, ...dayPrices(sighting, scale), volume: wholeUnits("volume", volume, 1), rank };
}

/**
 * Lines of contracts repeat their underlying, and the first one counts; a line of its own (`isAlone`) comes once.
 * @throws RowError
 */
function putUnderlying(day: CollectedDay, row: UnderlyingFigures, line: number, isAlone: boolean): () => void {
  const earlier = day.underlyings.get(row.symbol);
  const isKnown = row.open !== ABSENT || row.close !== ABSENT || row.last !== ABSENT;
  if (isAlone && earlier) throw new RowError(`the same underlying and day as line ${earlier.line}, which counts`);
  if (isAlone && !isKnown) throw new RowError("it has no price");
  return () => {
    if (isKnown && !day.underlyings.has(row.symbol)) day.underlyings.set(row.symbol, { row, line });
  };
}
