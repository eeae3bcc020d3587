import { pageRuler } from "../../frame/ruler.ts";
import { type OpenSurface, pageSurface } from "../paint/surface.ts";
import { pageFaces } from "./page-faces.ts";
import type { FromPaintWorker } from "./paint-protocol.ts";
import { createPaintThread, type PaintThread } from "./paint-thread.ts";

/** Undefined before the first grid; null where there is no worker to paint in: this browser has none, or it failed. */
let shared: PaintThread | null | undefined;
/** Workers that showed no frames, and were given up. */
let silent = 0;
/** A machine that stalls for seconds starves a worker as well, so one that shows no frames is replaced by another, once. */
const MOST_SILENT = 2;

/** A canvas of the render worker that the grids of a page share, started with the first; else one of the page. */
export const openSurface: OpenSurface = (events) => {
  if (shared === undefined) shared = canPaintInWorker(globalThis) ? start() : null;
  return (shared?.open ?? pageSurface)(events);
};

/** What a browser has to have: a canvas can be given away, and a worker can draw on it, frame by frame. */
export function canPaintInWorker(scope: object): boolean {
  const prototypeOf = (name: string): object =>
    (Reflect.get(scope, name) as { prototype?: object } | undefined)?.prototype ?? {};
  return (
    "transferControlToOffscreen" in prototypeOf("HTMLCanvasElement") &&
    "roundRect" in prototypeOf("OffscreenCanvasRenderingContext2D")
  );
}

function start(): PaintThread {
  const worker = new Worker(new URL("./paint.worker.ts", import.meta.url), { type: "module", name: "paint" });
  const thread = createPaintThread({
    send: (message, transfer) => worker.postMessage(message, transfer),
    newCanvas() {
      const canvas = document.createElement("canvas");
      return { canvas, offscreen: canvas.transferControlToOffscreen() };
    },
    ruler: pageRuler,
    faces: pageFaces(document.styleSheets),
    timeOrigin: performance.timeOrigin,
  });
  // A hidden page has no frames, and a worker of it none either.
  const watch = setInterval(() => {
    if (document.hidden || thread.isAlive()) return;
    giveUp("warn", "it shows no frames", ++silent === MOST_SILENT);
  }, 1000);
  /** @param isLast false: the surfaces that are opened again start another worker */
  function giveUp(level: "warn" | "error", why: string, isLast: boolean): void {
    const next = isLast ? "this page paints itself" : "another one is started";
    console[level](`grid: the render worker is given up (${why}); ${next}`);
    clearInterval(watch);
    worker.terminate();
    shared = isLast ? null : undefined;
    thread.end();
  }
  worker.onmessage = ({ data }: MessageEvent<FromPaintWorker>) => thread.receive(data);
  worker.onerror = ({ message }) => giveUp("error", message || "it cannot be loaded", true);
  return thread;
}
