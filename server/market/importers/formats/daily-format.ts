/**
 * What a format of end-of-day figures is: it knows the columns, and says what each line claims of which contract or
 * underlying on which day. Units, checks, duplicates and the store are shared (daily-import.ts).
 */
import type { InstrumentType } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Rank } from "../../daily/daily-figures.ts";

/** One thing on one day, as the source writes it: prices in rupees, NaN where the source does not say. */
export interface DailySighting {
  readonly symbol: string;
  readonly type: InstrumentType;
  /** Of a contract. */
  readonly expiry?: IsoDate;
  /** Rupees, of an option. */
  readonly strike?: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly close?: number;
  readonly last?: number;
  readonly settle?: number;
  readonly prevClose?: number;
  /** In what the format counts. */
  readonly volume?: number;
  /** Units. */
  readonly oi?: number;
  /** Units. */
  readonly oiChange?: number;
  /** Units per lot, where the source says so. */
  readonly lot?: number;
  readonly rank: Rank;
}

export interface DailyLine {
  readonly date: IsoDate;
  readonly sightings: readonly DailySighting[];
}

export interface DailyFormat {
  readonly becomes: "daily";
  readonly name: string;
  /** Columns that the header must have, in any order, among any others. */
  readonly columns: readonly string[];
  /** What volume is counted in; OI is units in every known source. */
  readonly volume: "contracts" | "units";
  /**
   * `header`: the cells of the first line.
   * The reader gives undefined for a line about something that the product does not show (bonds, gold).
   * @throws RowError when a line cannot be read.
   */
  createReader(header: readonly string[]): (cells: readonly string[]) => DailyLine | undefined;
}
