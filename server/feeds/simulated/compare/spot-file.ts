/** A file of the spot by minute: Instrument, Date, Time, Open, High, Low, Close; one instrument, 375 bars a day. */
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { ImportError } from "../../../market/importers/formats/chain-format.ts";
import { readCsvLines } from "../../../market/importers/formats/csv-file.ts";
import type { CsvFile } from "../../../market/importers/formats/csv-lines.ts";
import { chainDays, type SpotDay } from "./facts/spot-facts.ts";

const COLUMNS = ["Instrument", "Date", "Time", "Open", "High", "Low", "Close"] as const;

/**
 * Days that are not like others: the special Saturday session of 18-May-2024 and the election results of 3-5 June 2024,
 * with gaps of +343, -64 and +53 bp.
 */
const OUTLIERS = new Set(["2024-05-18", "2024-06-03", "2024-06-04", "2024-06-05"]);

export const isSpotHeader = (header: readonly string[]): boolean => COLUMNS.every((column) => header.includes(column));

/** @throws ImportError naming the line that cannot be read. */
export async function readSpotFile(file: CsvFile): Promise<SpotDay[]> {
  const days = new Map<IsoDate, { date: IsoDate; open: number; closes: Float64Array }>();
  let at = COLUMNS.map(() => -1);
  for await (const { number, cells } of readCsvLines(file)) {
    if (number === 1) {
      const header = cells.map((cell) => cell.trim());
      at = COLUMNS.map((column) => header.indexOf(column));
      continue;
    }
    const [, date, time, open, , , close] = at.map((index) => cells[index] ?? "");
    const [hour, minute] = time.split(":").map(Number);
    const price = Number(close);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(hour * 60 + minute) || !(price > 0) || !(Number(open) > 0))
      throw new ImportError(`${file.path}: line ${number}: not a minute of the spot: ${cells.join(",")}`);
    if (OUTLIERS.has(date)) continue;
    const session = sessionOf("equity-derivatives", isoDate(date));
    if (!session) continue;
    const slot = hour * 60 + minute - session.open;
    if (slot < 0 || slot >= session.points) continue;
    const day = days.get(isoDate(date)) ?? {
      date: isoDate(date),
      open: Number.NaN,
      closes: new Float64Array(session.points).fill(Number.NaN),
    };
    days.set(day.date, day);
    if (slot === 0) day.open = Number(open);
    day.closes[slot] = price;
  }
  return chainDays([...days.values()]);
}
