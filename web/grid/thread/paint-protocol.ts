/**
 * What crosses between the page and its render worker. All grids share the one worker; each canvas is a surface with a
 * number of its own. Painters stay on the page, beside the data that they compare and report: the worker gets their
 * strokes, draws them in its own frames, and tells when they are on the canvas. A surface has one frame under way at
 * most: what changes meanwhile is painted once that one is shown, so the latest data win and nothing queues.
 */
import type { Strokes } from "./strokes.ts";

/** A `@font-face` of the page: a worker has to load its own. */
export interface Face {
  readonly family: string;
  /** As in the style sheet, with absolute addresses. */
  readonly source: string;
  readonly weight: string;
  readonly unicodeRange: string;
}

export type ToPaintWorker =
  /** First, and once. */
  | { readonly type: "fonts"; readonly faces: readonly Face[] }
  | { readonly type: "open"; readonly surface: number; readonly canvas: OffscreenCanvas }
  | PaintFrame
  | { readonly type: "close"; readonly surface: number };

export interface PaintFrame {
  readonly type: "frame";
  readonly surface: number;
  /** Device pixels. Another size than before clears the canvas, and the strokes are of all of it. */
  readonly width: number;
  readonly height: number;
  readonly strokes: Strokes;
}

export type FromPaintWorker =
  /** The surface's frame is on its canvas since `at`, milliseconds since 1970 with a fraction: threads share no other clock. */
  | { readonly type: "shown"; readonly surface: number; readonly at: number }
  /** What the surface shows is lost, or in the wrong font: all of it has to be painted. */
  | { readonly type: "blank"; readonly surface: number };
