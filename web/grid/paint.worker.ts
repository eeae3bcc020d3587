/// The render worker: draws strokes on the canvases of the page's grids. See paint-protocol.ts.
import { FONT_PATIENCE_MS, fontsReady } from "../styles/fonts.ts";
import type { FromPaintWorker, ToPaintWorker } from "./paint-protocol.ts";
import { drawStrokes } from "./strokes.ts";

interface Surface {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}
type Frame = Extract<ToPaintWorker, { type: "frame" }>;

const surfaces = new Map<number, Surface>();
/** Frames that wait for the fonts; undefined once those are known. */
let early: Frame[] | undefined = [];
let drawn: number[] = [];

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
      surfaces.delete(data.surface);
  }
});

function open(surface: number, canvas: OffscreenCanvas): void {
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("This browser gives a worker no 2D canvas context.");
  canvas.addEventListener("contextrestored", () => tell({ type: "blank", surface }));
  surfaces.set(surface, { canvas, context });
}

function draw({ surface, width, height, strokes }: Frame): void {
  const opened = surfaces.get(surface);
  if (opened === undefined) return;
  const { canvas, context } = opened;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  drawStrokes(context, strokes);
  if (drawn.push(surface) === 1) requestAnimationFrame(afterFrame);
}

/** The frame that this runs in takes the drawing to the screen; the message leaves after it. */
function afterFrame(): void {
  const shown = drawn;
  drawn = [];
  for (const surface of shown) tell({ type: "shown", surface });
}

function loadFonts(faces: Extract<ToPaintWorker, { type: "fonts" }>["faces"]): void {
  for (const { family, source, weight, unicodeRange } of faces)
    fonts.add(new FontFace(family, source, { weight, unicodeRange }));
  const begin = (): void => {
    const waiting = early ?? [];
    early = undefined;
    for (const frame of waiting) draw(frame);
  };
  const patience = setTimeout(begin, FONT_PATIENCE_MS);
  void fontsReady(fonts).then(() => {
    clearTimeout(patience);
    if (early) begin();
    else for (const surface of surfaces.keys()) tell({ type: "blank", surface });
  });
}
