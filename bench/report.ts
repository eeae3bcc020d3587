/** Rows of results, their budgets, and how they are measured and printed. */
import budgets from "./budgets.json" with { type: "json" };

export interface Row {
  readonly question: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What a resolved issue shows. */
  readonly must?: number;
  /** Where we are going. */
  readonly aim?: number;
  /** The must is met, and the gain is not one that nobody has explained. */
  readonly ok: boolean;
  readonly better?: "lower" | "higher";
  /** Bound on the other side: a value beyond it is a broken bench until explained. */
  readonly low?: number;
  /** Of a must that is not met yet: a miss within this bound is said, and does not fail the run. It only ever shrinks. */
  readonly held?: number;
  /** Why there is no figure (a peer or a file that is not on this machine): the value is NaN, and nothing fails. */
  readonly absent?: string;
}

interface Budget {
  readonly unit: string;
  readonly better: "lower" | "higher";
  readonly must?: number;
  readonly aim?: number;
  readonly low?: number;
  readonly held?: number;
}

/** A row of the budget `what` of `question` in budgets.json. @throws Error when there is none: a figure needs bounds. */
export function row(question: string, what: string, value: number): Row {
  const budget = budgetOf(question, what);
  return { question, what, value, ...budget, ok: Number.isFinite(value) && isWithin(value, budget) };
}

/** The row of a figure that this machine cannot give, and why. @throws as {@link row} */
export const absent = (question: string, what: string, why: string): Row => ({
  question,
  what,
  value: Number.NaN,
  ...budgetOf(question, what),
  ok: true,
  absent: why,
});

function budgetOf(question: string, what: string): Budget {
  const budget = (budgets as Record<string, Record<string, Budget>>)[question]?.[what];
  if (!budget) throw new Error(`bench/budgets.json has no "${what}" under "${question}"`);
  return budget;
}

/** A row that informs and cannot fail; it says so when the round saw nothing to measure (NaN). */
export const note = (question: string, what: string, value: number, unit: string): Row => ({
  question,
  what,
  value,
  unit,
  ok: true,
  ...(Number.isFinite(value) ? {} : { absent: "none seen" }),
});

/** The row of a bench that came to no answer. */
export const broken = (question: string): Row => ({ question, what: "answered", value: 0, unit: "", ok: false });

/** Whether the row lets a run pass: it is met, or a miss that is known and has not grown. */
export function passes(row: Row): boolean {
  const { value, held, better, low, unit } = row;
  if (row.ok || held === undefined || better === undefined) return row.ok;
  return Number.isFinite(value) && isWithin(value, { unit, better, must: held, ...(low !== undefined && { low }) });
}

function isWithin(value: number, { better, must, low }: Budget): boolean {
  const sign = better === "lower" ? 1 : -1;
  return (must === undefined || value * sign <= must * sign) && (low === undefined || value * sign >= low * sign);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Each row of the first round with the median of its values over all rounds that have a figure for it. A round that came
 * to no figure for a bounded row counts as its worst value.
 */
export function medianRows(rounds: readonly (readonly Row[])[]): Row[] {
  const [first = []] = rounds;
  return first.map((one) => {
    if (one.absent !== undefined) return one;
    const values = rounds.flatMap((rows) => rows.filter(({ what }) => what === one.what).map(({ value }) => value));
    if (one.better === undefined) return { ...one, value: median(values.filter(Number.isFinite)) };
    const worst = one.better === "lower" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    const value = median(values.map((figure) => (Number.isFinite(figure) ? figure : worst)));
    return row(one.question, one.what, value);
  });
}

/** Rows as JSON, which knows no NaN: there it is null. */
export const parseRows = (text: string): readonly Row[] =>
  JSON.parse(text, (key, value: unknown) => (key === "value" && value === null ? Number.NaN : value)) as Row[];

/** The value below which a share of them lies: 0.95 for p95. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Runs the named functions in turn, round after round, so that a busy machine slows all of them alike; gives each
 * one's time by round, in ms. The order turns with the round. Take ratios round by round, then their median.
 */
export function interleave<Name extends string>(
  rounds: number,
  competitors: Readonly<Record<Name, () => void>>,
): Record<Name, number[]> {
  const names = Object.keys(competitors) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      const start = performance.now();
      competitors[name]();
      times[name].push(performance.now() - start);
    }
  }
  return times;
}

/** Median of `of[i] / by[i]`. */
export const medianRatio = (of: readonly number[], by: readonly number[]): number =>
  median(of.map((value, i) => value / by[i]));

/** Half the spread of the middle half of the rounds' ratios, relative to their median: how far to trust it. */
export function spread(of: readonly number[], by: readonly number[]): number {
  const ratios = of.map((value, i) => value / by[i]).sort((a, b) => a - b);
  const quarter = ratios.length >> 2;
  return (ratios[ratios.length - 1 - quarter] - ratios[quarter]) / 2 / median(ratios);
}

const figure = (value: number | undefined): string =>
  value === undefined ? "" : Number.isInteger(value) ? String(value) : value.toPrecision(3);

export function printTable(rows: readonly Row[]): void {
  const head = ["question", "what", "value", "unit", "must", "aim", ""];
  const lines = rows.map((r) => {
    const sign = r.better === undefined ? "" : r.better === "lower" ? "<= " : ">= ";
    const bound = (value: number | undefined): string => (value === undefined ? "" : sign + figure(value));
    return [r.question, r.what, r.absent ?? figure(r.value), r.unit, bound(r.must), bound(r.aim), verdict(r)];
  });
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i].length)));
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join("  ")
        .trimEnd(),
    );
  }
}

function verdict(r: Row): string {
  if (r.absent !== undefined) return "";
  if (r.better === undefined) return r.ok ? "" : "BROKEN";
  if (!r.ok && passes(r)) return `MISSED, held at ${figure(r.held)}`;
  if (!r.ok)
    return r.low !== undefined && isWithin(r.value, { unit: "", better: r.better, must: r.must })
      ? "TOO GOOD"
      : "MISSED";
  if (r.aim === undefined) return "ok";
  return isWithin(r.value, { unit: "", better: r.better, must: r.aim }) ? "aim" : "ok";
}

/** The rows and nothing else. */
export function printJson(rows: readonly Row[]): void {
  console.log(
    JSON.stringify(
      rows.map(({ question, what, value, unit, must, aim, ok, absent }) => ({
        question,
        what,
        value,
        unit,
        must,
        aim,
        ok,
        absent,
      })),
    ),
  );
}
