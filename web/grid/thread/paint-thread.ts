import type { Ruler } from "../../frame/paint-context.ts";
import type { PaintSurface, SurfaceEvents } from "../paint/surface.ts";
import type { Face, FromPaintWorker, ToPaintWorker } from "./paint-protocol.ts";
import { StrokeRecorder } from "./strokes.ts";

/** The page's side of the render worker. */
export interface PaintThread {
  /** A new canvas that the worker draws on. */
  open(events: SurfaceEvents): PaintSurface;
  receive(message: FromPaintWorker): void;
  /** Once a second while the page is seen. @returns false when a frame has been under way for too long */
  isAlive(): boolean;
  /** The worker is no more: tells every surface that it is lost. */
  end(): void;
}

/** The parts of the browser that the page's side needs; tests bring their own. */
export interface PaintThreadHost {
  send(message: ToPaintWorker, transfer: Transferable[]): void;
  newCanvas(): { readonly canvas: HTMLCanvasElement; readonly offscreen: OffscreenCanvas };
  readonly ruler: Ruler;
  readonly faces: readonly Face[];
  /** What this thread's clock shows 0 at, milliseconds since 1970. */
  readonly timeOrigin: number;
}

/** A worker that needs this many looks for one frame will not show it. */
const PATIENT_LOOKS = 4;

interface Opened {
  readonly events: SurfaceEvents;
  /** Looks that its frame has been under way for; undefined while there is none. */
  looks: number | undefined;
}

export function createPaintThread(host: PaintThreadHost): PaintThread {
  const surfaces = new Map<number, Opened>();
  let next = 0;
  host.send({ type: "fonts", faces: host.faces }, []);

  return {
    open(events) {
      const surface = next++;
      const { canvas, offscreen } = host.newCanvas();
      const context = new StrokeRecorder(host.ruler);
      const opened: Opened = { events, looks: undefined };
      let width = 0;
      let height = 0;
      surfaces.set(surface, opened);
      host.send({ type: "open", surface, canvas: offscreen }, [offscreen]);
      return {
        canvas,
        context,
        isRemote: true,
        resize(newWidth, newHeight) {
          width = newWidth;
          height = newHeight;
        },
        commit() {
          const strokes = context.take();
          if (strokes === undefined) return false;
          opened.looks = 0;
          host.send({ type: "frame", surface, width, height, strokes }, [strokes.code.buffer]);
          return true;
        },
        dispose() {
          if (surfaces.delete(surface)) host.send({ type: "close", surface }, []);
        },
      };
    },
    receive(message) {
      const opened = surfaces.get(message.surface);
      if (opened === undefined) return; // closed while it was under way
      if (message.type === "blank") {
        opened.events.blank();
        return;
      }
      opened.looks = undefined;
      opened.events.shown(message.at - host.timeOrigin);
    },
    isAlive() {
      let longest = 0;
      for (const opened of surfaces.values())
        if (opened.looks !== undefined) longest = Math.max(longest, ++opened.looks);
      return longest < PATIENT_LOOKS;
    },
    end() {
      const lost = [...surfaces.values()];
      surfaces.clear();
      for (const { events } of lost) events.lost();
    },
  };
}
