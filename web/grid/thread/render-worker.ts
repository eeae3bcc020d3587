/** The worker's side of paint-protocol.ts: draws frames on their canvases, once the fonts are there. */
import { FONT_PATIENCE_MS } from "../../styles/fonts.ts";
import type { Face, FromPaintWorker, PaintFrame, ToPaintWorker } from "./paint-protocol.ts";
import { drawStrokes } from "./strokes.ts";

/** The parts of a worker that drawing needs; tests bring their own. */
export interface RenderHost {
  tell(message: FromPaintWorker): void;
  /** Settles when the faces that canvases draw are there, or cannot be had. */
  loadFonts(faces: readonly Face[]): Promise<void>;
  /** Calls back when the next animation frame has taken what is drawn by then to the screen. */
  afterFrame(callback: () => void): void;
  after(ms: number, callback: () => void): void;
  /** Milliseconds since 1970, with a fraction. */
  now(): number;
}

/** @returns what takes the page's messages. */
export function createRenderWorker(host: RenderHost): (message: ToPaintWorker) => void {
  const contexts = new Map<number, OffscreenCanvasRenderingContext2D>();
  /** Frames that wait for the fonts; undefined once those are there, or took too long. */
  let early: PaintFrame[] | undefined = [];
  /** Surfaces drawn on since the last animation frame. */
  let drawn = new Set<number>();

  function begin(): void {
    const frames = early ?? [];
    early = undefined;
    for (const frame of frames) draw(frame);
  }

  async function loadFonts(faces: readonly Face[]): Promise<void> {
    host.after(FONT_PATIENCE_MS, begin);
    await host.loadFonts(faces);
    if (early) begin();
    else for (const surface of contexts.keys()) host.tell({ type: "blank", surface });
  }

  function open(surface: number, canvas: OffscreenCanvas): void {
    // Opaque, so that the browser may use sub-pixel text.
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("This browser gives a worker no 2D canvas context.");
    canvas.addEventListener("contextrestored", () => host.tell({ type: "blank", surface }));
    contexts.set(surface, context);
  }

  /** At once: a frame may already be on its way, and takes it along. */
  function draw({ surface, width, height, strokes }: PaintFrame): void {
    const context = contexts.get(surface);
    if (context === undefined) return; // closed while it waited
    const { canvas } = context;
    // Setting a size clears the canvas, so it is done only when it differs.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    drawStrokes(context, strokes);
    if (drawn.size === 0) host.afterFrame(shown);
    drawn.add(surface);
  }

  function shown(): void {
    const at = host.now();
    const surfaces = drawn;
    drawn = new Set();
    for (const surface of surfaces) host.tell({ type: "shown", surface, at });
  }

  return (message) => {
    switch (message.type) {
      case "fonts":
        void loadFonts(message.faces);
        break;
      case "open":
        open(message.surface, message.canvas);
        break;
      case "frame":
        if (early) early.push(message);
        else draw(message);
        break;
      case "close":
        contexts.delete(message.surface);
    }
  };
}
