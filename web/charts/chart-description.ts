import type { ChartData, ChartSpec } from "./chart-spec.ts";
import { summaryRows, summaryText } from "./chart-summary.ts";

/** A screen reader that hears a new summary each tick says nothing else. */
const LEAST_INTERVAL_MS = 5000;

export type DescribedElements = {
  readonly image: HTMLElement;
  /** Visually hidden; one row a series: label, where, value. */
  readonly tableBody: HTMLTableSectionElement;
};

/** Keeps the text of a chart (accessible name and hidden table) in step with its data, at most every five seconds. */
export function createDescription(
  elements: DescribedElements,
  spec: ChartSpec,
): (label: string, data: ChartData, now: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  let lastLabel = "";
  return (label, data, now) => {
    if (now - last < LEAST_INTERVAL_MS && label === lastLabel) return;
    last = now;
    lastLabel = label;
    elements.image.setAttribute("aria-label", summaryText(label, spec, data));
    const rows = summaryRows(spec, data).map((row) => {
      const element = document.createElement("tr");
      for (const text of [row.label, row.at, row.value]) {
        const cell = document.createElement(text === row.label ? "th" : "td");
        cell.textContent = text;
        element.append(cell);
      }
      return element;
    });
    elements.tableBody.replaceChildren(...rows);
  };
}
