/** `npm run market -- <command>`: the archive of market days, for the operator. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { AGGREGATES } from "../market/aggregates/aggregate-file.ts";
import { verifyDayFiles } from "../market/archive/day-files.ts";
import { createFileStore } from "../market/archive/file-store.ts";
import type { DayKey } from "../market/archive/layout.ts";
import { listLines } from "../market/archive/list-text.ts";
import type { ObjectStore } from "../market/archive/object-store.ts";
import { type Repaired, repairArchive } from "../market/archive/repair.ts";
import { repairDayFiles } from "../market/archive/repair-day-files.ts";
import { createS3Store } from "../market/archive/s3/s3-store.ts";
import type { StoredArchive } from "../market/archive/stored-archive.ts";
import { verifyArchive } from "../market/archive/verify.ts";
import { carryLocalFiles } from "../market/carry-local-files.ts";
import { DAILY } from "../market/daily/daily-file.ts";
import { dailyListLines } from "../market/daily/daily-list.ts";
import { createDailyStore } from "../market/daily/daily-store.ts";
import { CHAINS, DAILY as DAILY_FORMATS, LISTS, MINUTES } from "../market/importers/formats/formats.ts";
import { importFiles } from "../market/importers/import-files.ts";
import { createImportProgress } from "../market/importers/report/import-progress.ts";
import { hasFailed } from "../market/importers/report/import-report.ts";
import { reportLines } from "../market/importers/report/report-text.ts";
import { findJournals } from "../market/journal/journal.ts";
import { createReferenceStore } from "../market/reference/reference-store.ts";
import { systemClock } from "../platform/clocks.ts";
import { parseArchive } from "../platform/env/env.ts";
import { readEnvironment, readText } from "../platform/env/read-environment.ts";
import { marketAggregates } from "./market/aggregates.ts";
import { marketCompare } from "./market/compare.ts";
import { openServed } from "./market/open-served.ts";
import { resetSimulation } from "./market/reset-simulation.ts";
import { dateOption, parsed, runToExit, UsageError } from "./typed/command-line.ts";

const namesOf = (formats: readonly { readonly name: string }[]): string => formats.map(({ name }) => name).join("; ");

const HELP = `Market days: recorded, archived, simulated.

  npm run market -- import <files...>   read files (CSV or JSON, gzip or not), each known by its header:
                                        minutes become days that can be replayed, bhavcopies and other files of
                                        days end-of-day figures, lists (instruments, lots, holidays) reference data
      --dry-run                         read and check them, write nothing
      --force                           also files of which more than 2 % is bad, and rooms that get shorter
      --as-of YYYY-MM-DD                the day of lists that do not say it themselves
      --index NAME                      the index whose members a list has, such as "NIFTY 50"
      --all-rejects                     list every line that was not imported, not the first 20 of a file
  npm run market -- list                the days that are archived
  npm run market -- verify              read every archived day back and check it, with end-of-day figures and aggregates
  npm run market -- repair              put right what verify finds: from a journal of the day, or from another copy;
                                        what cannot be rebuilt goes into the archive's quarantine folder
      --from <archive>                  another copy: its folder, or s3://bucket/prefix (may be given again)
  npm run market -- aggregates          what each archived day came to (closes, volatility, futures' build-up), made anew
      --date <YYYY-MM-DD>               that day only
  npm run market -- compare             the simulated exchange beside the recorded days (compare --help)
  npm run market -- reset               remove every simulated day, so that the simulated exchange starts over
                                        (stop the server first); imported days stay

  --data-dir <folder>                   instead of DATA_DIR, or ./data
  --help

The archive is in the data folder, or in the bucket that ARCHIVE_URL names.
Verify and repair end with 0 when every day is whole, with 1 when something is damaged or was lost.

An import may run beside a server, which then lists the day. Serve one with FEED=recorded:YYYY-MM-DD npm start.
Files of one date add up by room (an underlying and an expiry). A room that is imported again replaces the archived one,
and the report says which; one room takes no files of two formats. Nothing is written of a file with more than 2 % of
bad lines, nor of a day of which a room would get shorter, unless forced.
Files of minutes: ${namesOf([...CHAINS, ...MINUTES])}.
Files of days: ${namesOf(DAILY_FORMATS)}.
Lists: ${namesOf(LISTS)}.
`;

const OPTIONS = {
  "data-dir": { type: "string" },
  "dry-run": { type: "boolean" },
  force: { type: "boolean" },
  "as-of": { type: "string" },
  index: { type: "string" },
  "all-rejects": { type: "boolean" },
  from: { type: "string", multiple: true },
  date: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const print = (lines: readonly string[]): void => {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
};
const warn = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const parse = () => parsed(OPTIONS);

interface Invocation {
  readonly values: ReturnType<typeof parse>["values"];
  /** The words after the command. */
  readonly words: readonly string[];
  readonly dataDir: string;
  readonly archive: StoredArchive;
}

interface Command {
  readonly takesWords?: boolean;
  /** Adds to the archive. */
  readonly writes?: boolean;
  /** @returns the exit code. */
  run(invocation: Invocation): number | Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  import: { takesWords: true, writes: true, run: importDays },
  list: { run: list },
  verify: { run: ({ archive }) => verify(archive.store) },
  repair: { writes: true, run: repair },
  aggregates: {
    writes: true,
    run: ({ archive, values }) => marketAggregates({ archive, date: values.date, tell: (line) => print([line]) }),
  },
  reset: { run: reset },
};

/** @returns the exit code. */
async function run(): Promise<number> {
  if (process.argv[2] === "compare") return marketCompare(process.argv.slice(3));
  const { values, positionals } = parse();
  const [name, ...words] = positionals;
  if (values.help || name === undefined) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
  if (!command.takesWords && words.length > 0) throw new UsageError(`'${name}' takes no ${JSON.stringify(words[0])}`);
  const { dataDir, folder, archive } = openServed(values["data-dir"], warn);
  if (command.writes && !values["dry-run"])
    await carryLocalFiles({ store: archive.store, folder, tell: warn, onFault: warn });
  return command.run({ values, words, dataDir, archive });
}

async function importDays({ words, values, archive, dataDir }: Invocation): Promise<number> {
  if (words.length === 0) throw new UsageError("'import' needs the files to read");
  const progress = createImportProgress(process.stderr, () => performance.now());
  const asOf = values["as-of"];
  const report = await importFiles(words, {
    archive,
    progress,
    daily: dailyStore(archive),
    reference: createReferenceStore(join(dataDir, "reference")),
    context: { asOf: asOf === undefined ? undefined : dateOption("as-of", asOf), index: values.index },
    dryRun: values["dry-run"],
    force: values.force,
  });
  print(reportLines(report, values["all-rejects"]));
  return hasFailed(report) ? 1 : 0;
}

/** What the archive has beside room-days. */
const DAY_FILES = [DAILY, AGGREGATES];

const countOf = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

const dailyStore = ({ store }: StoredArchive) => createDailyStore({ store, onFault: warn });

async function list({ archive }: Invocation): Promise<number> {
  print([...listLines(await archive.days(), archive.store.place), ...dailyListLines(await dailyStore(archive).list())]);
  return 0;
}

async function reset({ dataDir, archive }: Invocation): Promise<number> {
  print(await resetSimulation(dataDir, archive));
  return 0;
}

async function repair({ dataDir, archive, values }: Invocation): Promise<number> {
  const journals = await findJournals(join(dataDir, "journal"), (line) => print([line]));
  const copies = (values.from ?? []).map(copyOf);
  let days = 0;
  let lost = 0;
  const journal = ({ source, date }: DayKey) =>
    journals.map((found) => found.day).find((day) => day.source === source && day.date === date);
  await repairArchive(archive.store, { copies, journal, origin: "repaired from the journal" }, (day) => {
    days++;
    lost += day.lost.length;
    const verdict =
      day.lost.length > 0 ? "DAMAGED" : day.rebuilt.length + day.quarantined.length > 0 ? "repaired" : "whole";
    print([`${day.date} (${day.source}): ${verdict}`, ...repairLines(day).map((line) => `  ${line}`)]);
  });
  for (const kind of DAY_FILES) {
    const repaired = await repairDayFiles(archive.store, kind, copies);
    lost += repaired.lost.length;
    print(repairLines(repaired).map((line) => `${kind.words}: ${line}`));
  }
  print([days === 0 ? `${archive.store.place} holds no days` : `${countOf(days)}, ${lost} lost`]);
  return lost > 0 ? 1 : 0;
}

const repairLines = ({ rebuilt, lost, quarantined }: Repaired): string[] => [
  ...rebuilt.map((line) => `rebuilt  ${line}`),
  ...lost.map((line) => `lost     ${line}`),
  ...quarantined.map((line) => `put away ${line}`),
];

/** Another archive by its name; the bucket's keys are the environment's. */
function copyOf(name: string): ObjectStore {
  if (!name.startsWith("s3://")) {
    if (!existsSync(name)) throw new UsageError(`--from ${name}: there is no such folder`);
    return createFileStore(resolve(name));
  }
  const { bucket } = parseArchive({ ...readEnvironment(), ARCHIVE_URL: name }, readText);
  if (bucket === undefined) throw new UsageError(`--from ${name}: not an archive`);
  return createS3Store(bucket, systemClock);
}

async function verify(store: ObjectStore): Promise<number> {
  let days = 0;
  let faults = 0;
  for await (const day of verifyArchive(store)) {
    days++;
    faults += day.faults.length;
    const verdict = day.faults.length === 0 ? `${day.rooms} rooms, whole` : "DAMAGED";
    print([`${day.date} (${day.source}): ${verdict}`, ...day.faults.map((fault) => `  ${fault}`)]);
  }
  for (const kind of DAY_FILES) {
    const files = await verifyDayFiles(store, kind);
    faults += files.faults.length;
    print(files.faults.map((fault) => `  ${fault}`));
    if (files.days > 0) print([`${kind.words}: ${countOf(files.days)} checked, ${files.faults.length} faults`]);
  }
  print([days === 0 ? `${store.place} holds no days` : `${countOf(days)} checked, ${faults} faults`]);
  return faults > 0 ? 1 : 0;
}

await runToExit(run, HELP);
