/** The candidates as a table of a file, all of them in the order of the list. Pure. */
import { csvField } from "../../grid/input/export.ts";
import { candidateAt } from "./candidate.ts";
import type { Column } from "./columns.ts";
import type { Analysis } from "./snapshot.ts";

/** Figures are plain; '' where there is none, and 'Unlimited' where there is no end. */
export function candidatesCsv(analysis: Analysis, columns: readonly Column[]): string {
  const figures = columns.flatMap(({ id, header }) =>
    id === "breakEven"
      ? [
          { head: "BreakEven, lower", values: analysis.lower },
          { head: "BreakEven, upper", values: analysis.upper },
        ]
      : [{ head: header, values: analysis[id] }],
  );
  const lines = [["Strategy", "Strikes", ...figures.map(({ head }) => csvField(head))].join(",")];
  for (let row = 0; row < analysis.rows; row++) {
    const { kind, legs } = candidateAt(analysis, row);
    const strikes = legs.map(({ type, lots, strike }) => {
      const count = Math.abs(lots);
      return `${lots > 0 ? "B" : "S"} ${count > 1 ? `${count} x ` : ""}${strike} ${type}`;
    });
    lines.push([kind, strikes.join("; "), ...figures.map(({ values }) => figure(values[row]!))].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

const figure = (value: number): string =>
  Number.isNaN(value) ? "" : Number.isFinite(value) ? String(Number(value.toFixed(4))) : "Unlimited";
