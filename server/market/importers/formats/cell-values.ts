/** Cells of a CSV line as values. Hot: called for every cell of every line; measured by importing a recorded day. */
import { recordOf } from "#contract/domain/record-of.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { RowError } from "./chain-format.ts";

/** The position of each named column. */
export const columnIndexes = <Name extends string>(
  header: readonly string[],
  names: readonly Name[],
): Record<Name, number> => recordOf(names, (name) => header.indexOf(name));

/** A finite number; NaN for an empty cell or the exchange's '-'. @throws RowError naming the column. */
export function numberIn(cells: readonly string[], column: number, name: string): number {
  const text = cells[column].trim();
  if (text === "" || text === "-") return Number.NaN;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new RowError(`${name} is not a number: ${shown(text)}`);
  return value;
}

/** As {@link numberIn}, never negative. @throws RowError naming the column. */
export function amountIn(cells: readonly string[], column: number, name: string): number {
  const value = numberIn(cells, column, name);
  if (value < 0) throw new RowError(`${name} is negative: ${shown(cells[column])}`);
  return value;
}

/** A name, without the blanks around it. @throws RowError naming the column when there is none. */
export function nameIn(cells: readonly string[], column: number, name: string): string {
  const text = cells[column].trim();
  if (text === "") throw new RowError(`${name} is empty`);
  return text;
}

/** A number above 0. @throws RowError naming the column. */
export function positiveIn(cells: readonly string[], column: number, name: string): number {
  const value = numberIn(cells, column, name);
  if (!(value > 0)) throw new RowError(`${name} is not a number above 0: ${shown(cells[column])}`);
  return value;
}

export interface Stamp {
  readonly date: IsoDate;
  readonly second: number;
}

/** Reads dates and IST timestamps; a file repeats each one hundreds of times, so both are remembered. */
export function createDateReader() {
  const dates = new Map<string, IsoDate>();
  let lastText: string | undefined;
  let lastStamp: Stamp | undefined;
  return {
    /** 'YYYY-MM-DD'. @throws RowError naming the column. */
    date(cells: readonly string[], column: number, name: string): IsoDate {
      const text = cells[column];
      const known = dates.get(text);
      if (known !== undefined) return known;
      const date = parseDate(text, name);
      dates.set(text, date);
      return date;
    },
    /** As exchanges write it, too: '14-08-2025', '27-JUL-2023', '27-Jul-2023'. @throws RowError naming the column. */
    exchangeDate(cells: readonly string[], column: number, name: string): IsoDate {
      const text = cells[column];
      const known = dates.get(text);
      if (known !== undefined) return known;
      const date = parseDate(isoOf(text.trim()), name);
      dates.set(text, date);
      return date;
    },
    /** 'YYYY-MM-DDTHH:MM:SS+05:30', with or without seconds. @throws RowError naming the column; also for a time that does not say it is IST. */
    stamp(cells: readonly string[], column: number, name: string): Stamp {
      const text = cells[column];
      if (text === lastText && lastStamp !== undefined) return lastStamp;
      const match = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?\+05:?30$/.exec(text);
      if (match === null) throw new RowError(`${name} is not an IST time (2025-08-29T09:24:16+05:30): ${shown(text)}`);
      const [, day, hour, minute, second = "0"] = match;
      lastStamp = { date: parseDate(day, name), second: Number(hour) * 3600 + Number(minute) * 60 + Number(second) };
      lastText = text;
      return lastStamp;
    },
  };
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** 'DD-MM-YYYY' and 'DD-MMM-YYYY' as 'YYYY-MM-DD'; anything else as it is. */
function isoOf(text: string): string {
  const match = /^(\d{1,2})[-/](\d{2}|[A-Za-z]{3})[-/](\d{4})$/.exec(text);
  if (match === null) return text;
  const [, day, month, year] = match;
  const number = /\d/.test(month) ? month : String(MONTHS.indexOf(month.toUpperCase()) + 1).padStart(2, "0");
  return `${year}-${number}-${day.padStart(2, "0")}`;
}

function parseDate(text: string, name: string): IsoDate {
  try {
    return isoDate(text);
  } catch {
    throw new RowError(`${name} is not a date (YYYY-MM-DD): ${shown(text)}`);
  }
}

const LONGEST_SHOWN = 40;

/** A cell in a message: quoted, cut, without control characters. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text);
