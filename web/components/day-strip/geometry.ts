/** Where the day's minutes stand on the strip. Pure. */
import { type Minute, minute } from "#contract/domain/units.ts";
import { LONGEST_JOIN, type Snapshot } from "./snapshot.ts";

/** First and last minute of what the strip spans. */
export interface Extent {
  readonly open: number;
  readonly close: number;
}

/** 0 at the open, 1 at the close; clamped. */
export function fractionOf({ open, close }: Extent, at: number): number {
  return close <= open ? 0 : Math.min(Math.max((at - open) / (close - open), 0), 1);
}

/** The whole minute at a fraction of the strip; clamped. */
export function minuteAt({ open, close }: Extent, fraction: number): Minute {
  return minute(Math.round(open + Math.min(Math.max(fraction, 0), 1) * (close - open)));
}

/** Nearer to an end of the strip than this share of it, a label would hang over. */
const LABEL_MARGIN = 0.025;

/** The full hours to be labelled. */
export function hourTicks(extent: Extent): number[] {
  const ticks: number[] = [];
  for (let at = Math.ceil(extent.open / 60) * 60; at <= extent.close; at += 60) {
    const fraction = fractionOf(extent, at);
    if (fraction >= LABEL_MARGIN && fraction <= 1 - LABEL_MARGIN) ticks.push(at);
  }
  return ticks;
}

/** The part of a canvas context, or of a Path2D, that a line needs. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The day's line over the whole box; a flat one in its middle. Points too far apart are not joined. */
export function traceLine(pen: Pen, snapshot: Snapshot, { width, height }: Box): void {
  const { line, open, cadence } = snapshot;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const price of line) {
    if (price < low) low = price;
    if (price > high) high = price;
  }
  const range = high - low;
  const longest = LONGEST_JOIN * cadence;
  let before = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < line.length; slot++) {
    const price = line[slot]!;
    if (Number.isNaN(price)) continue;
    const x = fractionOf(snapshot, open + slot) * width;
    const y = range === 0 ? height / 2 : ((high - price) / range) * height;
    if (slot - before <= longest) pen.lineTo(x, y);
    else pen.moveTo(x, y);
    before = slot;
  }
}
