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
  { image, tableBody }: DescribedElements,
  spec: ChartSpec,
): (label: string, data: ChartData, now: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  let lastLabel = "";
  const rows = spec.series.map(() => [new Text(), new Text(), new Text()] as const);
  return (label, data, now) => {
    if (now - last < LEAST_INTERVAL_MS && label === lastLabel) return;
    if (last === Number.NEGATIVE_INFINITY) tableBody.replaceChildren(...rows.map(rowOf));
    last = now;
    lastLabel = label;
    image.setAttribute("aria-label", summaryText(label, spec, data));
    summaryRows(spec, data).forEach((row, index) => {
      const [name, at, value] = rows[index]!;
      write(name, row.label);
      write(at, row.at);
      write(value, row.value);
    });
  };
}

function rowOf([name, ...values]: readonly Text[]): HTMLTableRowElement {
  const row = document.createElement("tr");
  const heading = document.createElement("th");
  heading.append(name!);
  row.append(heading, ...values.map(cellOf));
  return row;
}

function cellOf(text: Text): HTMLTableCellElement {
  const cell = document.createElement("td");
  cell.append(text);
  return cell;
}

/** The nodes stay: new rows would be styled and laid out as a new table in a frame that otherwise lays nothing out. */
function write(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}
