import type { Face, FromPaintWorker, ToPaintWorker } from "./paint-protocol.ts";
import { type Ruler, StrokeRecorder } from "./strokes.ts";
import type { PaintSurface, SurfaceEvents } from "./surface.ts";

/** The page's side of the render worker. */
export interface PaintThread {
  /** A new canvas that the worker draws on. */
  open(events: SurfaceEvents): PaintSurface;
}

/** The parts of the browser that the page's side needs; tests bring their own. */
export interface PaintThreadHost {
  post(message: ToPaintWorker, transfer: Transferable[]): void;
  canvas(): { readonly element: HTMLCanvasElement; readonly offscreen: OffscreenCanvas };
  readonly faces: readonly Face[];
  readonly ruler: Ruler;
}

interface Opened {
  readonly events: SurfaceEvents;
}

export interface RunningPaintThread extends PaintThread {
  /** A message of the worker. */
  receive(message: FromPaintWorker): void;
  /** The worker is dead: every surface is told, and will not be told again. */
  fail(why: unknown): void;
}

export function createPaintThread(host: PaintThreadHost): RunningPaintThread {
  const opened = new Map<number, Opened>();
  let next = 0;
  host.post({ type: "fonts", faces: host.faces }, []);
  return {
    open(events) {
      const surface = next++;
      const { element, offscreen } = host.canvas();
      const recorder = new StrokeRecorder(host.ruler);
      let [width, height] = [0, 0];
      opened.set(surface, { events });
      host.post({ type: "open", surface, canvas: offscreen }, [offscreen]);
      return {
        canvas: element,
        context: recorder,
        resize(newWidth, newHeight) {
          width = newWidth;
          height = newHeight;
        },
        commit() {
          const strokes = recorder.take();
          host.post({ type: "frame", surface, width, height, strokes }, [strokes.code.buffer]);
        },
        dispose() {
          if (opened.delete(surface)) host.post({ type: "close", surface }, []);
        },
      };
    },
    receive({ type, surface }) {
      opened.get(surface)?.events[type]();
    },
    fail(why) {
      const lost = [...opened.values()];
      opened.clear();
      for (const { events } of lost) events.lost(why);
    },
  };
}

let shared: RunningPaintThread | undefined;
let broken = false;

/** The render worker that all grids of the page share, started with the first; undefined where canvases stay on the page. */
export function paintThread(): PaintThread | undefined {
  if (broken || !canPaintInWorker()) return undefined;
  shared ??= start();
  return shared;
}

export function canPaintInWorker(scope: typeof globalThis = globalThis): boolean {
  return "OffscreenCanvasRenderingContext2D" in scope && "transferControlToOffscreen" in scope.HTMLCanvasElement.prototype;
}

function start(): RunningPaintThread {
  const worker = new Worker(new URL("./paint.worker.ts", import.meta.url), { type: "module", name: "paint" });
  const thread = createPaintThread({
    post: (message, transfer) => worker.postMessage(message, transfer),
    canvas() {
      const element = document.createElement("canvas");
      return { element, offscreen: element.transferControlToOffscreen() };
    },
    faces: pageFaces(),
    ruler: pageRuler(),
  });
  worker.onmessage = ({ data }: MessageEvent<FromPaintWorker>) => thread.receive(data);
  worker.onerror = (event) => {
    broken = true;
    worker.terminate();
    console.error("grid: the render worker failed; painting on the page", event.message);
    thread.fail(event);
  };
  return thread;
}

function pageRuler(): Ruler {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("This browser gives no 2D canvas context.");
  return (text, font) => {
    if (context.font !== font) context.font = font;
    return context.measureText(text);
  };
}

/** The faces that the page's own style sheets declare. */
function pageFaces(): Face[] {
  const faces: Face[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const read = (name: string): string => rule.style.getPropertyValue(name);
      const base = sheet.href ?? document.baseURI;
      const source = read("src").replace(/url\("?([^")]+)"?\)/g, (_, url: string) => `url("${new URL(url, base)}")`);
      faces.push({
        family: read("font-family").replaceAll('"', ""),
        source,
        weight: read("font-weight"),
        unicodeRange: read("unicode-range"),
      });
    }
  }
  return faces;
}
