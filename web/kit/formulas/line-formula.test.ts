/** Formulas over lines: what is kept, what is shown of it, and what is refused where. */
import { describe, expect, test } from "vitest";
import { createEvaluator } from "#contract/domain/formula/evaluate.ts";
import { errorText } from "#contract/domain/formula/tokens.ts";
import { judgeLine, lineFields, ownLineId, ownLines, shownFormula } from "./line-formula.ts";

const FIELDS = lineFields([
  { id: "pcr", label: "Pcr" },
  { id: "ema", label: "Ema 10" },
  { id: "oi-chg", label: "OI Chg%" },
]);
const kept = (text: string, wants: "figure" | "condition" = "figure") => {
  const verdict = judgeLine(text, FIELDS, wants);
  return verdict.ok ? verdict.kept : errorText(verdict.error);
};

test("a formula is kept with ids, and shown with the names of now", () => {
  const formula = kept("pcr - EMA 10 * 2 > lag([OI Chg%], 5)");
  expect(formula).toBe("[pcr] - [ema] * 2 > lag([oi-chg], 5)");
  const renamed = FIELDS.map((field) => (field.id === "ema" ? { ...field, name: "Ema 21" } : field));
  expect(shownFormula(formula, renamed)).toBe("Pcr - Ema 21 * 2 > lag([OI Chg%], 5)");
  expect(kept(shownFormula(formula, FIELDS))).toBe(formula);
});

test("a line that is gone keeps its id", () => {
  expect(shownFormula("[pcr] / [gone]", FIELDS)).toBe("Pcr / gone");
});

test("of lines with one name each has its id behind it; a line of two charts is one, and one of a formula none", () => {
  const lines = [
    { id: "ce", label: "CE" },
    { id: "ceIv", label: "ce" },
    { id: "spot", label: "Spot" },
    { id: "spot", label: "Spot" },
    { id: ownLineId("[ce] * 2"), label: "Twice" },
  ];
  expect(lineFields(lines).map(({ name }) => name)).toEqual(["CE ce", "ce ceIv", "Spot"]);
});

describe("lines whose ids are numbers, as those of straddles are", () => {
  const straddles = lineFields(["100", "105", "24600"].map((id) => ({ id, label: `${id} Straddle` })));
  const values: Readonly<Record<string, number>> = { "100": 6, "105": 7.5, "24600": 246 };
  const keptOf = (text: string): string => {
    const verdict = judgeLine(text, straddles, "figure");
    if (!verdict.ok) throw new Error(errorText(verdict.error));
    return verdict.kept;
  };
  /** What a worker makes of it. */
  function made(kept: string): number {
    const [line] = ownLines([ownLineId(kept)]);
    if (!line) throw new Error(`${kept} makes no line`);
    const { program } = line;
    const out = new Float64Array(1);
    const columns = program.sources.map(({ field }) => Float64Array.of(values[field] ?? Number.NaN));
    createEvaluator().run(program, columns, 1, out);
    return out[0]!;
  }

  test.each([
    ["24600 Straddle / 24600 * 100", 1],
    ["100 Straddle / 105 Straddle * 100", 80],
    ["(105 Straddle - 100 Straddle) > 100.5", 0],
    ["(105 Straddle - 100 Straddle) * 100.5 > 100.5", 1],
  ])("%s: a number stays one", (text, value) => {
    const formula = keptOf(text);
    expect(made(formula)).toBe(value);
    expect(shownFormula(formula, straddles)).toBe(text);
  });

  test("one that is gone is no number", () => {
    const shown = shownFormula("[24600] / 24600", []);
    expect(shown).toBe("[24600] / 24600");
    expect(judgeLine(shown, straddles, "figure").ok).toBe(false);
  });
});

describe("refused", () => {
  test.each([
    ["", "Character 1: the formula is empty"],
    ["Pcr +", "Character 6: a field or '(' is missing after +"],
    ["Spot + 1", "Character 1: 'Spot' is no field, number or operator"],
    ["1 + 2", "Character 1: a line is missing: a formula reads at least one"],
    ["Pcr / (Pcr - Pcr)", "Character 1: it always divides by zero, and can never give a number"],
  ])("%s", (text, words) => expect(kept(text)).toBe(words));

  test("a condition that compares nothing", () => {
    expect(kept("Pcr + 1", "condition")).toBe("Character 1: a comparison is missing, as in x > 100");
    expect(kept("Pcr > 1", "condition")).toBe("[pcr] > 1");
  });
});

test("a worker gets each own line once, and none of a screen's lines", () => {
  const id = ownLineId("[pcr] > 1");
  const lines = ownLines([id, "pcr", 5, id, "", ownLineId("[pcr")]);
  expect(lines.map((line) => line.id)).toEqual([id]);
  expect(lines[0]?.program.sources).toEqual([{ field: "pcr", lag: 0 }]);
});
