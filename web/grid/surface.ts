import type { PaintContext } from "./pen.ts";

/** What becomes of a surface's frames. */
export interface SurfaceEvents {
  /** The frame that was committed is on the canvas. */
  shown(): void;
  /** Nothing valid is on the canvas: all of it has to be painted. */
  blank(): void;
  /** The surface is gone, and takes no more frames. */
  lost(why: unknown): void;
}

/** Where a painter's strokes go: a canvas of this thread, or one that the render worker draws on. */
export interface PaintSurface {
  readonly canvas: HTMLCanvasElement;
  readonly context: PaintContext;
  /** Device pixels. Another size than before clears the canvas and resets the context. */
  resize(width: number, height: number): void;
  /** What was painted since the last commit is a frame. The next one begins when this one is shown. */
  commit(): void;
  dispose(): void;
}

/** A canvas that this thread draws on: shown as soon as painted. */
export function pageSurface(events: SurfaceEvents): PaintSurface {
  const canvas = document.createElement("canvas");
  // Opaque, so that the browser may use sub-pixel text.
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("This browser gives no 2D canvas context.");
  canvas.addEventListener("contextrestored", () => events.blank());
  return {
    canvas,
    context,
    resize(width, height) {
      // Setting a size clears the canvas, so it is done only when it differs.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
    },
    commit: () => events.shown(),
    dispose: () => undefined,
  };
}
