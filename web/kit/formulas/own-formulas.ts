/** The user's own lines of a screen, as they are kept with its settings. */

import type { ScaleKey } from "../../charts/chart-spec.ts";
import { formats } from "../../format/format.ts";
import { isRecord } from "../../state/saved/storage.ts";
import type { Role } from "../../styles/roles.ts";
import type { PlacedLine } from "../series/placed-lines.ts";
import { ownLineId } from "./line-formula.ts";

export interface OwnFormula {
  readonly name: string;
  /** With ids: line-formula.ts. */
  readonly formula: string;
  /** Id of the chart that it stands in; "own": a chart of such lines. */
  readonly chart: string;
  readonly scale: ScaleKey;
}

/** Where a screen's are kept. */
export const formulasKey = (screen: string): string => `${screen}Formulas`;

const isOwnFormula = (value: unknown): value is OwnFormula =>
  isRecord(value) &&
  ["name", "formula", "chart"].every((key) => typeof value[key] === "string") &&
  (value["scale"] === "y" || value["scale"] === "y2");
export const isOwnFormulas = (value: unknown): value is readonly OwnFormula[] =>
  Array.isArray(value) && value.every(isOwnFormula);

interface NamedLine {
  readonly id: string;
  readonly label: string;
}

/** The lines with those of the formulas that are not among them. */
export const withFormulas = <Line extends NamedLine>(
  lines: readonly Line[],
  formulas: readonly OwnFormula[],
): readonly (Line | NamedLine)[] => [
  ...lines,
  ...formulas
    .map(({ formula, name }) => ({ id: ownLineId(formula), label: name }))
    .filter(({ id }) => lines.every((line) => line.id !== id)),
];

/** Lines of one's own at most. */
export const MOST_OWN = 8;

/** Apart from what screens give their main lines. */
const COLOURS: readonly Role[] = ["s5", "s6", "s7", "s1", "s2", "s4", "s3", "s8"];

/** Dashed: none of the screen's own. */
export const placedOf = (formulas: readonly OwnFormula[]): readonly PlacedLine[] =>
  formulas.map(({ name, formula, chart, scale }, i) => ({
    chart,
    scale,
    look: {
      id: ownLineId(formula),
      label: name,
      colour: COLOURS[i % COLOURS.length] ?? "s5",
      dash: [6, 2],
      width: 1.2,
      format: formats.price4.text,
      tagFormat: formats.price.text,
      tag: "outline",
    },
  }));
