/**
 * What the language has, in words: of every function and operator its form, what it gives and examples. The help page and
 * the editors show them, and the unit test runs each example, so that none can be wrong.
 */
import type { Operator } from "./compile.ts";
import type { FunctionName } from "./tokens.ts";

export interface Words {
  /** As it is written: 'round(x, decimals)'. */
  readonly form: string;
  readonly meaning: string;
  /** Formulas over the sample, with what they give; NaN is shown as '-'. */
  readonly examples: readonly (readonly [formula: string, result: number])[];
}

/** A contract that examples are computed of: its figures now, fifteen minutes ago and at the open. */
export const SAMPLE = {
  now: { LTP: 120, Open: 104, "Prev Close": 100, OI: 5000, "OI Chg": -250, Volume: 0 },
  15: { LTP: 112.5, OI: 5100 },
  open: { LTP: 104, OI: 5250 },
} as const;

export const FUNCTION_WORDS: Readonly<Record<FunctionName, Words>> = {
  abs: { form: "abs(x)", meaning: "x without its sign", examples: [["abs(OI Chg)", 250]] },
  min: { form: "min(x, y, …)", meaning: "The smallest of several", examples: [["min(LTP, Open, Prev Close)", 100]] },
  max: { form: "max(x, y, …)", meaning: "The greatest of several", examples: [["max(LTP - Open, 0)", 16]] },
  if: {
    form: "if(condition, then, else)",
    meaning: "One figure where the condition holds, the other where it does not",
    examples: [
      ["if(LTP > Open, OI, 0)", 5000],
      ["if(LTP < Open, OI, 0 - OI)", -5000],
    ],
  },
  round: {
    form: "round(x) or round(x, decimals)",
    meaning: "Rounded; halves go away from zero",
    examples: [
      ["round(lag(LTP, 15))", 113],
      ["round(LTP / 7, 1)", 17.1],
    ],
  },
  not: { form: "not(condition)", meaning: "1 where the condition does not hold", examples: [["not(LTP > Open)", 0]] },
  lag: {
    form: "lag(field, minutes)",
    meaning: "The field some minutes ago; no figure before the day's first",
    examples: [
      ["lag(LTP, 15)", 112.5],
      ["OI - lag(OI, 15)", -100],
    ],
  },
  change: {
    form: "change(field)",
    meaning: "The field less what it was at the open",
    examples: [["change(OI)", -250]],
  },
};

export const OPERATOR_WORDS: Readonly<Record<Operator, Words>> = {
  "+": { form: "x + y", meaning: "Sum", examples: [["LTP + 5", 125]] },
  "-": {
    form: "x - y",
    meaning: "Difference; before a figure its opposite",
    examples: [
      ["LTP - Open", 16],
      ["- OI Chg", 250],
    ],
  },
  "*": { form: "x * y", meaning: "Product; before + and -", examples: [["Open + 2 * 8", 120]] },
  "/": {
    form: "x / y",
    meaning: "Quotient; what is divided by zero is no figure, shown as '-'",
    examples: [
      ["( LTP - Prev Close ) / Prev Close * 100", 20],
      ["OI / Volume", Number.NaN],
    ],
  },
  "<": { form: "x < y", meaning: "1 where x is less, 0 where it is not", examples: [["LTP < Open", 0]] },
  ">": { form: "x > y", meaning: "1 where x is greater", examples: [["LTP > Open", 1]] },
  "<=": { form: "x <= y", meaning: "1 where x is less, or the same", examples: [["OI <= 5000", 1]] },
  ">=": { form: "x >= y", meaning: "1 where x is greater, or the same", examples: [["OI >= 5001", 0]] },
  "=": { form: "x = y", meaning: "1 where they are the same", examples: [["LTP - Open = 16", 1]] },
  "<>": { form: "x <> y", meaning: "1 where they are not the same", examples: [["Volume <> 0", 0]] },
  and: { form: "x and y", meaning: "1 where both hold", examples: [["LTP > Open and OI Chg < 0", 1]] },
  or: {
    form: "x or y",
    meaning: "1 where one of them holds; after 'and'",
    examples: [["LTP < Open or OI Chg < 0", 1]],
  },
};
