/**
 * What an importer of a format of minutes is: it knows the file's columns and says what each line claims. Everything else
 * (reading files, minutes and rooms, units, duplicates, reports, the archive) is shared. A further format is a file
 * beside the others and a line in formats.ts.
 */
import type { FieldMask } from "#contract/domain/columns.ts";
import type { InstrumentType } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";

/**
 * What one line says of one contract at one moment, as the source writes it: prices in rupees, quantities in the
 * format's units. NaN is "the source does not say".
 */
export interface Sighting {
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** EQ says something of the underlying alone, in the room of an expiry. */
  readonly side: InstrumentType;
  /** Rupees; 0 of a future. */
  readonly strike: number;
  /** Of the underlying. */
  readonly spot: number;
  /** More of the underlying, where the source says it. */
  readonly underlying?: UnderlyingDay;
  readonly ltp: number;
  /** Since the previous close. */
  readonly ltpChange: number;
  readonly oi: number;
  /** Since the previous day. */
  readonly oiChange: number;
  /** Cumulative since the open. */
  readonly volume: number;
  readonly bid: number;
  readonly bidQty: number;
  readonly ask: number;
  readonly askQty: number;
}

/** A sighting's sides where the source has no quotes. */
export const NO_QUOTES = { bid: Number.NaN, bidQty: Number.NaN, ask: Number.NaN, askQty: Number.NaN } as const;

/** The underlying's day so far, in rupees; NaN where unknown. */
export interface UnderlyingDay {
  readonly open?: number;
  readonly high: number;
  readonly low: number;
  /** Since the previous close, rounded to three decimals by the source. */
  readonly changePercent: number;
}

/** A line: when it was seen, and one or both sides of a strike. */
export interface ChainLine {
  readonly date: IsoDate;
  /** Second of the IST day of the snapshot that the line belongs to. */
  readonly second: number;
  readonly sightings: readonly Sighting[];
}

/** @throws RowError when the line cannot be read. */
export type LineReader = (cells: readonly string[]) => ChainLine;

export interface ChainFormat {
  readonly becomes: "rooms";
  /** As the report names it. */
  readonly name: string;
  /** Columns that the header must have, in any order, among any others. */
  readonly columns: readonly string[];
  /** Minutes between snapshots: 1 or 5, whichever the source's usual distance is nearer to. */
  readonly cadence: number;
  readonly fields: FieldMask;
  /** What OI, its change and volume are counted in. Bid and ask sizes are units in every known source. */
  readonly quantities: "contracts" | "units";
  /**
   * The source's answers before the open are those of the day before: OI as it ended, no volume. They fill no slot,
   * and tell the previous OI.
   */
  readonly tellsPreviousOi?: boolean;
  /** False where lines from after the close are no figures of the day's end. */
  readonly tellsClose?: false;
  /** `header`: the cells of the first line. */
  createReader(header: readonly string[]): LineReader;
}

/** The part of a file's lines that may be bad. */
export const MOST_BAD = 0.02;

/** Why a line is not imported. The report adds file and line. */
export class RowError extends Error {
  override readonly name = "RowError";
}

/** Why a file is not imported, with its name and, where there is one, the line. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
