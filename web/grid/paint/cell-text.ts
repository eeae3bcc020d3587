// Hot: runs for each painted cell. Bench question: grid.
import type { PlacedColumn } from "../layout.ts";
import type { Pen } from "./pen.ts";

/** A figure that is too long is squeezed, never cut: a cut figure is a wrong one. A word gets an ellipsis. */
export function drawText(pen: Pen, column: PlacedColumn, text: string, x: number, y: number, room: number): void {
  if (column.textAlign === "left" || column.kind === "build-up") drawWord(pen, text, x, y, room);
  else if (text.length * 8 > room && pen.width(text) > room) pen.context.fillText(text, x, y, room);
  else pen.context.fillText(text, x, y);
}

export function drawWord(pen: Pen, text: string, x: number, y: number, room: number): void {
  let shown = text;
  // No character is wider than 14 px at 12 px: most texts need no measuring.
  if (text.length * 14 > room && pen.width(text) > room) {
    let end = text.length - 1;
    while (end > 0 && pen.width(text.slice(0, end)) + pen.width("\u2026") > room) end--;
    shown = `${text.slice(0, end)}\u2026`;
  }
  pen.context.fillText(shown, x, y);
}
