/** `npm run market -- compare`: the simulated exchange beside recorded days. */
import { compare } from "../../feeds/simulated/compare/compare.ts";
import { comparisonData, comparisonLines } from "../../feeds/simulated/compare/comparison-text.ts";
import { archivedDays, daysOfFiles } from "../../feeds/simulated/compare/recorded-days.ts";
import { createImportProgress } from "../../market/importers/report/import-progress.ts";
import { oneLine } from "../../platform/start-error.ts";
import { parsed, UsageError } from "../typed/command-line.ts";
import { openServed } from "./open-served.ts";

const HELP = `The simulated exchange beside recorded days, fact by fact, and whether it lies among them.

The spread of a fact is that of the recorded days of a kind of room. Each recorded day is left out in turn and set beside
the others: that is how often real days fall outside. A simulated day in its place may do so as often, no more.

  npm run market -- compare             the recorded days of the archive, and as many simulated ones as are asked for
      --files <folder or file>          read these instead (may be given again): recorded chains, and the spot by minute
                                        (Instrument,Date,Time,Open,High,Low,Close); nothing is archived
      --days <n>                        simulated days for each recorded one, by their seeds (6)
      --seed <n>                        the first seed (1)
      --json                            for machines
      --data-dir <folder>               instead of DATA_DIR, or ./data

Days of one and of five minutes are compared together, but for facts from one snapshot to the next. Rooms that the simulated
exchange does not list, such as stocks, are named and left out.

The archive is in the data folder, or in the bucket that ARCHIVE_URL names.
Ends with 0 when every family of facts (smile, volume, ...) is inside as often as recorded days are among themselves, within
the chance of counting, and no fact lies far beyond all of them; with 1 otherwise; with 2 when there is nothing to compare.
`;

const NOTHING = `there are no recorded days to compare with. Import some:
  npm run market -- import <files>      (the NSE website's chain, or a recorded chain with a contract a line)
or name them:
  npm run market -- compare --files <folder or file>`;

const OPTIONS = {
  files: { type: "string", multiple: true },
  days: { type: "string", default: "6" },
  seed: { type: "string", default: "1" },
  json: { type: "boolean" },
  "data-dir": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const MOST_DAYS = 100;
const MOST_SEED = 0x7fffffff - MOST_DAYS;

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`--${name} is a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
  return value;
}

/** @param words what follows `compare`; @returns the exit code. */
export async function marketCompare(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    process.stderr.write(error instanceof UsageError ? `${error.message}\n` : `${oneLine(error)}\n`);
    return 2;
  }
}

async function run(words: readonly string[]): Promise<number> {
  // Several files after one --files are meant as such: `--files data/*.csv.gz`.
  const { values, positionals } = parsed(OPTIONS, words);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.length > 0 && values.files === undefined)
    throw new UsageError(`'compare' takes files after --files, not ${JSON.stringify(positionals[0])}`);
  const days = whole("days", values.days, 1, MOST_DAYS);
  const seed = whole("seed", values.seed, 0, MOST_SEED);
  const tell = (what: string): void => void process.stderr.write(`${what}\n`);
  const source = values.files
    ? await daysOfFiles(
        [...values.files, ...positionals],
        createImportProgress(process.stderr, () => performance.now()),
      )
    : archivedDays(openServed(values["data-dir"], tell).archive);
  const result = await compare(source, { seed, days, tell });
  if (result.facts.length === 0) throw new UsageError([...result.refused, NOTHING].join("\n"));
  if (values.json) process.stdout.write(`${JSON.stringify(comparisonData(result), undefined, 2)}\n`);
  else
    process.stdout.write(
      comparisonLines(result, `${seed}..${seed + days - 1}`)
        .map((line) => `${line}\n`)
        .join(""),
    );
  return result.families.every(({ isInside }) => isInside) ? 0 : 1;
}
