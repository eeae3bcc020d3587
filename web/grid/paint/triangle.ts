import type { PlacedColumn } from "../layout.ts";
import type { GridView } from "./grid-view.ts";
import type { Pen } from "./pen.ts";

/** Distance of the triangle from the outer edge, its width and height, CSS pixels. */
const edge = 12;
const base = 8;
const rise = 7;

/** The build-up triangle: up or down is the price, filled or hollow the open interest. A path: the font has none. */
export function paintTriangle(pen: Pen, view: GridView, column: PlacedColumn, top: number, stateIndex: number): void {
  const state = column.states[stateIndex];
  if (state === undefined) return;
  const { scale, rowHeight } = view.layout;
  const { context } = pen;
  const colour = view.theme.colours[state.up ? "up" : "down"];
  const left = (column.mirrored ? column.right - (edge + base) * scale : column.left + edge * scale) - view.scrollX;
  const upper = top + Math.round((rowHeight - rise * scale) / 2);
  // Half of a stroke is outside its path, so the hollow triangle is drawn smaller: then it looks as large as the filled one.
  const inset = state.filled ? 0 : 0.6 * scale;
  const tip = state.up ? upper + inset * 1.8 : upper + rise * scale - inset * 1.8;
  const foot = state.up ? upper + rise * scale - inset : upper + inset;
  context.beginPath();
  context.moveTo(left + inset * 1.4, foot);
  context.lineTo(left + base * scale - inset * 1.4, foot);
  context.lineTo(left + (base / 2) * scale, tip);
  context.closePath();
  if (state.filled) {
    pen.fill(colour);
    context.fill();
    return;
  }
  context.strokeStyle = colour;
  context.lineWidth = 1.2 * scale;
  context.stroke();
}
