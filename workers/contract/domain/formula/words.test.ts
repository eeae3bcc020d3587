/** The examples of the help page give what they say. */
import { expect, test } from "vitest";
import { compileFormula } from "./compile.ts";
import { createEvaluator } from "./evaluate.ts";
import { errorText, FUNCTIONS } from "./tokens.ts";
import { FUNCTION_WORDS, OPERATOR_WORDS, SAMPLE } from "./words.ts";

function run(formula: string): number {
  const compiled = compileFormula(formula, Object.keys(SAMPLE.now));
  if (!compiled.ok) throw new Error(`${formula}: ${errorText(compiled.error)}`);
  const out = new Float64Array(1);
  const columns = compiled.program.sources.map(({ field, lag }) => {
    const figures: Readonly<Record<string, number>> = lag === 0 ? SAMPLE.now : SAMPLE[lag as 15 | "open"];
    return Float64Array.of(figures[field] ?? Number.NaN);
  });
  createEvaluator().run(compiled.program, columns, 1, out);
  return out[0]!;
}

const entries = [...Object.entries(FUNCTION_WORDS), ...Object.entries(OPERATOR_WORDS)];

test.each(entries.flatMap(([word, { examples }]) => examples.map((one) => [word, ...one] as const)))(
  "%s: %s is %d",
  (word, formula, result) => {
    expect(formula.toLowerCase()).toContain(word);
    const found = run(formula);
    expect(Number.isNaN(found) ? found : Math.round(found * 10) / 10).toBe(result);
  },
);

test("every word of the language has an example, and functions stand in the order of the language", () => {
  expect(Object.keys(FUNCTION_WORDS)).toEqual([...FUNCTIONS]);
  for (const [, { examples }] of entries) expect(examples.length).toBeGreaterThan(0);
});
