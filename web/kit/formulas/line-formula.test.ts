/** Formulas over lines: what is kept, what is shown of it, and what is refused where. */
import { describe, expect, test } from "vitest";
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
