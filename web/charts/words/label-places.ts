/** Where the words of a label in the plot stand. Pure; device pixels. */
import type { PlotLabel } from "../chart-spec.ts";

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Surroundings extends Pick<PlotLabel, "mark" | "side" | "height"> {
  readonly plot: Box;
  /** Where other words stand. */
  readonly taken: readonly Box[];
  /** Device pixels a CSS pixel. */
  readonly px: number;
}

/** CSS pixels between the middle of a mark and its words. */
const BESIDE_DOT = 8;
const BESIDE_TICK = 10;
/** Words without a mark, and words of a dot, stand so far over or under their point. */
const OFF = 4;

/** @returns the box of the words; undefined where they would cover others or leave the plot. */
export function placeWords(
  spot: Spot,
  size: Pick<Box, "width" | "height">,
  { mark, side, height, plot, taken, px }: Surroundings,
): Box | undefined {
  if (size.width === 0) return undefined;
  const beside = px * (mark === "tick" ? BESIDE_TICK : mark === "dot" ? BESIDE_DOT : 0);
  const top =
    mark === "tick"
      ? spot.y - size.height / 2
      : height === "above"
        ? spot.y - OFF * px - size.height
        : spot.y + OFF * px;
  const lefts = [spot.x - beside - size.width, spot.x + beside];
  if (side === "right") lefts.reverse();
  return lefts
    .slice(0, mark === "tick" ? 2 : 1)
    .map((left): Box => ({ ...size, left, top }))
    .find((box) => isInside(box, plot) && !taken.some((one) => isOver(box, one)));
}

const isInside = (box: Box, { left, top, width, height }: Box): boolean =>
  box.left >= left &&
  box.left + box.width <= left + width &&
  box.top >= top - box.height / 2 && // over the top there is room for half of it
  box.top + box.height <= top + height + box.height / 2;

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;
