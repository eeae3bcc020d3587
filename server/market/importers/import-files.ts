/**
 * Reads files of recorded chains and archives the days they hold.
 *
 * Files are read one by one in the order of their first day; a day is archived as soon as no later file can add to it,
 * so memory holds the columns of few days and never a file. A file that fails takes its days with it: a part of a day
 * must not look like all of it.
 */
import { resolve } from "node:path";
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { Archive } from "../archive/archive.ts";
import { archiveDay } from "./archive-day.ts";
import { type ChainFormat, ImportError, type LineReader, RowError } from "./chain-format.ts";
import { type CsvFile, openCsvFile, readCsvLines } from "./csv-file.ts";
import { DayBuilder } from "./day-builder.ts";
import { detectFormat } from "./formats.ts";
import { type DayReport, dayReport, FileReport, type ImportReport, roomReport } from "./import-report.ts";

export interface ImportProgress {
  begin(name: string, bytes: number): void;
  /** `bytes` of the file are read, on disk; `lines` so far. */
  update(bytes: number, lines: number): void;
  end(): void;
}

export interface ImportDeps {
  readonly archive: Archive;
  readonly progress: ImportProgress;
  /** Reads and checks everything, writes nothing. */
  readonly dryRun?: boolean;
}

interface Candidate {
  readonly file: CsvFile;
  readonly format: ChainFormat;
  readonly header: readonly string[];
  readonly report: FileReport;
  /** Of the first line that can be read; undefined when none near the top can. */
  readonly firstDate: IsoDate | undefined;
}

export async function importFiles(paths: readonly string[], deps: ImportDeps): Promise<ImportReport> {
  const reports: FileReport[] = [];
  const candidates: Candidate[] = [];
  for (const path of new Set(paths.map((given) => resolve(given)))) {
    const candidate = await inspect(path);
    if (candidate instanceof FileReport) reports.push(candidate);
    else candidates.push(candidate);
  }
  candidates.sort((a, b) => ((a.firstDate ?? "") < (b.firstDate ?? "") ? -1 : 1));
  const days: DayReport[] = [];
  const open = new Map<IsoDate, DayBuilder>();
  const failed = new Set<IsoDate>();
  for (const [index, candidate] of candidates.entries()) {
    reports.push(candidate.report);
    await readInto(candidate, open, failed, deps.progress);
    const next = candidates[index + 1]?.firstDate;
    for (const builder of [...open.values()].sort((a, b) => (a.date < b.date ? -1 : 1))) {
      if (index + 1 < candidates.length && (next === undefined || builder.date >= next)) continue;
      open.delete(builder.date);
      builder.settle();
      if (builder.rooms.length === 0) {
        candidate.report.error ??= emptyDay(candidate.file, builder);
        continue;
      }
      days.push(failed.has(builder.date) ? abandonedDay(builder) : await archiveDay(builder, deps));
    }
  }
  return { files: reports, days };
}

/** Why a day has no minutes; undefined when no line of it could be imported, which the file says itself. */
const emptyDay = ({ path }: CsvFile, { date, broken, files }: DayBuilder): string | undefined =>
  files.size === 0 || broken.length === 0
    ? undefined
    : `${path}: every snapshot of ${date} is broken (all zeros, or a part of the chain only)`;

const abandonedDay = (builder: DayBuilder): DayReport => ({
  ...dayReport(
    builder,
    builder.rooms.map(({ day }) => roomReport(day)),
    0,
  ),
  status: "failed",
  error: "a file with lines of this day failed, so nothing of the day is imported",
});

/** Lines that may be bad before the first good one tells the file's day. */
const PEEKED_LINES = 100;

async function inspect(path: string): Promise<Candidate | FileReport> {
  const report = new FileReport(path, path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
  try {
    const file = await openCsvFile(path);
    let header: readonly string[] | undefined;
    let format: ChainFormat | undefined;
    let reader: LineReader | undefined;
    let firstDate: IsoDate | undefined;
    for await (const { number, cells } of readCsvLines(file)) {
      if (header === undefined || reader === undefined) {
        header = cells.map((cell) => cell.trim());
        const found = detectFormat(header);
        if (typeof found === "string") throw new ImportError(`${path}: line ${number}: ${found}`);
        format = found;
        reader = found.createReader(header);
      } else {
        firstDate = dateOf(reader, cells, header.length);
        if (firstDate !== undefined || number > PEEKED_LINES) break;
      }
    }
    if (header === undefined || format === undefined) throw new ImportError(`${path}: the file has no lines`);
    report.format = format.name;
    return { file, format, header, report, firstDate };
  } catch (error) {
    report.error = error instanceof ImportError ? error.message : `${path}: ${oneLine(error)}`;
    return report;
  }
}

function dateOf(reader: LineReader, cells: readonly string[], width: number): IsoDate | undefined {
  try {
    return cells.length === width ? reader(cells).date : undefined;
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}

/** How many lines pass between two looks at the progress. */
const PROGRESS_LINES = 500;

async function readInto(
  { file, format, header, report }: Candidate,
  open: Map<IsoDate, DayBuilder>,
  failed: Set<IsoDate>,
  progress: ImportProgress,
): Promise<void> {
  const reader = format.createReader(header);
  const touched = new Set<IsoDate>();
  let bytes = 0;
  progress.begin(file.name, file.bytes);
  try {
    const lines = readCsvLines(
      file,
      (line, reason) => {
        report.lines++;
        report.reject(line, reason);
      },
      (read) => {
        bytes = read;
      },
    );
    for await (const { number, cells } of lines) {
      if (number === 1) continue;
      report.lines++;
      if (report.lines % PROGRESS_LINES === 0) progress.update(bytes, report.lines);
      addLine(reader, format, cells, number, header.length, { report, open, touched, file });
    }
    if (report.imported === 0)
      throw new ImportError(`${file.path}: none of its ${report.lines} rows could be imported`);
  } catch (error) {
    report.error = error instanceof ImportError ? error.message : `${file.path}: ${oneLine(error)}`;
    for (const date of touched) failed.add(date);
  } finally {
    progress.update(bytes, report.lines);
    progress.end();
  }
}

interface Reading {
  readonly report: FileReport;
  readonly open: Map<IsoDate, DayBuilder>;
  readonly touched: Set<IsoDate>;
  readonly file: CsvFile;
}

function addLine(
  reader: LineReader,
  format: ChainFormat,
  cells: readonly string[],
  number: number,
  width: number,
  { report, open, touched, file }: Reading,
): void {
  try {
    if (cells.length !== width) throw new RowError(`it has ${cells.length} cells, the header has ${width}`);
    const line = reader(cells);
    const day = open.get(line.date) ?? new DayBuilder(line.date);
    open.set(line.date, day);
    if (!touched.has(line.date)) {
      touched.add(line.date);
      day.files.add(file.name);
    }
    day.add(line, format, number);
    report.imported++;
  } catch (error) {
    if (error instanceof RowError) report.reject(number, error.message);
    else if (error instanceof ImportError) throw new ImportError(`${file.path}: line ${number}: ${error.message}`);
    else throw error;
  }
}
