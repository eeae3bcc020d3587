/** Paints the heat map on one canvas, in CSS pixels. Pure but for the canvas. */
import { CRORE, LAKH } from "#contract/domain/units.ts";
import { type CellFormat, formats, numberFormat, timeFormat } from "../../format/format.ts";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { mixed } from "../../styles/colour-mix.ts";
import { canvasFont } from "../../styles/fonts.ts";
import type { Theme } from "../../styles/roles.ts";
import {
  AXIS,
  CELL_WIDTH,
  type Cell,
  columnLeft,
  type MapLayout,
  mapBottom,
  NET,
  rowTop,
  SPINE,
  SUMS,
} from "./layout.ts";
import type { SideCells, Snapshot } from "./snapshot.ts";

/** How much of the side's hue a step has, per cent; the rest is the panel. */
export const STEPS = [24, 40, 58, 79, 100] as const;
const SIDES = [0, 1] as const;

/** The step of a change: -1 below the first threshold. */
export function stepOf(change: number, thresholds: readonly number[]): number {
  const size = Math.abs(change);
  let step = -1;
  while (step + 1 < thresholds.length && size >= thresholds[step + 1]!) step++;
  return step;
}

export interface Scene {
  readonly snapshot: Snapshot;
  readonly layout: MapLayout;
  readonly theme: Theme;
  readonly hasSpot: boolean;
  readonly inLots: boolean;
  readonly cursor: Cell | undefined;
}

export function paintMap(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, theme } = scene;
  const { colours } = theme;
  pen.fillStyle = colours.panel;
  pen.fillRect(0, 0, layout.width, layout.height);
  pen.textBaseline = "middle";
  for (const side of SIDES) paintSide(pen, scene, side);
  paintSpine(pen, scene);
  if (scene.hasSpot) for (const side of SIDES) paintSpot(pen, scene, side);
  if (scene.cursor) paintCursor(pen, scene, scene.cursor);
}

const cellsOf = ({ ce, pe }: Snapshot, side: 0 | 1): SideCells => (side === 0 ? ce : pe);
const unitsOf = ({ snapshot, inLots }: Scene): number => (inLots ? snapshot.lot : 1);

const [croreFormat, wholeCroreFormat] = [2, 0].map((decimals) =>
  numberFormat({ decimals, divisor: CRORE, signed: true, suffix: " Cr" }),
) as [CellFormat, CellFormat];

/** In a column of 67 px: lakhs from a lakh on, crores where lakhs would have four digits. */
export function shortCount(value: number): string {
  const size = Math.abs(value);
  if (size < LAKH) return formats.signedWhole.text(value);
  if (size < 999.995 * LAKH) return `${formats.signedLakh.text(value)} L`;
  return (size < 99.995 * CRORE ? croreFormat : wholeCroreFormat).text(value);
}

function paintSide(pen: CanvasRenderingContext2D, scene: Scene, side: 0 | 1): void {
  const { snapshot, layout, theme } = scene;
  const { colours } = theme;
  const { change, net } = cellsOf(snapshot, side);
  const hue = side === 0 ? colours["call-fill"] : colours["put-fill"];
  const shades = STEPS.map((percent) => mixed(hue, colours.panel, percent));
  const { firstRow, rows, rowHeight, firstColumn, columns } = layout;
  const count = snapshot.times.length;
  const bottom = mapBottom(layout);
  let most = 0;
  for (let column = firstColumn; column < firstColumn + columns; column++)
    most = Math.max(most, Math.abs(net[column]!) || 0);
  for (let column = firstColumn; column < firstColumn + columns; column++) {
    const left = columnLeft(layout, side, column);
    if (snapshot.isGap[column] === 1) {
      hatch(pen, left, 0, CELL_WIDTH, bottom, colours.warn);
      continue;
    }
    for (let row = firstRow; row < firstRow + rows; row++) {
      const value = change[row * count + column]!;
      const step = stepOf(value, snapshot.thresholds);
      const shade = shades[step];
      if (shade === undefined) continue;
      const top = rowTop(layout, row) + 1;
      if (value > 0) {
        pen.fillStyle = shade;
        pen.fillRect(left + 0.5, top, CELL_WIDTH - 1, rowHeight - 2);
      } else {
        pen.strokeStyle = shade;
        pen.lineWidth = 1;
        pen.strokeRect(left + 1.5, top + 1.5, CELL_WIDTH - 4, rowHeight - 5);
      }
    }
    // The net of the rows, falls quieter.
    const height = most > 0 ? (Math.abs(net[column]!) / most) * (NET / 2 - 4) : 0;
    if (height > 0) {
      pen.fillStyle = net[column]! > 0 ? hue : mixed(hue, colours.panel, 60);
      const zero = bottom + AXIS + NET / 2;
      pen.fillRect(left + 1, net[column]! > 0 ? zero - height : zero, CELL_WIDTH - 2, Math.max(1, height));
    }
  }
  // A running interval has a dashed outer edge.
  if (snapshot.isPartial && columns > 0) {
    const left = columnLeft(layout, side, count - 1);
    dashed(pen, side === 0 ? left : left + CELL_WIDTH, 0, bottom + AXIS, colours["line-2"]);
  }
  paintSums(pen, scene, side);
  paintTimes(pen, scene, side);
}

function paintSums(pen: CanvasRenderingContext2D, scene: Scene, side: 0 | 1): void {
  const { snapshot, layout, theme } = scene;
  const { change, net } = cellsOf(snapshot, side);
  const { firstRow, rows, firstColumn, columns, width } = layout;
  const count = snapshot.times.length;
  pen.font = canvasFont(400, 12);
  pen.textAlign = "right";
  const x = side === 0 ? SUMS - 6 : width - 6;
  const say = (sum: number, y: number): void => {
    pen.fillStyle = sum < 0 ? theme.colours.down : theme.colours.ink;
    pen.fillText(shortCount(sum / unitsOf(scene)), x, y);
  };
  const sumOf = (from: Float64Array, start: number): number => {
    let sum = 0;
    for (let column = firstColumn; column < firstColumn + columns; column++) sum += from[start + column]! || 0;
    return sum;
  };
  for (let row = firstRow; row < firstRow + rows; row++) say(sumOf(change, row * count), rowTop(layout, row + 0.5));
  say(sumOf(net, 0), mapBottom(layout) + AXIS + NET / 2 + 8);
  pen.fillStyle = theme.colours["ink-3"];
  pen.font = canvasFont(400, 11);
  pen.fillText("Net", x, mapBottom(layout) + AXIS + NET / 2 - 10);
  pen.fillText("Sum", x, mapBottom(layout) + AXIS / 2);
}

function paintTimes(pen: CanvasRenderingContext2D, scene: Scene, side: 0 | 1): void {
  const { snapshot, layout, theme } = scene;
  const { firstColumn, columns } = layout;
  pen.font = canvasFont(400, 11);
  pen.textAlign = "center";
  pen.fillStyle = theme.colours["ink-3"];
  const y = mapBottom(layout) + AXIS / 2;
  for (let column = firstColumn + 1; column < firstColumn + columns - 1; column++) {
    if (!hasTime(snapshot, column)) continue;
    pen.fillText(timeFormat.text(snapshot.times[column]!), columnLeft(layout, side, column) + CELL_WIDTH / 2, y);
  }
}

/** Whether a column's time is written: every half an hour, or every fourth of long ones. They seldom end on the hour. */
export function hasTime({ times, frame }: Pick<Snapshot, "times" | "frame">, column: number): boolean {
  const every = frame >= 15 ? frame * 4 : 30;
  const end = times[column]!;
  return Math.floor(end / every) !== Math.floor((times[column - 1] ?? end - frame) / every);
}

function paintSpine(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { snapshot, layout, theme } = scene;
  const { colours } = theme;
  const { spineLeft, firstRow, rows, rowHeight } = layout;
  pen.fillStyle = colours.raised;
  pen.fillRect(spineLeft, 0, SPINE, layout.height);
  pen.textAlign = "center";
  const centre = spineLeft + SPINE / 2;
  const strikeText = strikeTextOf(snapshot.strikes);
  for (let row = firstRow; row < firstRow + rows; row++) {
    const isAtm = row === snapshot.atmRow;
    const top = rowTop(layout, row);
    if (isAtm) {
      pen.fillStyle = colours.atm;
      pen.fillRect(spineLeft + 11, top + 3, SPINE - 22, rowHeight - 6);
    }
    pen.font = canvasFont(600, 12);
    pen.fillStyle = isAtm ? colours["atm-ink"] : colours.ink;
    pen.fillText(strikeText(snapshot.strikes[row]!), centre, rowTop(layout, row + 0.5) + 1);
  }
  pen.font = canvasFont(400, 11);
  pen.fillStyle = colours["ink-2"];
  pen.fillText(timeFormat.text(snapshot.times.at(-1) ?? Number.NaN), centre, mapBottom(layout) + AXIS / 2);
  pen.fillText(`Net of ${snapshot.strikes.length}`, centre, mapBottom(layout) + AXIS + NET / 2 - 8);
  pen.fillText("strikes", centre, mapBottom(layout) + AXIS + NET / 2 + 6);
}

/** Between the strikes, where the price stood; over a hole the line stops. */
function paintSpot(pen: CanvasRenderingContext2D, { snapshot, layout, theme }: Scene, side: 0 | 1): void {
  const { strikes, spotLine } = snapshot;
  const { firstColumn, columns } = layout;
  const path = new Path2D();
  let isDrawing = false;
  for (let column = firstColumn; column < firstColumn + columns; column++) {
    const y = spotY(strikes, spotLine[column]!, layout);
    const isIn = y >= 0 && y <= mapBottom(layout);
    if (!isIn || Number.isNaN(y)) {
      isDrawing = false;
      continue;
    }
    const x = columnLeft(layout, side, column) + CELL_WIDTH / 2;
    if (isDrawing) path.lineTo(x, y);
    else path.moveTo(x, y);
    isDrawing = true;
  }
  pen.lineJoin = "round";
  pen.strokeStyle = theme.colours.panel;
  pen.lineWidth = 4.5;
  pen.stroke(path);
  pen.strokeStyle = theme.colours.spot;
  pen.lineWidth = 1.5;
  pen.stroke(path);
}

/** @param strikes the highest first. NaN where the price is outside them. */
export function spotY(strikes: Float64Array, price: number, layout: MapLayout): number {
  for (let row = 0; row + 1 < strikes.length; row++) {
    const high = strikes[row]!;
    const low = strikes[row + 1]!;
    if (price <= high && price >= low) return rowTop(layout, row + 0.5 + (high - price) / (high - low));
  }
  return Number.NaN;
}

function paintCursor(pen: CanvasRenderingContext2D, { layout, theme }: Scene, { row, column }: Cell): void {
  const { colours } = theme;
  const bottom = mapBottom(layout);
  const isRowIn = row >= layout.firstRow && row < layout.firstRow + layout.rows;
  const isColumnIn = column >= layout.firstColumn && column < layout.firstColumn + layout.columns;
  for (const side of SIDES) {
    const left = columnLeft(layout, side, column);
    if (isColumnIn) dashed(pen, left + CELL_WIDTH / 2, 0, bottom, colours["ink-3"]);
    if (!isRowIn || !isColumnIn) continue;
    pen.strokeStyle = colours.spot;
    pen.lineWidth = 1.5;
    pen.strokeRect(left, rowTop(layout, row) + 0.5, CELL_WIDTH, layout.rowHeight - 1);
  }
  if (!isRowIn) return;
  pen.strokeStyle = colours.edge;
  pen.lineWidth = 1;
  pen.strokeRect(layout.spineLeft + 11.5, rowTop(layout, row) + 3.5, SPINE - 23, layout.rowHeight - 7);
}

function dashed(pen: CanvasRenderingContext2D, x: number, top: number, bottom: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.setLineDash([3, 3]);
  pen.beginPath();
  pen.moveTo(Math.floor(x) + 0.5, top);
  pen.lineTo(Math.floor(x) + 0.5, bottom);
  pen.stroke();
  pen.setLineDash([]);
}

function hatch(
  pen: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
  colour: string,
): void {
  pen.save();
  pen.beginPath();
  pen.rect(left, top, width, height);
  pen.clip();
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.45;
  pen.lineWidth = 1;
  pen.beginPath();
  // On one lattice, so that neighbouring columns join.
  for (let at = top - width - ((left + top) % 6); at < top + height + width; at += 6) {
    pen.moveTo(left, at + width);
    pen.lineTo(left + width, at);
  }
  pen.stroke();
  pen.restore();
}
