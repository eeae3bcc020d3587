/** Texts behind a checkbox. A screen's columns bring it along: other tables do not load it. */
import { drawWord } from "./cell-text.ts";
import type { DrawnText, DrawText } from "./drawn-text.ts";

/** CSS pixels: of the box, and from its left edge to the text. */
const SIZE = 13;
export const CHECK_WIDTH = 21;
/** On `accent-fill`, which is as dark in every theme. */
const TICK = "#fff";

/** A text with a checkbox in front of it, ticked as the column's `checkSlot` says. */
export const drawChecked: DrawText = (drawn) => {
  const { pen, text, x, y, room, scale } = drawn;
  const width = Math.round(CHECK_WIDTH * scale);
  drawWord(pen, text, x + width, y, room - width);
  paintBox(drawn);
};

function paintBox({ pen, x: left, top: rowTop, height, scale, theme: { colours }, isChecked }: DrawnText): void {
  const { context } = pen;
  const size = Math.round(SIZE * scale);
  const top = rowTop + ((height - size) >> 1);
  const radius = 2 * scale;
  pen.fill(isChecked ? colours["accent-fill"] : colours.edge);
  pen.roundRect(left, top, size, size, radius);
  if (!isChecked) {
    const line = Math.max(1, Math.floor(scale));
    pen.fill(colours.input);
    pen.roundRect(left + line, top + line, size - 2 * line, size - 2 * line, radius / 2);
    return;
  }
  context.strokeStyle = TICK;
  context.lineWidth = size * 0.14;
  context.beginPath();
  context.moveTo(left + size * 0.22, top + size * 0.53);
  context.lineTo(left + size * 0.42, top + size * 0.72);
  context.lineTo(left + size * 0.79, top + size * 0.3);
  context.stroke();
}
