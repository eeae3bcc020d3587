/** What end-of-day files say of the day before: the previous close, open interest and volume of a contract. */
import { EQ } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate } from "#contract/domain/units.ts";
import { contractRow, type DailyContracts, type DailyFigures, type UnderlyingFigures } from "./daily-figures.ts";

/** Scaled prices and units; ABSENT where unknown. */
export interface PreviousFigures {
  readonly close: number;
  readonly oi: number;
  readonly volume: number;
}

/** One symbol on the day before. */
export interface PreviousOfSymbol {
  /** Undefined for what the files do not have. @param strike scaled by the symbol's price scale */
  of(type: number, expiry: IsoDate, strike: number): PreviousFigures | undefined;
}

/** @returns undefined where no end-of-day figures of that date were imported. */
export async function previousOfSymbol(
  daily: DailyFigures,
  date: IsoDate,
  symbol: string,
): Promise<PreviousOfSymbol | undefined> {
  const day = await daily.day(date);
  if (day === undefined) return undefined;
  const underlying = day.underlyings.find((row) => row.symbol === symbol);
  const contracts = await daily.contracts(date, symbol);
  return {
    of: (type, expiry, strike) =>
      type === EQ ? spotFigures(underlying) : contracts && contractFigures(contracts, type, expiry, strike),
  };
}

function spotFigures(underlying: UnderlyingFigures | undefined): PreviousFigures | undefined {
  if (underlying === undefined) return undefined;
  const { close, last } = underlying;
  return { close: close === ABSENT ? last : close, oi: ABSENT, volume: ABSENT };
}

/** A last price counts as a close only where the contract traded that day: recorders repeat old prices. */
function contractFigures(
  contracts: DailyContracts,
  type: number,
  expiry: IsoDate,
  strike: number,
): PreviousFigures | undefined {
  const row = contractRow(contracts, expiry, type, strike);
  if (row < 0) return undefined;
  const { prices, quantities } = contracts;
  const volume = quantities.volume[row];
  const official = prices.close[row] === ABSENT ? prices.settle[row] : prices.close[row];
  return {
    close: official === ABSENT && volume !== 0 ? prices.last[row] : official,
    oi: quantities.oi[row],
    volume,
  };
}
