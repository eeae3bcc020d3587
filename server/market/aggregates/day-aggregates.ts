/** What a finished day comes to: of each underlying its close, and of each future what was built up. */
import type { Source } from "#contract/domain/columns.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayBuildUps, FutureBar } from "#contract/wire/http/futures.ts";

/** An underlying at the close; null where the day does not tell. */
export interface SymbolClose {
  /** Rupees: of the spot, or of the nearest future where there is no spot. */
  readonly close: number | null;
  /** Per cent since the close before. */
  readonly change: number | null;
  /** Implied volatility at the money, per cent. */
  readonly iv: number | null;
}

export interface DayAggregates {
  readonly date: IsoDate;
  readonly source: Source;
  /** What it was made of: as long as that is the same, so is this. */
  readonly madeOf: string;
  /** By symbol. */
  readonly closes: Readonly<Record<string, SymbolClose>>;
  /** By expiry of the futures and symbol. */
  readonly buildUps: Readonly<Record<IsoDate, Readonly<Record<string, DayBuildUps>>>>;
  /** What they traded at; left out where the day does not tell. */
  readonly bars?: Readonly<Record<IsoDate, Readonly<Record<string, FutureBar>>>>;
}

/** In per cent, four decimals; undefined counts as unknown. */
export function changeOf(close: number | null, before: number | null | undefined): number | null {
  if (close === null || before === null || before === undefined || before <= 0) return null;
  return Math.round((close / before - 1) * 1e6) / 1e4;
}
