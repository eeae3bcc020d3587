/** `npm run quant -- <command>`: the quant core on tables of options, with the very module that the browsers run. */
import { createWriteStream, readFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { oneLine, systemCode } from "../platform/start-error.ts";
import { appendGreeks } from "./quant-greeks.ts";
import { nameOf, readRecords } from "./quant-source.ts";

const HELP = `Implied volatilities, greeks and prices of a table of options, by the quant core that the screens use.

  npm run --silent quant -- solve <in.csv>   from prices: appends iv,delta,gamma,theta_annual,vega,prob_above
  npm run --silent quant -- price <in.csv>   from IVs: appends price,delta,gamma,theta_annual,vega,prob_above
      --out <file>                           instead of standard output

  <in.csv> is a file, or - for standard input. Its first line names the columns, in any order: model (BS, or BLACK76 with S
  the future), type (CE or PE), S, K (rupees), T_years (years of 365 days), r, q_or_extra (BS: 0; BLACK76: as r), and
  price (rupees) for 'solve' or iv (a fraction) for 'price'. Other columns are left alone; all stay as they were.

  Units: iv a fraction, theta_annual rupees a year, vega rupees per 1.00 of IV, prob_above N(d2). Figures have as many digits
  as the double needs. A price without an IV (none, at or below intrinsic value, at or above its bound, expired) has 0
  in every column. A column that the input has by the same name stays, and ours comes after it.

Ends with 0, with 1 on a table that cannot be read (file and line are said), with 2 on a command that is none.
`;

const OPTIONS = {
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** What was typed is not a command. */
class UsageError extends Error {}

type Command = (kernel: Kernel, path: string) => AsyncIterable<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  solve: (kernel, path) => appendGreeks(kernel, nameOf(path), readRecords(path), "price"),
  price: (kernel, path) => appendGreeks(kernel, nameOf(path), readRecords(path), "iv"),
};

/** As the browsers' reference build: the same figures on every machine. */
const loadKernel = (): Kernel =>
  createKernel(new WebAssembly.Module(readFileSync(new URL("../../assembly/build/quant.wasm", import.meta.url))));

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(oneLine(error));
  }
}

/** @returns the exit code. */
async function run(): Promise<number> {
  const { values, positionals } = parse();
  const [name, path, ...rest] = positionals;
  if (values.help || name === undefined) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
  if (path === undefined || rest.length > 0) throw new UsageError(`'${name}' takes one file, or - for standard input`);
  const out = values.out === undefined ? process.stdout : createWriteStream(values.out);
  await writeAll(command(loadKernel(), path), out);
  return 0;
}

const BLOCK = 64 * 1024;

/** Lines in blocks, each when the one before it has been taken: a slow reader holds the writer up, not the memory. */
async function writeAll(lines: AsyncIterable<string>, out: NodeJS.WritableStream): Promise<void> {
  let failure: Error | undefined;
  out.on("error", (error: Error) => {
    failure ??= error;
  });
  const write = (block: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) reject(failure);
      else out.write(block, (error) => (error ? reject(error) : resolve()));
    });
  let block = "";
  try {
    for await (const line of lines) {
      block += line;
      if (block.length < BLOCK) continue;
      await write(block);
      block = "";
    }
  } finally {
    // What comes before a line that cannot be read has been worked out.
    if (failure === undefined) await write(block);
  }
  if (out === process.stdout) return;
  out.end();
  await finished(out);
}

try {
  process.exitCode = await run();
} catch (error) {
  // Whoever read our output has had enough (| head).
  if (systemCode(error) !== "EPIPE") {
    process.stderr.write(error instanceof UsageError ? `${error.message}\n\n${HELP}` : `${oneLine(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
