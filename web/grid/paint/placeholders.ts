import { rowTop } from "../layout.ts";
import type { GridView } from "./grid-view.ts";
import type { Pen } from "./pen.ts";

/** Still blocks where numbers will stand; of uneven but fixed widths, so that nothing looks like a figure. */
export function paintPlaceholders(pen: Pen, view: GridView): void {
  const { layout, theme } = view;
  const { scale, rowHeight, columns } = layout;
  const height = Math.round(8 * scale);
  pen.fill(theme.colours.raised);
  for (const column of columns) {
    if (column.surface !== "raised") continue;
    pen.rect(column.left - view.scrollX, 0, column.right - column.left, view.placeholderRows * rowHeight);
  }
  for (let row = 0; row < view.placeholderRows; row++) {
    const top = rowTop(layout, Number.POSITIVE_INFINITY, row) + ((rowHeight - height) >> 1);
    if (top >= view.height) return;
    columns.forEach((column, index) => {
      const room = column.boxRight - column.boxLeft - 16 * scale;
      const width = Math.round(room * (0.55 + 0.08 * ((row * 7 + index * 5) % 6)));
      const left =
        column.textAlign === "right"
          ? column.boxRight - 8 * scale - width
          : column.textAlign === "left"
            ? column.boxLeft + 8 * scale
            : (column.boxLeft + column.boxRight - width) / 2;
      pen.fill(theme.colours[column.surface === "raised" ? "line" : "raised"]);
      pen.roundRect(Math.round(left) - view.scrollX, top, width, height, 2 * scale);
    });
  }
}
