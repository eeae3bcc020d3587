/** The line and its gaps on a canvas: once a snapshot, a size or a theme, never on a step of the replay. */
import { fitCanvas } from "../../frame/fit-canvas.ts";
import type { Theme } from "../../styles/roles.ts";
import { fractionOf, traceLine } from "./geometry.ts";
import type { Snapshot } from "./snapshot.ts";

/** CSS pixels: room for the line's width at the edges, and between two strokes of the hatch. */
const INSET = 3;
const HATCH_STEP = 6;

/** Sizes the canvas to its box in device pixels, and paints the day; an empty strip where there is none. */
export function paintStrip(canvas: HTMLCanvasElement, strip: Snapshot | undefined, theme: Theme): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext("2d");
  if (!context) return;
  fitCanvas(context, width, height);
  if (!strip || width === 0) return;
  paintHoles(context, strip, { width, height }, theme.colours.warn);
  context.translate(0, INSET);
  context.beginPath();
  traceLine(context, strip, { width, height: height - 2 * INSET });
  context.strokeStyle = theme.colours["ink-2"];
  context.lineWidth = 1;
  context.lineJoin = "round";
  context.stroke();
}

function paintHoles(
  context: CanvasRenderingContext2D,
  strip: Snapshot,
  { width, height }: { readonly width: number; readonly height: number },
  colour: string,
): void {
  const { holes } = strip;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  for (let i = 0; i + 1 < holes.length; i += 2) {
    const from = fractionOf(strip, holes[i]!) * width;
    const to = fractionOf(strip, holes[i + 1]!) * width;
    context.save();
    context.beginPath();
    context.rect(from, 0, to - from, height);
    context.clip();
    context.beginPath();
    for (let x = from - height; x < to; x += HATCH_STEP) {
      context.moveTo(x, height);
      context.lineTo(x + height, 0);
    }
    context.stroke();
    context.restore();
  }
}
