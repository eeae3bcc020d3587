import type { GridView } from "./grid-view.ts";
import { GridPainter } from "./painter.ts";
import { paintThread } from "./paint-thread.ts";
import { type PaintSurface, pageSurface, type SurfaceEvents } from "./surface.ts";

/** One canvas of a grid: its painter and the surface that it paints on, in the render worker or on the page. */
export class GridCanvas {
  readonly #host: HTMLElement;
  readonly #repaint: () => void;
  #surface: PaintSurface;
  #painter: GridPainter;
  #size = { width: 0, height: 0, scale: 1 };
  #isBusy = false;
  #isWanted = false;
  #version = -1;
  /** Version of the source that is on the canvas; -1 while none is. */
  shownVersion = -1;

  /** @param repaint asked when something is to be painted that nobody else asks for */
  constructor(host: HTMLElement, repaint: () => void) {
    this.#host = host;
    this.#repaint = repaint;
    this.#surface = this.#open(paintThread()?.open ?? pageSurface);
    this.#painter = new GridPainter(this.#surface.context);
  }

  /** A frame is under way. Asked then, it asks for a repaint when that one is shown. */
  get isBusy(): boolean {
    if (this.#isBusy) this.#isWanted = true;
    return this.#isBusy;
  }

  resize(width: number, height: number, scale: number): void {
    this.#size = { width, height, scale };
    this.#surface.resize(width, height);
    const { style } = this.#surface.canvas;
    style.width = `${width / scale}px`;
    style.height = `${height / scale}px`;
    this.#painter.reset();
  }

  reset(): void {
    this.#painter.reset();
  }

  paint(view: GridView, now: number): number {
    const wakeAt = this.#painter.paint(view, now);
    this.#version = view.source?.version ?? -1;
    this.#isBusy = true;
    this.#surface.commit();
    return wakeAt;
  }

  painting(row: number, column: number): ReturnType<GridPainter["painting"]> {
    return this.#painter.painting(row, column);
  }

  dispose(): void {
    this.#surface.dispose();
  }

  #open(make: (events: SurfaceEvents) => PaintSurface): PaintSurface {
    const surface = make({
      shown: () => {
        this.#isBusy = false;
        this.shownVersion = this.#version;
        if (!this.#isWanted) return;
        this.#isWanted = false;
        this.#repaint();
      },
      blank: () => {
        this.#painter.reset();
        this.#repaint();
      },
      lost: () => {
        this.#surface = this.#open(pageSurface);
        this.#painter = new GridPainter(this.#surface.context);
        const { width, height, scale } = this.#size;
        this.resize(width, height, scale);
        this.#isBusy = false;
        this.#repaint();
      },
    });
    this.#host.replaceChildren(surface.canvas);
    return surface;
  }
}
