/**
 * What crosses between a grid's main thread and the render worker. The page's grids share one worker; each canvas is a
 * surface with a number of its own. Painters stay on the main thread, with the data that they compare and report: the
 * worker gets their strokes, draws them, and says when the drawing is on the canvas. A surface has one frame under way
 * at most; what changes meanwhile is painted when that one is acknowledged, so the latest data win and nothing queues.
 */
import type { Strokes } from "./strokes.ts";

/** A `@font-face` of the page, for the worker to load as well. */
export interface Face {
  readonly family: string;
  readonly source: string;
  readonly weight: string;
  readonly unicodeRange: string;
}

export type ToPaintWorker =
  /** Once, first. */
  | { readonly type: "fonts"; readonly faces: readonly Face[] }
  | { readonly type: "open"; readonly surface: number; readonly canvas: OffscreenCanvas }
  | {
      readonly type: "frame";
      readonly surface: number;
      /** Device pixels. Another size than before clears the canvas, and the strokes are of all of it. */
      readonly width: number;
      readonly height: number;
      readonly strokes: Strokes;
    }
  | { readonly type: "close"; readonly surface: number };

export type FromPaintWorker =
  /** The surface's frame is on its canvas. */
  | { readonly type: "shown"; readonly surface: number }
  /** What the surface showed is lost or out of date (fonts came late, the context was lost): paint all of it. */
  | { readonly type: "blank"; readonly surface: number };
