/** Paints P&L over spot and date on a canvas, in CSS pixels. Pure but for the canvas. */
import type { StrategyMap } from "#contract/domain/strategy/valuation.ts";
import { mixed } from "../../../styles/colour-mix.ts";
import { canvasFont } from "../../../styles/fonts.ts";
import type { Role, Theme } from "../../../styles/roles.ts";
import { columnLeft, HEAD, type MapCell, type MapLayout, ROW_HEIGHT, rowTop, spotTop, valueAt } from "./map-layout.ts";

/** Of the side's fill over the panel, by step, per cent. */
export const STEPS = [14, 28, 44, 60, 78] as const;

export interface MapPicture {
  readonly map: StrategyMap;
  readonly layout: MapLayout;
  readonly theme: Theme;
  readonly width: number;
  /** Two lines over each column that is shown. */
  readonly heads: readonly (readonly [date: string, time: string])[];
  /** Of the rows that are shown. */
  readonly labels: readonly string[];
  text(value: number): string;
  /** The what-if's point, among the cells that are shown. */
  readonly point: MapCell;
  readonly pointer: MapCell | undefined;
  readonly spot: number;
  /** At the right: words beside a spot. */
  readonly tags: readonly { readonly spot: number; readonly label: string; readonly colour: Role }[];
}

/** 0 where nothing is won or lost, else 1 to 5: shares of the most that the map wins or loses. */
export const stepOf = (value: number, most: number): number =>
  value === 0 || !(most > 0)
    ? 0
    : Math.min(Math.max(Math.ceil((Math.abs(value) / most) * STEPS.length), 1), STEPS.length);

export function paintStrategyMap(pen: CanvasRenderingContext2D, picture: MapPicture): void {
  const { layout, theme, width } = picture;
  const { colours } = theme;
  pen.fillStyle = colours.panel;
  pen.fillRect(0, 0, width, rowTop(layout.rows.length) + ROW_HEIGHT);
  pen.textBaseline = "middle";
  paintHeads(pen, picture);
  paintCells(pen, picture);
  paintBreakEven(pen, picture);
  paintDeviation(pen, picture);
  const { point, pointer } = picture;
  frame(pen, layout, point, colours.accent, 2);
  if (pointer) frame(pen, layout, pointer, colours.ink, 1);
  paintTags(pen, picture);
}

function paintHeads(
  pen: CanvasRenderingContext2D,
  { layout, theme, heads, labels, point, map, spot }: MapPicture,
): void {
  const { colours } = theme;
  heads.forEach(([date, time], column) => {
    const right = columnLeft(layout, column) + layout.cellWidth;
    if (column === point.column) {
      pen.fillStyle = colours["accent-soft"];
      pen.fillRect(right - layout.cellWidth, 0, layout.cellWidth, HEAD - 2);
    }
    pen.textAlign = "right";
    pen.font = canvasFont(400, 11);
    pen.fillStyle = column === point.column ? colours.ink : colours["ink-2"];
    pen.fillText(date, right - 6, 10);
    pen.fillText(time, right - 6, 25);
  });
  const at = nearestRow(layout, map, spot);
  labels.forEach((label, row) => {
    const middle = rowTop(row) + ROW_HEIGHT / 2;
    if (row === at || row === point.row) {
      pen.fillStyle = row === at ? colours.atm : colours["accent-soft"];
      pen.fillRect(4, rowTop(row) + 1, layout.left - 12, ROW_HEIGHT - 2);
    }
    pen.font = canvasFont(row === at ? 600 : 400, 12);
    pen.fillStyle = row === at ? colours["atm-ink"] : colours["ink-2"];
    pen.fillText(label, layout.left - 14, middle);
  });
}

const nearestRow = (layout: MapLayout, map: StrategyMap, spot: number): number =>
  Math.round((spotTop(layout, map, spot) - HEAD - ROW_HEIGHT / 2) / ROW_HEIGHT);

function paintCells(pen: CanvasRenderingContext2D, { map, layout, theme, text }: MapPicture): void {
  const { colours } = theme;
  const places = layout.columns.flatMap((_, column) => layout.rows.map((__, row) => ({ row, column })));
  const most = places.reduce((high, place) => Math.max(high, Math.abs(valueAt(map, layout, place))), 0);
  const fills = (role: "up-fill" | "down-fill") => STEPS.map((share) => mixed(colours[role], colours.panel, share));
  const [gain, loss] = [fills("up-fill"), fills("down-fill")];
  pen.font = canvasFont(400, 12);
  pen.textAlign = "right";
  for (const place of places) {
    const value = valueAt(map, layout, place);
    const step = stepOf(value, most);
    const left = columnLeft(layout, place.column);
    const top = rowTop(place.row);
    if (step > 0) {
      pen.fillStyle = (value > 0 ? gain : loss)[step - 1]!;
      pen.fillRect(left, top, layout.cellWidth - 1, ROW_HEIGHT - 1);
    }
    pen.fillStyle = colours.ink;
    pen.fillText(text(value), left + layout.cellWidth - 6, top + ROW_HEIGHT / 2);
  }
}

/** Along every edge between a cell that wins and one that loses. */
function paintBreakEven(pen: CanvasRenderingContext2D, { map, layout, theme }: MapPicture): void {
  const wins = (row: number, column: number): boolean => valueAt(map, layout, { row, column }) >= 0;
  pen.strokeStyle = theme.colours.ink;
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (let column = 0; column < layout.columns.length; column++) {
    const left = columnLeft(layout, column) - 0.5;
    for (let row = 0; row < layout.rows.length; row++) {
      const top = rowTop(row) - 0.5;
      if (row > 0 && wins(row, column) !== wins(row - 1, column)) {
        pen.moveTo(left, top);
        pen.lineTo(left + layout.cellWidth, top);
      }
      if (column > 0 && wins(row, column) !== wins(row, column - 1)) {
        pen.moveTo(left, top);
        pen.lineTo(left, top + ROW_HEIGHT);
      }
    }
  }
  pen.stroke();
}

/** Short dashes at the left of a column: where one standard deviation ends by then. */
function paintDeviation(pen: CanvasRenderingContext2D, { map, layout, theme, spot }: MapPicture): void {
  const bottom = rowTop(layout.rows.length);
  pen.strokeStyle = theme.colours.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  layout.columns.forEach((index, column) => {
    const deviation = map.deviation[index] ?? Number.NaN;
    if (!(deviation > 0)) return;
    for (const side of [-1, 1]) {
      const top = spotTop(layout, map, spot * (1 + side * deviation));
      if (top < HEAD || top > bottom) continue;
      pen.moveTo(columnLeft(layout, column) + 1, top);
      pen.lineTo(columnLeft(layout, column) + 11, top);
    }
  });
  pen.stroke();
}

function frame(
  pen: CanvasRenderingContext2D,
  layout: MapLayout,
  { row, column }: MapCell,
  colour: string,
  lineWidth: number,
): void {
  if (row < 0 || row >= layout.rows.length) return;
  pen.strokeStyle = colour;
  pen.lineWidth = lineWidth;
  pen.strokeRect(columnLeft(layout, column), rowTop(row), layout.cellWidth - 1, ROW_HEIGHT - 1);
}

const TAG_HEIGHT = 18;

/** The first ones are the weightier: a tag that would cover one before it is left out. */
function paintTags(pen: CanvasRenderingContext2D, { map, layout, theme, tags, width }: MapPicture): void {
  const { colours } = theme;
  const taken: number[] = [];
  pen.font = canvasFont(500, 11);
  pen.textAlign = "left";
  for (const { spot, label, colour } of tags) {
    const top = spotTop(layout, map, spot);
    const isShown = top >= HEAD && top <= rowTop(layout.rows.length);
    if (!isShown || taken.some((other) => Math.abs(other - top) < TAG_HEIGHT)) continue;
    taken.push(top);
    const left = layout.right + 8;
    pen.strokeStyle = colours[colour];
    pen.lineWidth = 1;
    pen.strokeRect(
      left + 0.5,
      top - TAG_HEIGHT / 2 + 0.5,
      Math.min(pen.measureText(label).width + 12, width - left - 2),
      TAG_HEIGHT - 1,
    );
    pen.fillStyle = colours[colour];
    pen.fillText(label, left + 6, top + 0.5, width - left - 12);
  }
}
