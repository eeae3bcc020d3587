/** A custom column while it is built, token by token. Pure. */

import { compileFormula, type Program } from "#contract/domain/formula/compile.ts";
import { probe } from "#contract/domain/formula/evaluate.ts";
import { errorText } from "#contract/domain/formula/tokens.ts";
import { COLUMN_KEYS, type ColumnKey } from "#contract/domain/snapshots/chain-table.ts";

/** Words, bars and figures that are made for one place have no number to compute with. */
const NOT_OFFERED: ReadonlySet<ColumnKey> = new Set<ColumnKey>([
  "Analysis",
  "Vol Bar",
  "OI Bar",
  "OI Chg%",
  "Net Chg%",
  "Vol * Vwap",
  "ITM Prob",
  "H=O=L",
]);
export const FIELDS: readonly ColumnKey[] = COLUMN_KEYS.filter((key) => !NOT_OFFERED.has(key));
export const OPERATORS = ["+", "-", "/", "*", "(", ")"] as const;
/** What the language has besides, for who wants more than arithmetic. */
export const MORE = [
  "<",
  ">",
  "=",
  "<=",
  ">=",
  "<>",
  "and",
  "or",
  "not(",
  "abs(",
  "min(",
  "max(",
  "if(",
  "round(",
  "lag(",
  "change(",
  ",",
] as const;

/** As it is stored: two spaces between tokens. */
export const storedFormula = (tokens: readonly string[]): string => tokens.join("  ");
export const readFormula = (stored: string): readonly string[] => stored.split("  ").filter((token) => token !== "");
/** As it is shown, and as errors count its characters. */
export const shownFormula = (tokens: readonly string[]): string => tokens.join(" ");

export type Verdict =
  | { readonly state: "empty" }
  | { readonly state: "valid"; readonly program: Program }
  /** Where the error stands in the formula as it is shown. */
  | { readonly state: "invalid"; readonly message: string; readonly at?: number; readonly length?: number };

/**
 * The rule of custom columns: an odd number of tokens, an operator among them, and a formula that makes a number where
 * every field has one.
 */
export function judge(tokens: readonly string[]): Verdict {
  if (tokens.length === 0) return { state: "empty" };
  const compiled = compileFormula(shownFormula(tokens), COLUMN_KEYS);
  if (!compiled.ok) {
    const { at, length } = compiled.error;
    return { state: "invalid", message: errorText(compiled.error), at, length };
  }
  if (!compiled.tokens.some(({ kind }) => kind === "operator" || kind === "(" || kind === "function"))
    return { state: "invalid", message: "An operator is missing: a column computes something" };
  if (compiled.tokens.length % 2 === 0)
    return { state: "invalid", message: "A sign stands alone before a field: write 0 - OI for - OI" };
  if (Number.isNaN(probe(compiled.program)))
    return { state: "invalid", message: "It always divides by zero: it can never give a number" };
  return { state: "valid", program: compiled.program };
}

/** A pressed token at the end. Digits go on with a number that is there, signs with a comparison: '=' after '<' makes '<='. */
export function append(tokens: readonly string[], token: string): readonly string[] {
  const last = tokens.at(-1);
  if ((/^[\d.]$/.test(token) && last !== undefined && /^[\d.]+$/.test(last)) || /^(<[=>]|>=)$/.test(`${last}${token}`))
    return [...tokens.slice(0, -1), last + token];
  return [...tokens, token];
}

/** The last token out; of a number its last digit. */
export function removeLast(tokens: readonly string[]): readonly string[] {
  const last = tokens.at(-1) ?? "";
  const rest = tokens.slice(0, -1);
  return /^[\d.]{2,}$/.test(last) ? [...rest, last.slice(0, -1)] : rest;
}
