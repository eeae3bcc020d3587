import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { naive } from "./__fixtures__/naive.ts";
import { makeFormula, randomFrom } from "./__fixtures__/random-formulas.ts";
import { compileFormula } from "./compile.ts";
import { createEvaluator, probe, roundTo } from "./evaluate.ts";
import { errorText, MAX_TOKENS, tokenise } from "./tokens.ts";

const NAMES = ["OI", "OI Lakh", "OI Chg", "OI Chg%", "LTP", "Prev Close", "Vol * Vwap", "H=O=L", "Open"];
const VALUES: Readonly<Record<string, number>> = { OI: 1000, "OI Chg": -50, LTP: 42, "Prev Close": 45, Open: 40 };

function run(text: string, values: Readonly<Record<string, number>> = VALUES): number {
  const compiled = compileFormula(text, NAMES);
  if (!compiled.ok) throw new Error(errorText(compiled.error));
  const out = new Float64Array(1);
  const columns = compiled.program.sources.map(({ field, lag }) =>
    Float64Array.of(values[lag === 0 ? field : `${field}@${lag}`] ?? Number.NaN),
  );
  createEvaluator().run(compiled.program, columns, 1, out);
  return out[0]!;
}

function errorOf(text: string): string {
  const compiled = compileFormula(text, NAMES);
  return compiled.ok ? "" : errorText(compiled.error);
}

describe("names", () => {
  const texts = (text: string) => {
    const tokens = tokenise(text, NAMES);
    return "message" in tokens ? errorText(tokens) : tokens.map((one) => one.text);
  };
  test("have spaces and signs; the longest that stands there is taken, in any case", () => {
    expect(texts("oi chg% + OI Chg - oi")).toEqual(["OI Chg%", "+", "OI Chg", "-", "OI"]);
    expect(texts("[Vol * Vwap]/[oi]")).toEqual(["Vol * Vwap", "/", "OI"]);
    expect(texts("Vol * Vwap")).toEqual(["Vol * Vwap"]);
    expect(texts("OI*OI Lakh")).toEqual(["OI", "*", "OI Lakh"]);
  });
  test("stand in brackets only where the reader says so", () => {
    const tokens = tokenise("[100] / 100.5 + oi", ["100", "oi"], { quotedOnly: true });
    expect(tokens).toMatchObject({ at: 16, message: "'oi' is no field, number or operator" });
    expect(tokenise("[100] / 100", ["100"], { quotedOnly: true })).toMatchObject([
      { kind: "field", text: "100" },
      { kind: "operator" },
      { kind: "number", text: "100" },
    ]);
  });
  test("end where the word ends", () => {
    expect(texts("OIX + 1")).toBe("Character 1: 'OIX' is no field, number or operator");
    expect(texts("1 + [nothing]")).toBe("Character 5: '[nothing]' is no field, number or operator");
    expect(texts("LTP + 3a")).toBe("Character 7: '3a' is no field, number or operator");
  });
});

test.each([
  ["( Prev Close - LTP ) * OI", 3000],
  ["1 + 2 * 3 - 4 / 2", 5],
  ["- LTP * - 2", 84],
  ["10 - 4 - 3", 3],
  ["abs(OI Chg) / 2", 25],
  ["min(OI, LTP, Prev Close) + max(1, 2)", 44],
  ["if(LTP > Open and OI Chg < 0, 1, 2)", 1],
  ["if(LTP < Open or not(OI), 1, 2)", 2],
  ["1 + 1 = 2", 1],
  ["3 <> 3", 0],
  ["round(LTP / 9)", 5],
  ["round(LTP / 9, 1)", 4.7],
  ["LTP / 0", Number.NaN],
  ["1 / ( 1 / 0 )", Number.NaN],
  ["OI Lakh + 1", Number.NaN],
  ["if(LTP > 0, LTP, OI Lakh)", 42],
])("%s is %f", (text, value) => {
  expect(run(text)).toBe(value);
});

test("fields are looked back at, by minutes and to the open; each is one source", () => {
  const values = { LTP: 42, "LTP@5": 40, "LTP@open": 30 };
  expect(run("LTP - lag(LTP, 5)", values)).toBe(2);
  expect(run("change(LTP) * lag(LTP, 5) + lag(LTP, 5)", values)).toBe(520);
  const compiled = compileFormula("change(LTP) * lag(LTP, 5) + lag(LTP, 5)", NAMES);
  expect(compiled.ok && compiled.program.sources).toEqual([
    { field: "LTP", lag: 0 },
    { field: "LTP", lag: "open" },
    { field: "LTP", lag: 5 },
  ]);
});

test.each([
  ["( Prev Close - ) * OI", "Character 16: a field or '(' is missing between - and )"],
  ["", "Character 1: the formula is empty"],
  ["OI +", "Character 5: a field or '(' is missing after +"],
  ["* OI", "Character 1: a field or '(' is missing before *"],
  ["OI LTP", "Character 4: an operator is missing between OI and LTP"],
  ["( OI + LTP", "Character 1: '(' is never closed"],
  ["OI + abs(LTP", "Character 6: 'abs(' is never closed"],
  ["OI )", "Character 4: ')' closes nothing"],
  ["OI , LTP", "Character 4: ',' stands in no function"],
  ["( OI , LTP )", "Character 6: ',' stands in no function"],
  ["min(OI)", "Character 1: min( takes 2 or more, not 1"],
  ["abs(OI, 2)", "Character 1: abs( takes 1, not 2"],
  ["lag(OI + 1, 2)", "Character 8: lag( takes a field, a comma and minutes: lag(LTP, 5)"],
  ["lag(OI, 1.5)", "Character 9: minutes are whole"],
  ["change(5)", "Character 8: change( takes a field: change(LTP)"],
  ["OI & LTP", "Character 4: '&' is no field, number or operator"],
])("%s: %s", (text, message) => {
  expect(errorOf(text)).toBe(message);
});

test("a formula is bounded, and brackets may be as deep as that", () => {
  expect(errorOf(new Array(MAX_TOKENS + 1).fill("OI").join(" + "))).toMatch(/at most 300 parts/);
  const deep = (MAX_TOKENS - 1) / 2;
  expect(run(`${"(".repeat(deep)}OI${")".repeat(deep)}`)).toBe(1000);
});

test("halves are rounded away from zero", () => {
  expect([roundTo(2.5, 0), roundTo(-2.5, 0), roundTo(1234, -2), roundTo(1, 0.5)]).toEqual([3, -3, 1200, Number.NaN]);
});

test("a formula that can give no number is known by a probe", () => {
  const probed = (text: string): number => {
    const compiled = compileFormula(text, NAMES);
    return compiled.ok ? probe(compiled.program) : Number.NaN;
  };
  expect(probed("OI / ( LTP - LTP )")).toBeNaN();
  expect(probed("OI / ( LTP - Open )")).toBe(-1);
  expect(probed("OI / change(LTP)")).not.toBeNaN();
});

/** FORMULAS=100000 for the full run. */
const RUNS = Number(process.env["FORMULAS"] ?? 3000);
const FIELDS = ["A", "B", "A B", "C"];

test(`${RUNS} formulas, most of them wrong, are judged and computed as by a reference`, () => {
  const random = randomFrom(20_261_122);
  const evaluator = createEvaluator();
  const out = new Float64Array(2);
  const differences: string[] = [];
  let valid = 0;
  for (let n = 0; n < RUNS; n++) {
    const tokens = makeFormula(random);
    const figure = (): number => (random() < 0.1 ? Number.NaN : Math.round(random() * 9) - 3);
    const rows = [0, 1].map(() => Object.fromEntries(FIELDS.map((name) => [name, figure()])));
    const text = tokens.join("  ");
    const compiled = compileFormula(text, FIELDS);
    const wanted = rows.map((values) => naive(tokens, values));
    if (compiled.ok !== (wanted[0] !== undefined)) differences.push(`${text} is ${compiled.ok}`);
    if (!compiled.ok) continue;
    valid++;
    const columns = compiled.program.sources.map(({ field }) => Float64Array.from(rows, (values) => values[field]!));
    evaluator.run(compiled.program, columns, 2, out);
    for (const [i, value] of wanted.entries())
      if (!Object.is(out[i], value))
        differences.push(`${text} of ${JSON.stringify(rows[i])} is ${out[i]}, not ${value}`);
  }
  expect(differences).toEqual([]);
  expect(valid).toBeGreaterThan(RUNS / 10);
});

test("arithmetic is that of JavaScript", () => {
  const random = randomFrom(7);
  const values = { A: 3, B: 5.5, "A B": -7, C: 11 };
  let compared = 0;
  for (let n = 0; n < RUNS / 5; n++) {
    const tokens = makeFormula(random);
    if (tokens.some((one) => /[a-z,<>=]/.test(one))) continue;
    const source = tokens.map((one) => (one in values ? `(${values[one as "A"]})` : one));
    // A '/' after no operand would begin a regular expression.
    const isRegular = tokens.some((one, i) => one === "/" && !/^[\w.)]/.test(tokens[i - 1] ?? ""));
    const value = isRegular ? undefined : evaluated(source.join(" "));
    // Two spaces: with one, the tokens 'A' and 'B' would be the field 'A B'.
    const compiled = compileFormula(tokens.join("  "), FIELDS);
    expect(compiled.ok, tokens.join(" ")).toBe(typeof value === "number");
    if (!compiled.ok || typeof value !== "number" || !Number.isFinite(value)) continue;
    const out = new Float64Array(1);
    const columns = compiled.program.sources.map(({ field }) => Float64Array.of(values[field as "A"]));
    createEvaluator().run(compiled.program, columns, 1, out);
    if (!Number.isNaN(out[0])) expect(out[0], tokens.join(" ")).toBe(value + 0);
    compared++;
  }
  expect(compared).toBeGreaterThan(RUNS / 100);
});

/** What JavaScript makes of an expression; undefined where it is none. */
function evaluated(source: string): unknown {
  try {
    return runInNewContext(source);
  } catch {
    return undefined;
  }
}
