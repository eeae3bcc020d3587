/** `npm run quant -- <command>`: the quant core on tables of options, with the very module that the browsers run. */
import type { Kernel } from "#kernel/kernel.ts";
import { loadKernel } from "../market/quant-core.ts";
import { appendGreeks } from "./quant/greeks.ts";
import { quantPayoff } from "./quant/payoff.ts";
import { nameOf, readRecords } from "./quant/source.ts";
import { writeLines } from "./quant/write-lines.ts";
import { parsed, runToExit, UsageError } from "./typed/command-line.ts";

const HELP = `Implied volatilities, greeks and prices of a table of options, by the quant core that the screens use.

  npm run --silent quant -- solve <in.csv>   from prices: appends iv,delta,gamma,theta_annual,vega,prob_above
  npm run --silent quant -- price <in.csv>   from IVs: appends price,delta,gamma,theta_annual,vega,prob_above
      --out <file>                           instead of standard output
  npm run --silent quant -- payoff <in.csv>  from legs: profit and loss of a strategy by spot (payoff --help)

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

type Command = (kernel: Kernel, path: string) => AsyncIterable<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  solve: (kernel, path) => appendGreeks(kernel, nameOf(path), readRecords(path), "price"),
  price: (kernel, path) => appendGreeks(kernel, nameOf(path), readRecords(path), "iv"),
};

/** @returns the exit code. */
async function run(): Promise<number> {
  if (process.argv[2] === "payoff") return quantPayoff(process.argv.slice(3), loadKernel);
  const { values, positionals } = parsed(OPTIONS);
  const [name, path, ...rest] = positionals;
  if (values.help || name === undefined) {
    process.stdout.write(HELP);
    return values.help ? 0 : 2;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
  if (path === undefined || rest.length > 0) throw new UsageError(`'${name}' takes one file, or - for standard input`);
  await writeLines(command(loadKernel(), path), values.out);
  return 0;
}

await runToExit(run, HELP);
