/** `npm run market -- <command>`: the archive of market days, for the operator. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import type { Archive } from "../market/archive/archive.ts";
import { createFileArchive } from "../market/archive/file-archive.ts";
import { listLines } from "../market/archive/list-text.ts";
import { verifyArchive } from "../market/archive/verify.ts";
import { dailyListLines } from "../market/daily/daily-list.ts";
import { createDailyStore } from "../market/daily/daily-store.ts";
import { CHAINS, DAILY, LISTS, MINUTES } from "../market/importers/formats.ts";
import { importFiles } from "../market/importers/import-files.ts";
import { createImportProgress } from "../market/importers/import-progress.ts";
import { hasFailed } from "../market/importers/import-report.ts";
import { reportLines } from "../market/importers/report-text.ts";
import { createReferenceStore } from "../market/reference/reference-store.ts";
import { resetSimulation } from "../market/reset-simulation.ts";
import { ENV_SCHEMA } from "../platform/env.ts";
import { oneLine } from "../platform/start-error.ts";
import { marketAggregates } from "./market-aggregates.ts";
import { marketCompare } from "./market-compare.ts";

const namesOf = (formats: readonly { readonly name: string }[]): string => formats.map(({ name }) => name).join("; ");

const HELP = `Market days: recorded, archived, simulated.

  npm run market -- import <files...>   read files (CSV or JSON, gzip or not), each known by its header:
                                        minutes become days that can be replayed, bhavcopies and other files of
                                        days end-of-day figures, lists (instruments, lots, holidays) reference data
      --dry-run                         read and check them, write nothing
      --as-of YYYY-MM-DD                the day of lists that do not say it themselves
      --index NAME                      the index whose members a list has, such as "NIFTY 50"
      --all-rejects                     list every line that was not imported, not the first 20 of a file
  npm run market -- list                the days that are archived
  npm run market -- verify              read every archived day back and check it
  npm run market -- aggregates          what each archived day came to (closes, volatility, futures' build-up), made anew
      --date <YYYY-MM-DD>               that day only
  npm run market -- compare             the simulated exchange beside the recorded days (compare --help)
  npm run market -- reset               remove every simulated day, so that the simulated exchange starts over
                                        (stop the server first); imported days stay

  --data-dir <folder>                   instead of DATA_DIR, or ./data
  --help

An import may run beside a server, which then lists the day. Serve one with FEED=recorded:YYYY-MM-DD npm start.
Files of one date add up by room (an underlying and an expiry). A room that is imported again replaces the archived one,
and the report says which; one room takes no files of two formats.
Files of minutes: ${namesOf([...CHAINS, ...MINUTES])}.
Files of days: ${namesOf(DAILY)}.
Lists: ${namesOf(LISTS)}.
`;

const OPTIONS = {
  "data-dir": { type: "string" },
  "dry-run": { type: "boolean" },
  "as-of": { type: "string" },
  index: { type: "string" },
  "all-rejects": { type: "boolean" },
  date: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** What was typed is not a command. */
class UsageError extends Error {}

const print = (lines: readonly string[]): void => {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
};
const warn = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(oneLine(error));
  }
}

interface Invocation {
  readonly values: ReturnType<typeof parse>["values"];
  /** The words after the command. */
  readonly words: readonly string[];
  readonly dataDir: string;
  /** The archive's folder. */
  readonly folder: string;
  readonly archive: Archive;
}

interface Command {
  readonly takesWords?: boolean;
  /** @returns the exit code. */
  run(invocation: Invocation): number | Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  import: { takesWords: true, run: importDays },
  list: { run: list },
  verify: { run: ({ folder }) => verify(folder) },
  aggregates: {
    run: ({ archive, folder, values }) =>
      marketAggregates({ archive, folder, date: values.date, tell: (line) => print([line]) }),
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
  const dataDir = ENV_SCHEMA.shape.DATA_DIR.parse(values["data-dir"] ?? (process.env["DATA_DIR"] || undefined));
  const folder = join(dataDir, "archive");
  return command.run({ values, words, dataDir, folder, archive: createFileArchive({ folder, onFault: warn }) });
}

async function importDays({ words, values, archive, folder, dataDir }: Invocation): Promise<number> {
  if (words.length === 0) throw new UsageError("'import' needs the files to read");
  const progress = createImportProgress(process.stderr, () => performance.now());
  const report = await importFiles(words, {
    archive,
    progress,
    daily: dailyStore(folder),
    reference: createReferenceStore(join(dataDir, "reference")),
    context: { asOf: dateOption(values["as-of"]), index: values.index },
    dryRun: values["dry-run"],
  });
  print(reportLines(report, values["all-rejects"]));
  return hasFailed(report) ? 1 : 0;
}

const dailyStore = (folder: string) => createDailyStore({ folder, onFault: warn });

function dateOption(text: string | undefined): IsoDate | undefined {
  try {
    return text === undefined ? undefined : isoDate(text);
  } catch {
    throw new UsageError(`--as-of is not a date (YYYY-MM-DD): ${JSON.stringify(text)}`);
  }
}

async function list({ archive, folder }: Invocation): Promise<number> {
  print([...listLines(await archive.days(), folder), ...dailyListLines(await dailyStore(folder).list())]);
  return 0;
}

async function reset({ dataDir }: Invocation): Promise<number> {
  print(await resetSimulation(dataDir));
  return 0;
}

async function verify(folder: string): Promise<number> {
  let days = 0;
  let faults = 0;
  for await (const day of verifyArchive(folder)) {
    days++;
    faults += day.faults.length;
    const verdict = day.faults.length === 0 ? `${day.rooms} rooms, whole` : "DAMAGED";
    print([`${day.date} (${day.source}): ${verdict}`, ...day.faults.map((fault) => `  ${fault}`)]);
  }
  const daily = await dailyStore(folder).verify();
  faults += daily.faults.length;
  print(daily.faults.map((fault) => `  ${fault}`));
  if (daily.days > 0) print([`end-of-day figures: ${daily.days} days checked, ${daily.faults.length} faults`]);
  print([days === 0 ? `${folder} holds no days` : `${days} ${days === 1 ? "day" : "days"} checked, ${faults} faults`]);
  return faults > 0 ? 1 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  warn(error instanceof UsageError ? `${error.message}\n\n${HELP}` : oneLine(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
