/** The candidates as a table of a file, all of them in the order of the list. Pure. */
import { csvField, csvText } from "../../../grid/input/export.ts";
import { candidateAt, legsText } from "../candidate.ts";
import type { Analysis } from "../snapshot.ts";
import { plainFigure } from "../words.ts";
import type { FigureColumn } from "./columns.tsx";

/** Figures are plain; '' where there is none, and 'Unlimited' where there is no end. */
export function candidatesCsv(analysis: Analysis, columns: readonly FigureColumn[]): string {
  const figures = columns.flatMap(({ id, header }) =>
    id === "breakEven"
      ? [
          { head: "BreakEven, lower", values: analysis.lower },
          { head: "BreakEven, upper", values: analysis.upper },
        ]
      : [{ head: header, values: analysis[id] }],
  );
  const lines = [["Strategy", "Strikes", ...figures.map(({ head }) => csvField(head))]];
  for (let row = 0; row < analysis.rows; row++) {
    const candidate = candidateAt(analysis, row);
    const strikes = legsText(candidate, "; ", String);
    lines.push([candidate.kind, strikes, ...figures.map(({ values }) => plainFigure(values[row]!))]);
  }
  return csvText(lines);
}
