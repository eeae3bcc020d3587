import type { PaintContext } from "../../frame/paint-context.ts";

/** What becomes of a surface's frames. */
export interface SurfaceEvents {
  /** The frame that was committed is on the canvas. @param at milliseconds on this thread's monotonic clock */
  shown(at: number): void;
  /** Nothing that is valid is on the canvas: all of it has to be painted. */
  blank(): void;
  /** The surface is gone and takes no more frames. */
  lost(): void;
}

/** Where a painter's strokes go: a canvas that this thread draws on, or one that the render worker does. */
export interface PaintSurface {
  readonly canvas: HTMLCanvasElement;
  readonly context: PaintContext;
  /** Another thread draws: painting needs no frame of this one. */
  readonly isRemote: boolean;
  /** Device pixels. Another size than before clears the canvas. */
  resize(width: number, height: number): void;
  /**
   * Makes a frame of what was painted since the last one; the next may be committed when this one was shown.
   * @returns false where nothing was painted: there is no frame, and no report will come
   */
  commit(): boolean;
  dispose(): void;
}

export type OpenSurface = (events: SurfaceEvents) => PaintSurface;

/** A canvas that this thread draws on. */
export const pageSurface: OpenSurface = (events) => {
  const canvas = document.createElement("canvas");
  // Opaque, so that the browser may use sub-pixel text.
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("No 2D canvas context.");
  canvas.addEventListener("contextrestored", () => events.blank());
  // Painted in a frame's callback, it is on the canvas when that frame's rendering is over; a message comes after it.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => events.shown(performance.now());
  return {
    canvas,
    context,
    isRemote: false,
    resize(width, height) {
      // Setting a size clears the canvas, so it is done only when it differs.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
    },
    commit() {
      port2.postMessage(undefined);
      return true;
    },
    dispose: () => port1.close(),
  };
};
