/** Hot: runs a compiled formula over columns, one step for all rows after the other. NaN is absent, and is shown as '-'. */
import type { Op, Program } from "./compile.ts";

/** Of a column in a table. */
export interface Place {
  /** Index of the first figure, and from each to the next. */
  readonly first: number;
  readonly step: number;
  readonly divisor: number;
}

const WHOLE: Place = { first: 0, step: 1, divisor: 1 };

export interface Evaluator {
  /**
   * @param columns the program's sources in their order, each of at least `rows` figures
   * @param out gets `rows` figures; NaN where a figure is absent, something is divided by zero, or the result has no bound.
   * @param place where they stand in it, and what they are divided by; absent: one after the other, as they are
   */
  run(program: Program, columns: readonly Float64Array[], rows: number, out: Float64Array, place?: Place): void;
}

/** Its scratch columns, and those of the constants, are used again from run to run. */
export function createEvaluator(): Evaluator {
  /** A scratch column for each level of the stack, and what stands on it: a scratch column, a source or a constant. */
  let scratch: Float64Array[] = [];
  const constantColumns = new Map<number, Float64Array>();
  const stack: Float64Array[] = [];
  let room = 0;

  function constantColumn(value: number): Float64Array {
    let column = constantColumns.get(value);
    if (column === undefined) {
      if (constantColumns.size >= MOST_CONSTANTS) constantColumns.clear();
      column = new Float64Array(room).fill(value);
      constantColumns.set(value, column);
    }
    return column;
  }

  return {
    run({ steps, constants, depth }, columns, rows, out, { first, step, divisor } = WHOLE) {
      if (rows > room || depth > scratch.length) {
        constantColumns.clear();
        room = Math.max(rows, room);
        scratch = Array.from({ length: Math.max(depth, scratch.length) }, () => new Float64Array(room));
      }
      let top = -1;
      for (let i = 0; i < steps.length; i++) {
        const { op, operand } = steps[i]!;
        if (op === "source") stack[++top] = columns[operand]!;
        else if (op === "constant") stack[++top] = constantColumn(constants[operand]!);
        else {
          top -= (TAKES[op] ?? 2) - 1;
          const last = LAST_STEPS[op];
          if (last && divisor === 1 && i === steps.length - 1)
            return last(out, first, step, stack[top]!, stack[top + 1]!, rows);
          const to = scratch[top]!;
          STEPS[op](to, stack[top]!, stack[top + 1] ?? to, stack[top + 2] ?? to, rows);
          stack[top] = to;
        }
      }
      const result = stack[0]!;
      for (let i = 0, at = first; i < rows; i++, at += step) {
        const value = divisor === 1 ? result[i]! : result[i]! / divisor;
        // Without a branch: an infinity less itself is NaN, and what has a bound gains 0, which makes -0 a 0.
        out[at] = value + (value - value);
      }
    },
  };
}

/** Constants whose columns are kept. */
const MOST_CONSTANTS = 200;

type Running = Exclude<Op, "constant" | "source">;
/** Columns that a step takes from the stack, where they are not two. */
const TAKES: Readonly<Partial<Record<Running, number>>> = { negate: 1, not: 1, abs: 1, if: 3 };

/** `to` may be the first of the columns that are read. */
type Run = (to: Float64Array, a: Float64Array, b: Float64Array, c: Float64Array, rows: number) => void;

const isAbsent = (value: number): boolean => Number.isNaN(value);

/** A comparison is 1 for yes, 0 for no, absent where a side is. Each has a loop of its own: a shared one would call for every row. */
const STEPS: Readonly<Record<Running, Run>> = {
  "+": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = a[i]! + b[i]!;
  },
  "-": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = a[i]! - b[i]!;
  },
  "*": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = a[i]! * b[i]!;
  },
  "/": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) {
      const by = b[i]!;
      // Quicker than a choice of results; that it makes -0 a 0 is seen by no later step.
      to[i] = a[i]! / by + (by === 0 ? Number.NaN : 0);
    }
  },
  negate: (to, a, _b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = -a[i]!;
  },
  "<": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i]! < b[i]! ? 1 : 0;
  },
  ">": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i]! > b[i]! ? 1 : 0;
  },
  "<=": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i]! <= b[i]! ? 1 : 0;
  },
  ">=": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i]! >= b[i]! ? 1 : 0;
  },
  "=": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i]! === b[i]! ? 1 : 0;
  },
  "<>": (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i]! !== b[i]! ? 1 : 0;
  },
  and: (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i] !== 0 && b[i] !== 0 ? 1 : 0;
  },
  or: (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]! + b[i]!) ? Number.NaN : a[i] !== 0 || b[i] !== 0 ? 1 : 0;
  },
  not: (to, a, _b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]!) ? Number.NaN : a[i]! === 0 ? 1 : 0;
  },
  abs: (to, a, _b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = Math.abs(a[i]!);
  },
  min: (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = Math.min(a[i]!, b[i]!);
  },
  max: (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = Math.max(a[i]!, b[i]!);
  },
  // Only the side that is chosen has to be there.
  if: (to, a, b, c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = isAbsent(a[i]!) ? Number.NaN : a[i]! === 0 ? c[i]! : b[i]!;
  },
  round: (to, a, b, _c, rows) => {
    for (let i = 0; i < rows; i++) to[i] = roundTo(a[i]!, b[i]!);
  },
};

/** Writes rows of the result from `first` on, `step` apart. */
type LastRun = (out: Float64Array, first: number, step: number, a: Float64Array, b: Float64Array, rows: number) => void;

/**
 * Arithmetic is what most formulas end with: its last step writes the result itself, and a pass over the rows
 * is saved. Each bounds its values as `run` does, in its own loop: a function for it would be a call for every row.
 */
const LAST_STEPS: Readonly<Partial<Record<Running, LastRun>>> = {
  "+": (out, first, step, a, b, rows) => {
    for (let i = 0, at = first; i < rows; i++, at += step) {
      const value = a[i]! + b[i]!;
      out[at] = value + (value - value);
    }
  },
  "-": (out, first, step, a, b, rows) => {
    for (let i = 0, at = first; i < rows; i++, at += step) {
      const value = a[i]! - b[i]!;
      out[at] = value + (value - value);
    }
  },
  "*": (out, first, step, a, b, rows) => {
    for (let i = 0, at = first; i < rows; i++, at += step) {
      const value = a[i]! * b[i]!;
      out[at] = value + (value - value);
    }
  },
  // What is divided by zero has no bound.
  "/": (out, first, step, a, b, rows) => {
    for (let i = 0, at = first; i < rows; i++, at += step) {
      const value = a[i]! / b[i]!;
      out[at] = value + (value - value);
    }
  },
};

/** Halves go away from zero: -2.5 is -3, as on paper. NaN for decimals that are not whole. */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isInteger(decimals)) return Number.NaN;
  const scale = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale;
}

/**
 * What a formula gives where every source has a figure of its own (a prime each): NaN tells that no figures make a number
 * of it, as in OI / ( LTP - LTP ).
 */
export function probe(program: Program): number {
  const out = new Float64Array(1);
  const primes = primesOf(program.sources.length);
  createEvaluator().run(
    program,
    primes.map((one) => Float64Array.of(one)),
    1,
    out,
  );
  return out[0]!;
}

function primesOf(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((one) => n % one !== 0)) primes.push(n);
  return primes;
}
