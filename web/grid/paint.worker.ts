/** The render worker of the page's grids: draws their strokes, and tells when they are shown. See paint-protocol.ts. */
import { FONT_PATIENCE_MS, fontsReady } from "../styles/fonts.ts";
import type { Face, FromPaintWorker, PaintFrame, ToPaintWorker } from "./paint-protocol.ts";
import { drawStrokes } from "./strokes.ts";

const contexts = new Map<number, OffscreenCanvasRenderingContext2D>();
/** Frames that wait for the fonts; undefined once those are there, or took too long. */
let early: PaintFrame[] | undefined = [];
/** Surfaces drawn on since the last animation frame. */
let drawn = new Set<number>();
const afterFrame = new MessageChannel();

const tell = (message: FromPaintWorker): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<ToPaintWorker>) => {
  switch (data.type) {
    case "fonts":
      loadFonts(data.faces);
      break;
    case "open":
      open(data.surface, data.canvas);
      break;
    case "frame":
      if (early) early.push(data);
      else draw(data);
      break;
    case "close":
      contexts.delete(data.surface);
  }
});

function open(surface: number, canvas: OffscreenCanvas): void {
  // Opaque, so that the browser may use sub-pixel text.
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("This browser gives a worker no 2D canvas context.");
  canvas.addEventListener("contextrestored", () => tell({ type: "blank", surface }));
  contexts.set(surface, context);
}

/** At once: the frame that takes it to the screen is asked for at the same time. */
function draw({ surface, width, height, strokes }: PaintFrame): void {
  const context = contexts.get(surface);
  if (context === undefined) return;
  const { canvas } = context;
  // Setting a size clears the canvas, so it is done only when it differs.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  drawStrokes(context, strokes);
  // The canvas goes to the compositor when the frame's callbacks have run; a message comes after that.
  if (drawn.size === 0) requestAnimationFrame(() => afterFrame.port2.postMessage(undefined));
  drawn.add(surface);
}

afterFrame.port1.onmessage = () => {
  const at = performance.timeOrigin + performance.now();
  const surfaces = drawn;
  drawn = new Set();
  for (const surface of surfaces) tell({ type: "shown", surface, at });
};

function loadFonts(faces: readonly Face[]): void {
  for (const { family, source, weight, unicodeRange } of faces)
    fonts.add(new FontFace(family, source, { weight, unicodeRange }));
  const begin = (): void => {
    const frames = early ?? [];
    early = undefined;
    for (const frame of frames) draw(frame);
  };
  const patience = setTimeout(begin, FONT_PATIENCE_MS);
  void fontsReady(fonts).then(() => {
    clearTimeout(patience);
    if (early) begin();
    else for (const surface of contexts.keys()) tell({ type: "blank", surface });
  });
}
