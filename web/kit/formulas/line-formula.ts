/**
 * Formulas over the lines of a screen. They are kept with the ids of the lines, each in brackets: a line's name may change
 * with a setting ('Ema 10'), its id does not. An id may look like a number (a straddle's is its strike): what is kept is
 * read with names in brackets only.
 */
import { compileFormula, type Program } from "#contract/domain/formula/compile.ts";
import { isCondition } from "#contract/domain/formula/condition.ts";
import { probe } from "#contract/domain/formula/evaluate.ts";
import { type FormulaError, type ReadingOptions, tokenise } from "#contract/domain/formula/tokens.ts";
import type { OwnLine } from "#contract/worker/own-lines.ts";

const OWN = "own:";
const KEPT: ReadingOptions = { quotedOnly: true };

/** A line as formulas name it. */
export interface LineField {
  readonly id: string;
  readonly name: string;
}

interface NamedLine {
  readonly id: string;
  readonly label: string;
}

/** Characters of a formula at most. */
export const MAX_LINE_FORMULA = 300;

/** Each line of a screen once, without lines of formulas; of lines with one name each has its id behind it. */
export function lineFields(lines: readonly NamedLine[]): readonly LineField[] {
  const distinct = [...new Map(lines.map((line) => [line.id, line])).values()].filter(({ id }) => !id.startsWith(OWN));
  return distinct.map(({ id, label }) => {
    const isAlone = distinct.every((other) => other.id === id || other.label.toLowerCase() !== label.toLowerCase());
    return { id, name: isAlone ? label : `${label} ${id}` };
  });
}

export type LineVerdict =
  | { readonly ok: true; readonly kept: string }
  | { readonly ok: false; readonly error: FormulaError };

/** @param wants 'condition': it has to compare something. */
export function judgeLine(text: string, fields: readonly LineField[], wants: "figure" | "condition"): LineVerdict {
  const compiled = compileFormula(
    text,
    fields.map(({ name }) => name),
  );
  if (!compiled.ok) return compiled;
  const { tokens, program } = compiled;
  const whole = { at: 0, length: Math.max(text.length, 1) };
  const refused = (message: string): LineVerdict => ({ ok: false, error: { ...whole, message } });
  if (program.sources.length === 0) return refused("a line is missing: a formula reads at least one");
  if (wants === "condition" && !isCondition(tokens)) return refused("a comparison is missing, as in x > 100");
  if (Number.isNaN(probe(program))) return refused("it always divides by zero, and can never give a number");
  return { ok: true, kept: renamed(text, new Map(fields.map(({ id, name }) => [name, `[${id}]`]))) };
}

/** A kept formula in the names that lines have now; a line that is gone keeps its id. */
export const shownFormula = (kept: string, fields: readonly LineField[]): string =>
  renamed(kept, new Map(idsOf(kept).map((id) => [id, nameOf(id, fields)])), KEPT);

function nameOf(id: string, fields: readonly LineField[]): string {
  const name = fields.find((one) => one.id === id)?.name ?? id;
  return /^(?!\d+$)\w+(?: \w+)*$/.test(name) ? name : `[${name}]`;
}

/** @param names what stands for each field. */
function renamed(text: string, names: ReadonlyMap<string, string>, options?: ReadingOptions): string {
  const tokens = tokenise(text, [...names.keys()], options);
  if ("message" in tokens) return text;
  let made = "";
  let from = 0;
  for (const { kind, text: name, at, length } of tokens) {
    if (kind !== "field") continue;
    made += text.slice(from, at) + names.get(name);
    from = at + length;
  }
  return made + text.slice(from);
}

const idsOf = (kept: string): readonly string[] => [...kept.matchAll(/\[([^\]]*)\]/g)].map(([, id = ""]) => id);

/** The id of the line that a kept formula makes. */
export const ownLineId = (kept: string): string => OWN + kept;

const programs = new Map<string, Program | undefined>();

/** Of each id of an own line what a worker needs to make it; ids of a screen's own lines make none. */
export function ownLines(ids: readonly (string | number)[]): readonly OwnLine[] {
  const own = new Set(ids.filter((id) => typeof id === "string" && id.startsWith(OWN)) as string[]);
  return [...own].flatMap((id) => {
    const program = programs.get(id) ?? compiled(id.slice(OWN.length));
    programs.set(id, program);
    return program ? [{ id, program }] : [];
  });
}

function compiled(kept: string): Program | undefined {
  const result = compileFormula(kept, idsOf(kept), KEPT);
  return result.ok ? result.program : undefined;
}
