// Hot: runs for each visible bar cell of each paint. Bench question: grid.
import type { GridSource } from "../grid-model.ts";
import type { PlacedColumn } from "../layout.ts";
import type { GridView } from "./grid-view.ts";
import type { Pen } from "./pen.ts";

/** Widths of OI bars are packed into one number, base 4096, so that a cell's bars compare as one. */
const packBase = 4096;

/** Device pixels of a cell's bar: at least one where there is anything. By sign: below 0 for a fall. For OI bars four widths, packed. */
export function barPixels(column: PlacedColumn, source: GridSource, row: number): number {
  const room = Math.min(packBase - 1, column.barRight - column.barLeft);
  const fraction = source.number(row, column.barSlot);
  if (column.barFill === "sign") return fraction < 0 ? -pixels(-fraction, room) : pixels(fraction, room);
  const current = pixels(fraction, room);
  if (column.kind !== "oi-bars") return current;
  const previous = pixels(source.number(row, column.previousSlot), room);
  const high = pixels(source.number(row, column.highSlot), room);
  const low = pixels(source.number(row, column.lowSlot), room);
  return ((low * packBase + high) * packBase + previous) * packBase + current;
}

function pixels(fraction: number, room: number): number {
  if (!(fraction > 0)) return 0;
  const width = Math.round(fraction * room);
  return width < 1 ? 1 : width > room ? room : width;
}

/** A solid bar: 12 px high beside the figure, as high as a chip behind it, or an underline. */
export function paintBar(pen: Pen, view: GridView, column: PlacedColumn, top: number, signed: number): void {
  if (signed === 0) return;
  const { scale, rowHeight } = view.layout;
  const width = Math.abs(signed);
  const { colours } = view.theme;
  pen.fill(colours[column.barFill === "sign" ? (signed < 0 ? "down-fill" : "up-fill") : column.barFill]);
  if (column.kind === "figure" || column.kind === "text") {
    const thick = Math.max(1, Math.round(2 * scale));
    stripe(pen, view, column, top + rowHeight - Math.round(3 * scale), 0, width, thick);
    return;
  }
  const height = column.kind === "wide-bar" ? rowHeight - 2 * Math.round(3 * scale) : Math.round(12 * scale);
  stripe(pen, view, column, top + ((rowHeight - height) >> 1), 0, width, height);
}

/** Previous OI as a wide block in `bar`, current OI on it in the side's fill, the day's low and high as ticks. */
export function paintOiBars(pen: Pen, view: GridView, column: PlacedColumn, top: number, packed: number): void {
  const { scale, rowHeight } = view.layout;
  const { colours } = view.theme;
  const current = packed % packBase;
  const previous = Math.floor(packed / packBase) % packBase;
  const high = Math.floor(packed / packBase ** 2) % packBase;
  const low = Math.floor(packed / packBase ** 3);
  const wide = Math.round(16 * scale);
  const slim = Math.round(8 * scale);
  const tick = Math.max(1, Math.round(2 * scale));
  const wideTop = top + ((rowHeight - wide) >> 1);
  const slimTop = top + ((rowHeight - slim) >> 1);
  pen.fill(colours.bar);
  if (previous > 0) stripe(pen, view, column, wideTop, 0, previous, wide);
  if (column.barFill !== "sign") pen.fill(colours[column.barFill]);
  if (current > 0) stripe(pen, view, column, slimTop, 0, current, slim);
  pen.fill(colours["ink-2"]);
  if (high > 0) stripe(pen, view, column, wideTop, Math.max(0, high - tick), Math.min(tick, high), wide);
  // The low is inside the bar, where only the strongest ink is visible. It is as high as the bar, so that nobody takes it for a second high.
  pen.fill(colours.ink);
  if (low > 0) stripe(pen, view, column, slimTop, Math.max(0, low - tick), Math.min(tick, low), slim);
}

/** A rectangle `from` pixels off the bar's start, whichever end that is. */
function stripe(
  pen: Pen,
  view: GridView,
  column: PlacedColumn,
  top: number,
  from: number,
  width: number,
  height: number,
): void {
  const left = column.barFromLeft ? column.barLeft + from : column.barRight - from - width;
  pen.rect(left - view.scrollX, top, width, height);
}
