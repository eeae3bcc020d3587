import styles from "../chart.module.css";
import type { TooltipContent, TooltipRow } from "../chart-spec.ts";
import { type Box, placeTooltip } from "./tooltip-placement.ts";

/** The one tooltip of a chart: an absolutely placed box, moved by transform, rebuilt only when its shape changes. */
export type Tooltip = {
  readonly show: (content: TooltipContent, cursor: { readonly x: number; readonly y: number }, bounds: Box) => void;
  readonly hide: () => void;
  readonly remove: () => void;
};

export function createTooltip(parent: HTMLElement): Tooltip {
  const box = document.createElement("div");
  box.className = styles["tooltip"] ?? "";
  box.hidden = true;
  box.setAttribute("aria-hidden", "true"); // the cursor's reading is said by a live region instead
  parent.append(box);
  let shape = "";
  let texts: Text[] = [];

  function fill(content: TooltipContent): void {
    const wanted = shapeOf(content);
    const words = wordsOf(content);
    if (wanted !== shape) {
      shape = wanted;
      texts = build(box, content);
    }
    words.forEach((word, index) => {
      const text = texts[index];
      if (text !== undefined && text.data !== word) text.data = word;
    });
  }

  return {
    show: (content, cursor, bounds) => {
      fill(content);
      box.hidden = false;
      const { left, top } = placeTooltip(cursor, { width: box.offsetWidth, height: box.offsetHeight }, bounds);
      box.style.transform = `translate(${left}px, ${top}px)`;
    },
    hide: () => {
      box.hidden = true;
    },
    remove: () => box.remove(),
  };
}

/** Same shape, same elements: only their text changes with the cursor. */
function shapeOf(content: TooltipContent): string {
  const rows = content.rows.map((row) => `${row.colour ?? ""}:${row.values.length}`).join();
  return `${content.head?.length ?? -1}|${rows}`;
}

function wordsOf(content: TooltipContent): readonly string[] {
  const words = [content.title, content.note ?? "", ...(content.head ?? [])];
  for (const row of content.rows) words.push(row.label, ...row.values);
  return words;
}

function build(box: HTMLElement, content: TooltipContent): Text[] {
  const texts: Text[] = [];
  const columns = Math.max(1, content.head?.length ?? 0, ...content.rows.map((row) => row.values.length));
  box.replaceChildren();
  box.style.setProperty("--columns", String(columns));

  const add = (parent: HTMLElement, className: string): HTMLElement => {
    const element = document.createElement("span");
    element.className = styles[className] ?? "";
    const text = document.createTextNode("");
    element.append(text);
    parent.append(element);
    texts.push(text);
    return element;
  };

  const heading = document.createElement("div");
  heading.className = styles["tooltipHeading"] ?? "";
  box.append(heading);
  add(heading, "tooltipTitle");
  add(heading, "tooltipNote");
  const grid = document.createElement("div");
  grid.className = styles["tooltipGrid"] ?? "";
  box.append(grid);
  if (content.head !== undefined) {
    grid.append(document.createElement("span"));
    for (let i = 0; i < columns; i++) if (i < content.head.length) add(grid, "tooltipHead");
  }
  for (const row of content.rows) addRow(grid, row, columns, add);
  return texts;
}

function addRow(
  grid: HTMLElement,
  row: TooltipRow,
  columns: number,
  add: (parent: HTMLElement, className: string) => HTMLElement,
): void {
  const label = add(grid, "tooltipLabel");
  if (row.colour !== undefined) label.style.color = `var(--${row.colour})`;
  for (let i = row.values.length; i < columns; i++) grid.append(document.createElement("span"));
  for (const _ of row.values) add(grid, "tooltipValue");
}
