import type { PaintContext } from "../../frame/paint-context.ts";

/** One call that reached the canvas, with the colours and font it was drawn in. */
export type Stroke =
  | { readonly kind: "rect"; readonly box: readonly [number, number, number, number]; readonly fill: string }
  | { readonly kind: "round"; readonly box: readonly [number, number, number, number]; readonly fill: string }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly fill: string;
      readonly font: string;
      readonly align: string;
      readonly room: number | undefined;
    }
  | {
      readonly kind: "path";
      readonly points: readonly (readonly [number, number])[];
      readonly filled: boolean;
      readonly colour: string;
    }
  | { readonly kind: "call"; readonly name: string; readonly values: readonly number[] };

/** A 2D context that records; characters are 6 px wide. For tests of painters. */
export function recordingContext(): {
  readonly context: PaintContext;
  readonly strokes: Stroke[];
  readonly sets: () => number;
} {
  const strokes: Stroke[] = [];
  let sets = 0;
  let fill = "";
  let font = "";
  let stroke = "";
  let points: [number, number][] = [];
  let round: readonly [number, number, number, number] | undefined;
  const path = (filled: boolean): void => {
    if (round !== undefined) strokes.push({ kind: "round", box: round, fill });
    else strokes.push({ kind: "path", points, filled, colour: filled ? fill : stroke });
  };
  const call = (name: string, ...values: number[]): void => void strokes.push({ kind: "call", name, values });
  const context: PaintContext = {
    get fillStyle() {
      return fill;
    },
    set fillStyle(value) {
      sets++;
      fill = String(value);
    },
    get font() {
      return font;
    },
    set font(value) {
      sets++;
      font = value;
    },
    get strokeStyle() {
      return stroke;
    },
    set strokeStyle(value) {
      stroke = String(value);
    },
    lineWidth: 1,
    textAlign: "left",
    textBaseline: "alphabetic",
    fillRect: (...box) => void strokes.push({ kind: "rect", box, fill }),
    fillText(text, x, y, room) {
      strokes.push({ kind: "text", text, x, y, fill, font, align: context.textAlign, room });
    },
    measureText: (text) => ({ width: text.length * 6 }) as TextMetrics,
    beginPath() {
      points = [];
      round = undefined;
    },
    moveTo: (x, y) => void points.push([x, y]),
    lineTo: (x, y) => void points.push([x, y]),
    closePath: () => undefined,
    roundRect(x, y, width = 0, height = 0) {
      round = [x, y, width, height];
    },
    fill: () => path(true),
    stroke: () => path(false),
    save: () => call("save"),
    restore: () => call("restore"),
    setLineDash: (segments) => call("setLineDash", ...segments),
    arc: (x, y, radius, from, to) => call("arc", x, y, radius, from, to),
    translate: (x, y) => call("translate", x, y),
    rotate: (angle) => call("rotate", angle),
    set globalAlpha(alpha: number) {
      call("globalAlpha", alpha);
    },
  };
  return { context, strokes, sets: () => sets };
}
