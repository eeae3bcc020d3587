/**
 * Reads files and keeps what they hold: minutes become archived days, days become end-of-day figures, lists become
 * reference rows. Each file is known by its header.
 *
 * Lists come first, as they tell lots; then figures of days, as they tell previous closes; then minutes, file by file
 * in the order of their first day. A day of minutes is archived as soon as no later file can add to it, so memory holds
 * the columns of few days and never a file. A file that fails takes its days with it: a part of a day must not look
 * like all of it.
 */
import { resolve } from "node:path";
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine } from "../../platform/start-error.ts";
import type { Archive } from "../archive/archive.ts";
import type { DailyStore } from "../daily/daily-store.ts";
import { BUILT_IN, createReferenceFacts, type MarketFacts } from "../reference/market-facts.ts";
import type { ReferenceStore } from "../reference/reference-store.ts";
import { importDaily } from "./daily/daily-import.ts";
import { type ChainFormat, ImportError, RowError } from "./formats/chain-format.ts";
import { openCsvFile, readCsvLines } from "./formats/csv-file.ts";
import type { DailyFormat } from "./formats/daily-format.ts";
import { type ImportProgress, type OpenedFile, readFileInto } from "./formats/file-reading.ts";
import { detectFormat, type FileFormat, FORMATS } from "./formats/formats.ts";
import type { ReferenceContext, ReferenceFormat } from "./formats/reference-format.ts";
import { importReference } from "./reference/reference-import.ts";
import {
  type DailyReport,
  type DayReport,
  dayReport,
  FileReport,
  type ImportReport,
  type ReferenceReport,
  roomReport,
} from "./report/import-report.ts";
import { archiveDay } from "./rooms/archive-day.ts";
import { DayBuilder } from "./rooms/day-builder.ts";
import { refillNextDays } from "./rooms/refill-next.ts";

export interface ImportDeps {
  readonly archive: Archive;
  readonly progress: ImportProgress;
  /** Where end-of-day figures go; without it files of them are refused. */
  readonly daily?: DailyStore;
  /** Where reference rows go, and what lots and days are looked up in; without it such files are refused. */
  readonly reference?: ReferenceStore;
  /** What lists do not say of themselves. */
  readonly context?: ReferenceContext;
  /** Reads and checks everything, writes nothing. */
  readonly dryRun?: boolean;
  /** Also imports files of which more than 2 % is bad, and replaces archived rooms by shorter ones. */
  readonly force?: boolean;
}

interface Candidate<Format extends FileFormat = FileFormat> extends OpenedFile {
  readonly format: Format;
}

interface ChainCandidate extends Candidate<ChainFormat> {
  /** Of the first line that can be read; undefined when none near the top can. */
  readonly firstDate: IsoDate | undefined;
}

export async function importFiles(paths: readonly string[], deps: ImportDeps): Promise<ImportReport> {
  const files: FileReport[] = [];
  const lists: Candidate<ReferenceFormat>[] = [];
  const daily: Candidate<DailyFormat>[] = [];
  const chains: ChainCandidate[] = [];
  for (const path of new Set(paths.map((given) => resolve(given)))) {
    const found = await inspect(path);
    if (found instanceof FileReport) files.push(found);
    else if (found.format.becomes === "reference") lists.push({ ...found, format: found.format });
    else if (found.format.becomes === "daily") daily.push({ ...found, format: found.format });
    else chains.push({ ...found, format: found.format, firstDate: await firstDateOf(found, found.format) });
  }
  const reference = await importLists(lists, deps);
  const facts = await factsOf(deps);
  const dailyReports = await importDays(daily, facts, deps);
  const days = await importChains(chains, facts, deps);
  const refilled = await refillNextDays(broughtDays(days, dailyReports), { ...deps, facts });
  for (const { report } of [...lists, ...daily, ...chains]) files.push(report);
  return { files, days, daily: dailyReports, reference, refilled };
}

/** Whether a date has figures of this import. */
const broughtDays =
  (days: readonly DayReport[], daily: readonly DailyReport[]) =>
  (date: IsoDate): boolean =>
    days.some((day) => day.date === date && day.error === undefined && day.status !== "unchanged") ||
    daily.some(({ from, to, error }) => error === undefined && from <= date && date <= to);

const factsOf = async ({ reference }: ImportDeps): Promise<MarketFacts> =>
  reference === undefined ? BUILT_IN : createReferenceFacts(await reference.readAll());

const NO_CONTEXT: ReferenceContext = { asOf: undefined, index: undefined };

async function importLists(lists: readonly Candidate<ReferenceFormat>[], deps: ImportDeps): Promise<ReferenceReport[]> {
  const { reference: store, context = NO_CONTEXT, progress, dryRun = false, force = false } = deps;
  const reports: ReferenceReport[] = [];
  for (const list of lists) {
    if (store === undefined) refuse(list, "reference rows have no place here");
    else reports.push(...some(await importReference(list, list.format, { store, context, progress, dryRun, force })));
  }
  return reports;
}

async function importDays(
  files: readonly Candidate<DailyFormat>[],
  facts: MarketFacts,
  { daily: store, progress, dryRun = false, force = false }: ImportDeps,
): Promise<DailyReport[]> {
  const reports: DailyReport[] = [];
  for (const file of files) {
    if (store === undefined) refuse(file, "end-of-day figures have no place here");
    else reports.push(...some(await importDaily(file, file.format, { store, facts, progress, dryRun, force })));
  }
  return reports;
}

const some = <Value>(value: Value | undefined): Value[] => (value === undefined ? [] : [value]);

function refuse({ report, file }: OpenedFile, why: string): void {
  report.error = `${file.path}: ${why}`;
}

async function importChains(
  chains: readonly ChainCandidate[],
  facts: MarketFacts,
  deps: ImportDeps,
): Promise<DayReport[]> {
  const ordered = [...chains].sort((a, b) => ((a.firstDate ?? "") < (b.firstDate ?? "") ? -1 : 1));
  const days: DayReport[] = [];
  const open = new Map<IsoDate, DayBuilder>();
  const failed = new Set<IsoDate>();
  for (const [index, candidate] of ordered.entries()) {
    await readChain(candidate, { open, failed, facts, progress: deps.progress, force: deps.force ?? false });
    const next = ordered[index + 1]?.firstDate;
    for (const builder of [...open.values()].sort((a, b) => (a.date < b.date ? -1 : 1))) {
      if (index + 1 < ordered.length && (next === undefined || builder.date >= next)) continue;
      open.delete(builder.date);
      builder.settle();
      if (builder.rooms.length === 0) {
        candidate.report.error ??= emptyDay(candidate, builder);
        continue;
      }
      const why = failed.has(builder.date) ? FILE_FAILED : deps.force ? undefined : builder.whyRefused;
      days.push(why === undefined ? await archiveDay(builder, { ...deps, facts }) : abandonedDay(builder, why));
    }
  }
  return days;
}

/** Why a day has no minutes; undefined when no line of it could be imported, which the file says itself. */
const emptyDay = ({ file }: OpenedFile, { date, broken, files }: DayBuilder): string | undefined =>
  files.size === 0 || broken.length === 0
    ? undefined
    : `${file.path}: every snapshot of ${date} is broken (all zeros, or a part of the chain only)`;

const FILE_FAILED = "a file with lines of this day failed, so nothing of the day is imported";

const abandonedDay = (builder: DayBuilder, error: string): DayReport => ({
  ...dayReport(
    builder,
    builder.rooms.map(({ day }) => roomReport(day)),
    0,
  ),
  status: "failed",
  error,
});

async function inspect(path: string): Promise<Candidate | FileReport> {
  const report = new FileReport(path, path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
  try {
    const file = await openCsvFile(path);
    for await (const { number, cells } of readCsvLines(file)) {
      const header = cells.map((cell) => cell.trim());
      const format = detectFormat(header, FORMATS);
      if (typeof format === "string") throw new ImportError(`${path}: line ${number}: ${format}`);
      report.format = format.name;
      report.isList = file.isJson;
      return { file, format, header, report };
    }
    throw new ImportError(`${path}: the file has no lines`);
  } catch (error) {
    report.error = error instanceof ImportError ? error.message : `${path}: ${oneLine(error)}`;
    return report;
  }
}

/** Lines that may be bad before the first good one tells the file's day. */
const PEEKED_LINES = 100;

/** What goes wrong here goes wrong again, and is told, when the file is read. */
async function firstDateOf({ file, header }: OpenedFile, format: ChainFormat): Promise<IsoDate | undefined> {
  const reader = format.createReader(header);
  try {
    for await (const { number, cells } of readCsvLines(file)) {
      if (number > PEEKED_LINES) break;
      if (number === 1 || cells.length !== header.length) continue;
      try {
        return reader(cells).date;
      } catch (error) {
        if (!(error instanceof RowError)) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
  return undefined;
}

interface Reading {
  readonly open: Map<IsoDate, DayBuilder>;
  readonly failed: Set<IsoDate>;
  readonly facts: MarketFacts;
  readonly progress: ImportProgress;
  readonly force: boolean;
}

async function readChain(candidate: ChainCandidate, { open, failed, facts, progress, force }: Reading): Promise<void> {
  const { file, format, header } = candidate;
  const reader = format.createReader(header);
  const touched = new Set<IsoDate>();
  const take = (cells: readonly string[], number: number): true => {
    const line = reader(cells);
    const day = open.get(line.date) ?? new DayBuilder(line.date, facts);
    open.set(line.date, day);
    if (!touched.has(line.date)) {
      touched.add(line.date);
      day.files.add(file.name);
    }
    day.add(line, format, number, file.name);
    return true;
  };
  const isWhole = await readFileInto(candidate, progress, take, force);
  if (!isWhole) for (const date of touched) failed.add(date);
}
