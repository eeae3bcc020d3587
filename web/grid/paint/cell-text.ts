// Hot: runs for each painted cell. Bench question: grid.
import type { PlacedColumn } from "../layout.ts";
import type { Pen } from "./pen.ts";

/** A figure that is too long is squeezed, never cut: a cut figure is a wrong one. A word gets an ellipsis. */
export function drawText(pen: Pen, column: PlacedColumn, text: string, x: number, y: number, room: number): void {
  const isWord = column.textAlign === "left" || column.kind === "build-up";
  // No character is wider than 14 px at 12 px: most texts need no measuring.
  if (isWord && text.length * 14 > room && pen.width(text) > room) {
    let end = text.length - 1;
    while (end > 0 && pen.width(text.slice(0, end)) + pen.width("\u2026") > room) end--;
    pen.context.fillText(`${text.slice(0, end)}\u2026`, x, y);
    return;
  }
  if (!isWord && text.length * 8 > room && pen.width(text) > room) {
    pen.context.fillText(text, x, y, room);
    return;
  }
  pen.context.fillText(text, x, y);
}
