/** `npm run quant -- payoff`: the profit and loss of a strategy from a table of its legs. */
import { minute } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { dateOption, parsed, UsageError } from "../typed/command-line.ts";
import { nameOf, readRecords } from "./source.ts";
import { type PayoffSettings, payoffJson, payoffLines, payoffOf, profileText } from "./strategy.ts";
import { writeLines } from "./write-lines.ts";

const HELP = `The profit and loss of a strategy by spot: at its first expiry, and on a target day.

  npm run --silent quant -- payoff <in.csv>   lines spot,pnl_on_expiry,pnl_on_target; break-evens, most profit and loss
                                              on expiry go to standard error
      --from <spot> --to <spot> --step <n>    rupees; else the strikes and a tenth more to either side, in 100 steps
      --target <days>                         from now to the target day, 0 where not given: now
      --model <BS or BLACK76>                 BS; with BLACK76 spots are the future's prices, as for USDINR
      --rate <fraction>                       0.1
      --date <YYYY-MM-DD> --at <HH:MM>        now (IST), where legs give the date of their expiry; the time only on that day
      --json                                  all of it as one object; a profit or loss without limit is null
      --out <file>                            instead of standard output

<in.csv> is a file, or - for standard input. Its first line names the columns, in any order: type (CE, PE or FUT), side (BUY
or SELL), quantity (units), strike (rupees), entry_price (rupees a unit), iv (a fraction), and T_years (of 365 days) or
expiry (YYYY-MM-DD). A future's strike and iv may be empty. Other columns are left alone.
`;

const OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  step: { type: "string" },
  target: { type: "string", default: "0" },
  model: { type: "string", default: "BS" },
  rate: { type: "string", default: "0.1" },
  date: { type: "string" },
  at: { type: "string" },
  json: { type: "boolean", default: false },
  out: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const parse = (words: readonly string[]) => parsed(OPTIONS, words);

/**
 * @param words what follows `payoff`
 * @returns the exit code
 * @throws UsageError, DataError
 */
export async function quantPayoff(words: readonly string[], loadKernel: () => Kernel): Promise<number> {
  const { values, positionals } = parse(words);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageError("'payoff' takes one file, or - for standard input");
  const payoff = await payoffOf(loadKernel(), nameOf(path), readRecords(path), settingsOf(values));
  await writeLines(values.json ? [payoffJson(payoff)] : payoffLines(payoff), values.out);
  if (!values.json) process.stderr.write(profileText(payoff.profile));
  return 0;
}

function settingsOf(values: ReturnType<typeof parse>["values"]): PayoffSettings {
  const model = values.model === "BS" ? "spot" : values.model === "BLACK76" ? "usdinr" : undefined;
  if (model === undefined) throw new UsageError(`--model is BS or BLACK76, not ${JSON.stringify(values.model)}`);
  return {
    model,
    rate: numberOf("rate", values.rate, Number.NEGATIVE_INFINITY),
    targetDays: numberOf("target", values.target, 0),
    ...(values.from !== undefined && { from: numberOf("from", values.from, 0) }),
    ...(values.to !== undefined && { to: numberOf("to", values.to, 0) }),
    ...(values.step !== undefined && { step: numberOf("step", values.step, 1e-6) }),
    ...(values.date !== undefined && { date: dateOption("date", values.date) }),
    ...(values.at !== undefined && { at: minuteOf(values.at) }),
  };
}

function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < least)
    throw new UsageError(
      `--${name} is a number${Number.isFinite(least) ? ` from ${least}` : ""}, not ${JSON.stringify(text)}`,
    );
  return value;
}

function minuteOf(text: string) {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  if (match === null) throw new UsageError(`--at is HH:MM, not ${JSON.stringify(text)}`);
  return minute(Number(match[1]) * 60 + Number(match[2]));
}
