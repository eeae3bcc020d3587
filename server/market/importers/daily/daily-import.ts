/**
 * Puts the end-of-day figures of one file into the store, beside what earlier files brought of its days.
 *
 * A row that is brought again replaces the stored one, unless that one is worth more (an exchange's own file beside a
 * recorder's). The file is taken as a whole: where it fails, nothing of it is stored.
 */
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { oneLine } from "../../../platform/start-error.ts";
import type { ContractFigures, UnderlyingFigures } from "../../daily/daily-figures.ts";
import type { DailyContent } from "../../daily/daily-file.ts";
import type { DailyStore } from "../../daily/daily-store.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";
import type { DailyFormat } from "../formats/daily-format.ts";
import { type ImportProgress, type OpenedFile, readFileInto } from "../formats/file-reading.ts";
import { type DailyReport, dailyReport } from "../report/import-report.ts";
import { type CollectedDay, DailyCollector, keyOfRow } from "./daily-collector.ts";

export interface DailyImportDeps {
  readonly store: DailyStore;
  readonly facts: MarketFacts;
  readonly progress: ImportProgress;
  readonly dryRun: boolean;
  readonly force: boolean;
}

/** @returns undefined when the file gave nothing; its own report says why then. */
export async function importDaily(
  opened: OpenedFile,
  format: DailyFormat,
  { store, facts, progress, dryRun, force }: DailyImportDeps,
): Promise<DailyReport | undefined> {
  const collector = new DailyCollector(format, facts);
  const read = format.createReader(opened.header);
  const isWhole = await readFileInto(
    opened,
    progress,
    (cells, number) => {
      const line = read(cells);
      if (line === undefined) return false;
      collector.add(line, number);
      return true;
    },
    force,
  );
  if (!isWhole) return undefined;
  const dates = [...collector.days.keys()].sort();
  const report = dailyReport(opened.file.name, dates, dryRun);
  report.unknownLots = [...collector.unknownLots].sort();
  try {
    const keys = dates.map((date) => ({ date, source: "import" as const }));
    if (dryRun) {
      for (const key of keys) merged(key.date, await store.content(key), collector.days, opened.file.name, report);
    } else {
      await store.update(keys, ({ date }, before) => merged(date, before, collector.days, opened.file.name, report));
    }
  } catch (error) {
    report.error = oneLine(error);
  }
  return report;
}

function merged(
  date: IsoDate,
  before: DailyContent | undefined,
  days: ReadonlyMap<IsoDate, CollectedDay>,
  file: string,
  report: DailyReport,
): DailyContent {
  const underlyings = new Map(before?.underlyings.map((row) => [row.symbol, row]));
  const contracts = new Map(
    [...(before?.contracts ?? [])].map(([symbol, rows]) => [
      symbol,
      new Map(rows.map((row) => [keyOfRow(row, underlyingOf(symbol).priceScale), row] as const)),
    ]),
  );
  const day = days.get(date);
  for (const [symbol, { row }] of day?.underlyings ?? []) put(underlyings, symbol, row, "underlyings", report);
  for (const [symbol, rows] of day?.contracts ?? []) {
    const ofSymbol = contracts.get(symbol) ?? new Map<string, ContractFigures>();
    contracts.set(symbol, ofSymbol);
    for (const [key, { row }] of rows) put(ofSymbol, key, row, "contracts", report);
  }
  report.newDays += before === undefined ? 1 : 0;
  return {
    date,
    source: "import",
    origin: [...new Set([...(before?.origin ?? []), file])],
    underlyings: [...underlyings.values()],
    contracts: new Map([...contracts].map(([symbol, rows]) => [symbol, [...rows.values()]])),
  };
}

function put<Row extends ContractFigures | UnderlyingFigures>(
  rows: Map<string, Row>,
  key: string,
  row: Row,
  kind: "underlyings" | "contracts",
  report: DailyReport,
): void {
  report[kind]++;
  const there = rows.get(key);
  if (there !== undefined && there.rank > row.rank) {
    report.outranked++;
    return;
  }
  if (there !== undefined && isSame(there, row)) report.unchanged++;
  else if (there !== undefined) report.replaced++;
  rows.set(key, row);
}

function isSame<Row extends object>(a: Row, b: Row): boolean {
  const names = Object.keys(a) as (keyof Row)[];
  return names.every((name) => a[name] === b[name]);
}
