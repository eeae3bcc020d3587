/**
 * `npm run bench -- [question]... [--json] [--short] [--native <folder>]`: asks the named questions, or all. Answers go to
 * stdout, progress to stderr; with --json stdout holds one JSON array and nothing else. Exit code 1 when a must is missed,
 * a gain is too good, a bench breaks, or a question or option is unknown. A must that is known to be missed
 * (`held` in budgets.json) is said, and fails only when it gets worse.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installPeers } from "./browser/peers.ts";
import { broken, medianRows, parseRows, passes, printJson, printTable, type Row } from "./report.ts";

interface Question {
  readonly question: string;
  /** It compares with packages of bench/peers, which are installed when it is asked. */
  readonly needsPeers?: boolean;
  run(options: QuestionOptions): Promise<Row[]>;
}

interface QuestionOptions {
  readonly short: boolean;
  /** A folder with the sources of native peers, which are in no registry. */
  readonly native?: string;
}

const OPTIONS = {
  short: { type: "boolean" },
  native: { type: "string" },
  json: { type: "boolean" },
  rows: { type: "boolean" },
  help: { type: "boolean" },
} as const;

const MEANINGS: Readonly<Record<keyof typeof OPTIONS, string>> = {
  short: "the form for every change: at most 30 s a question on a quiet machine; without it, 150 s",
  native: "<folder>: where the sources of Let's Be Rational (C++) are, to compare with",
  json: "one JSON array of {question, what, value, unit, must, aim, ok, absent} and nothing else on stdout",
  rows: "as --json, with every bound",
  help: "this text",
};

/** A question that misses is asked this often at most. */
const ROUNDS = 3;

const home = new URL(".", import.meta.url);

/** Every bench/<folder>/<question>.bench.ts, by question. A bench is loaded only when it is asked: its peers may be missing. */
function listBenches(): Map<string, string> {
  const benches = new Map<string, string>();
  for (const folder of readdirSync(home, { withFileTypes: true })) {
    if (!folder.isDirectory() || folder.name === "peers" || folder.name === "node_modules") continue;
    for (const file of readdirSync(new URL(`${folder.name}/`, home)).sort()) {
      if (file.endsWith(".bench.ts")) benches.set(file.slice(0, -".bench.ts".length), `./${folder.name}/${file}`);
    }
  }
  return benches;
}

async function main(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === "string") return refuse(parsed);
  const { values, positionals: asked } = parsed;
  const benches = listBenches();
  const unknown = asked.find((name) => !benches.has(name));
  if (unknown !== undefined) return refuse(`no question "${unknown}"; there are: ${[...benches.keys()].join(", ")}`);
  if (values.help) return help(benches);
  const options = { short: values.short ?? false, ...(values.native !== undefined && { native: values.native }) };
  const questions = [...benches].filter(([name]) => asked.length === 0 || asked.includes(name));
  const rows: Row[] = [];
  for (const [name, path] of questions) {
    rows.push(...(questions.length === 1 ? await ask(name, path, options) : askApart(name, options)));
  }
  if (values.rows) console.log(JSON.stringify(rows));
  else if (values.json) printJson(rows);
  else printTable(rows);
  if (!values.rows)
    for (const result of rows.filter((one) => !passes(one)))
      console.error(`bench: FAIL ${result.question}, ${missed([result])}`);
  return rows.every(passes) ? 0 : 1;
}

/** @returns what was typed, or what is wrong with it */
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const names = Object.keys(OPTIONS).map((name) => `--${name}`);
    const [fault] = String(error instanceof Error ? error.message : error).split(". ");
    return `${fault}; there are ${names.join(", ")}`;
  }
}

/** Among others, each question has a process of its own: what one leaves behind in the heap slows the next. */
function askApart(name: string, { short, native }: QuestionOptions): readonly Row[] {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), name, "--rows", ...(short ? ["--short"] : [])];
  if (native !== undefined) args.push("--native", native);
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  try {
    return parseRows(stdout);
  } catch {
    return [broken(name)];
  }
}

/** A bench that breaks is a row that is not ok; the others are asked nevertheless. */
async function ask(name: string, path: string, options: QuestionOptions): Promise<readonly Row[]> {
  const started = performance.now();
  try {
    const bench = (await import(path)) as Question;
    if (bench.question !== name)
      throw new Error(`${path} answers "${bench.question}": name the file after its question`);
    if (bench.needsPeers === true) installPeers();
    console.error(`bench: ${name} ...`);
    const rows = await askInRounds(name, bench, options);
    console.error(`bench: ${name} took ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return rows;
  } catch (error) {
    console.error(`bench: ${name} broke:`, error);
    return [broken(name)];
  }
}

/**
 * One round, when it passes. A miss may be a neighbour's burst of work, so there is a second round, and when that misses,
 * too, a third one: then each row is the median of its three rounds.
 */
async function askInRounds(name: string, bench: Question, options: QuestionOptions): Promise<Row[]> {
  const rounds: Row[][] = [];
  while (true) {
    const rows = await bench.run(options);
    if (rows.every(passes)) return rows;
    rounds.push(rows);
    const load = loadavg()[0].toFixed(1);
    console.error(`bench: ${name} missed ${missed(rows)} (load ${load}); round ${rounds.length} of ${ROUNDS}`);
    if (rounds.length === ROUNDS) return medianRows(rounds);
  }
}

const missed = (rows: readonly Row[]): string =>
  rows
    .filter((result) => !passes(result))
    .map(({ what, value }) => `${what}: ${value.toPrecision(3)}`)
    .join(", ");

/** The questions in the words of the files that ask them: the first sentence of each. */
function help(benches: ReadonlyMap<string, string>): number {
  console.log("npm run bench -- [question]... [--short] [--native <folder>] [--json]\n");
  for (const [name, path] of benches) {
    const head = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(new URL(path, home), "utf8"))?.[1] ?? "";
    const [sentence = ""] = /^.*?[?.](?=\s|$)/.exec(head.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim()) ?? [];
    console.log(`  ${name.padEnd(10)} ${sentence}`);
  }
  console.log("");
  for (const [flag, meaning] of Object.entries(MEANINGS)) console.log(`  --${flag.padEnd(8)} ${meaning}`);
  return 0;
}

function refuse(message: string): number {
  console.error(`bench: ${message}`);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
