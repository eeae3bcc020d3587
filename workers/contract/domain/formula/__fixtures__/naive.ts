/**
 * A reference for formulas that shares nothing with the compiler: it splits a token list at the operator that binds
 * least, over and over, and computes on the way. Slow, and simple enough to be believed.
 */
import { roundTo } from "../evaluate.ts";

const LEVELS = [["or"], ["and"], ["=", "<>"], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/"]];
const BINARY = new Set(LEVELS.flat());

const isOpening = (token: string): boolean => token.endsWith("(");

/** A figure, NaN for '-'; undefined for tokens that are no formula. */
export function naive(tokens: readonly string[], values: Readonly<Record<string, number>>): number | undefined {
  const value = figureOf(tokens, values);
  return value === undefined ? undefined : Number.isFinite(value) ? value + 0 : Number.NaN;
}

function figureOf(tokens: readonly string[], values: Readonly<Record<string, number>>): number | undefined {
  if (tokens.length === 0) return undefined;
  for (const level of LEVELS) {
    const at = lastOutside(tokens, (token, i) => level.includes(token) && endsOperand(tokens[i - 1]));
    if (at === undefined) return undefined; // brackets that do not match
    if (at < 0) continue;
    const left = figureOf(tokens.slice(0, at), values);
    const right = figureOf(tokens.slice(at + 1), values);
    return left === undefined || right === undefined ? undefined : binary(tokens[at]!, left, right);
  }
  const [first = "", ...rest] = tokens;
  if (first === "-" || first === "+") {
    const value = figureOf(rest, values);
    return value === undefined ? undefined : first === "-" ? -value : value;
  }
  if (isOpening(first)) {
    if (tokens.at(-1) !== ")" || closingOf(tokens) !== tokens.length - 1) return undefined;
    const inner = tokens.slice(1, -1);
    if (first === "(") return lastOutside(inner, (token) => token === ",") === -1 ? figureOf(inner, values) : undefined;
    const given = split(inner)?.map((one) => figureOf(one, values));
    if (given === undefined || given.some((one) => one === undefined)) return undefined;
    return call(first, given as number[]);
  }
  if (tokens.length > 1) return undefined;
  if (Object.hasOwn(values, first)) return values[first];
  return /^[\d.]+$/.test(first) ? Number(first) : undefined;
}

/** The last token outside brackets that is meant; -1 for none, undefined where brackets do not match. */
function lastOutside(tokens: readonly string[], isMeant: (token: string, at: number) => boolean): number | undefined {
  let depth = 0;
  let found = -1;
  for (const [i, token] of tokens.entries()) {
    if (token === ")") depth--;
    if (depth < 0) return undefined;
    if (depth === 0 && isMeant(token, i)) found = i;
    if (isOpening(token)) depth++;
  }
  return depth === 0 ? found : undefined;
}

/** Where the first bracket of the list is closed. */
function closingOf(tokens: readonly string[]): number {
  let depth = 0;
  return tokens.findIndex((token) => {
    if (isOpening(token)) depth++;
    if (token === ")") depth--;
    return depth === 0;
  });
}

function split(tokens: readonly string[]): readonly (readonly string[])[] | undefined {
  const at = lastOutside(tokens, (token) => token === ",");
  if (at === undefined) return undefined;
  if (at < 0) return [tokens];
  const before = split(tokens.slice(0, at));
  return before && [...before, tokens.slice(at + 1)];
}

/** After these a + or - is an operator; after all others it is a sign. */
const endsOperand = (token: string | undefined): boolean =>
  token !== undefined && !isOpening(token) && token !== "," && !BINARY.has(token);

function binary(operator: string, a: number, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? Number.NaN : a / b;
  }
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  const is: Readonly<Record<string, boolean>> = {
    or: a !== 0 || b !== 0,
    and: a !== 0 && b !== 0,
    "=": a === b,
    "<>": a !== b,
    "<": a < b,
    ">": a > b,
    "<=": a <= b,
    ">=": a >= b,
  };
  return is[operator] === true ? 1 : 0;
}

function call(name: string, given: readonly number[]): number | undefined {
  const [a = Number.NaN, b = 0, c = Number.NaN] = given;
  if (name === "min(") return given.length > 1 ? Math.min(...given) : undefined;
  if (name === "max(") return given.length > 1 ? Math.max(...given) : undefined;
  if (name === "if(") return given.length !== 3 ? undefined : Number.isNaN(a) ? a : a !== 0 ? b : c;
  if (name === "round(") return given.length > 2 ? undefined : roundTo(a, b);
  if (given.length !== 1) return undefined;
  if (name === "not(") return Number.isNaN(a) ? a : Number(a === 0);
  return name === "abs(" ? Math.abs(a) : undefined;
}
