import { canvasFont } from "../../styles/fonts.ts";
import type { SplitBand } from "../grid-model.ts";
import { rowTop } from "../layout.ts";
import type { GridView } from "./grid-view.ts";
import type { Pen } from "./pen.ts";

/** What decides whether the band has to be painted again where it stands. */
export function bandTextOf(band: SplitBand | undefined): string {
  return band === undefined ? "" : `${band.label}|${band.figure}|${band.captions?.join("|") ?? ""}`;
}

/** The band between the strikes around spot: a 2 px line across, captions at its ends, the spot mark on the spine. */
export function paintBand(pen: Pen, view: GridView, band: SplitBand): void {
  const { layout, theme } = view;
  const { scale, bandHeight, rowHeight, paneWidth } = layout;
  const { colours } = theme;
  const { context } = pen;
  const top = rowTop(layout, Number.POSITIVE_INFINITY, band.beforeRow) - view.scrollY;
  if (top >= view.height || top + bandHeight <= 0) return;
  const middle = top + bandHeight / 2;
  pen.fill(colours.panel);
  pen.rect(0, top, paneWidth, bandHeight);

  const thickness = Math.round(2 * scale);
  const lineTop = Math.round(middle - thickness / 2);
  let lineLeft = 0;
  let lineRight = paneWidth;
  if (band.captions !== undefined && band.lineOnly !== true) {
    const [before, after] = band.captions;
    const gap = Math.round(9 * scale);
    const edge = Math.round(12 * scale);
    const baseline = Math.round(middle + 3.9 * scale);
    pen.font(canvasFont(400, 11 * scale));
    pen.fill(colours["ink-3"]);
    pen.align("left");
    context.fillText(before, edge, baseline);
    pen.align("right");
    context.fillText(after, paneWidth - edge, baseline);
    lineLeft = edge + Math.ceil(pen.width(before)) + gap;
    lineRight = paneWidth - edge - Math.ceil(pen.width(after)) - gap;
  }
  pen.fill(colours.spot);
  pen.rect(lineLeft, lineTop, lineRight - lineLeft, thickness);
  if (band.lineOnly === true) return;

  const spine = layout.columns.find((placed) => placed.column.id === band.columnId);
  const centre = spine === undefined ? paneWidth / 2 : (spine.left + spine.right) / 2 - view.scrollX;
  const labelFont = canvasFont(400, 12 * scale);
  const figureFont = canvasFont(600, 12 * scale);
  const space = 4 * scale;
  pen.font(labelFont);
  const labelWidth = pen.width(band.label);
  pen.font(figureFont);
  const figureWidth = pen.width(band.figure);
  const textWidth = labelWidth + space + figureWidth;
  // As wide as the widest figure it may show, so that a tick does not move its ends.
  const markWidth = Math.max(Math.round(178 * scale), Math.ceil(textWidth + 24 * scale));
  const markHeight = Math.min(bandHeight, rowHeight) - Math.round(2 * scale);
  const markLeft = Math.round(centre - markWidth / 2);
  const markTop = top + Math.round(scale);
  pen.fill(colours.spot);
  pen.roundRect(markLeft, markTop, markWidth, markHeight, markHeight / 2);
  const edge = Math.max(1, Math.round(1.25 * scale));
  pen.fill(colours.panel);
  pen.roundRect(
    markLeft + edge,
    markTop + edge,
    markWidth - 2 * edge,
    markHeight - 2 * edge,
    (markHeight - 2 * edge) / 2,
  );

  const baseline = Math.round(middle + 4.2 * scale);
  const textLeft = Math.round(centre - textWidth / 2);
  pen.align("left");
  pen.font(labelFont);
  pen.fill(colours["ink-2"]);
  context.fillText(band.label, textLeft, baseline);
  pen.font(figureFont);
  pen.fill(colours.ink);
  context.fillText(band.figure, textLeft + labelWidth + space, baseline);
}
