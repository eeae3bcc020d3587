import type { GridView } from "./grid-view.ts";
import { GridPainter } from "./painter.ts";
import type { OpenSurface, PaintSurface } from "./surface.ts";

/**
 * One canvas of a grid: a painter, and the surface it paints on, in the render worker or on the page. Only one frame is
 * under way at a time; where the worker is lost, the page goes on with a canvas of its own.
 */
export class GridCanvas {
  readonly #host: HTMLElement;
  readonly #openSurface: OpenSurface;
  readonly #repaint: () => void;
  #surface: PaintSurface;
  #painter: GridPainter;
  #size = { width: 0, height: 0, scale: 1 };
  /** Version of the source of the frame that is under way. */
  #sent = -1;
  #isUnderWay = false;
  /** Version of the source that is on the canvas; -1 while there is none. */
  shownVersion = -1;
  /** Called when what was painted is on the canvas: the next frame may be painted. */
  onShown: (at: number) => void = () => undefined;

  /**
   * @param host an empty element that the canvas is put into
   * @param openSurface opens one, and another one when it was lost
   * @param repaint asks for a paint where what is on the canvas is no longer valid
   */
  constructor(host: HTMLElement, openSurface: OpenSurface, repaint: () => void) {
    this.#host = host;
    this.#openSurface = openSurface;
    this.#repaint = repaint;
    this.#surface = this.#open();
    this.#painter = new GridPainter(this.#surface.context);
  }

  /** No frame is under way: `paint` may be called. */
  get isFree(): boolean {
    return !this.#isUnderWay;
  }

  /** Painting needs no animation frame of the page. */
  get isRemote(): boolean {
    return this.#surface.isRemote;
  }

  /** Device pixels, and how many of them are a CSS pixel. Everything is painted again. */
  resize(width: number, height: number, scale: number): void {
    this.#size = { width, height, scale };
    this.#surface.resize(width, height);
    const { style } = this.#surface.canvas;
    style.width = `${width / scale}px`;
    style.height = `${height / scale}px`;
    this.#painter.reset();
  }

  /** Everything is painted again: fonts arrived. */
  reset(): void {
    this.#painter.reset();
  }

  /** As of `GridPainter`. */
  paint(view: GridView, now: number): number {
    const wakeAt = this.#painter.paint(view, now);
    this.#sent = view.source?.version ?? -1;
    this.#isUnderWay = this.#surface.commit();
    if (!this.#isUnderWay) this.#shown(now); // nothing differed
    return wakeAt;
  }

  /** As of `GridPainter`; a frame that is under way counts as painted. */
  painting(row: number, column: number): ReturnType<GridPainter["painting"]> {
    return this.#painter.painting(row, column);
  }

  dispose(): void {
    this.#surface.dispose();
  }

  #open(): PaintSurface {
    const surface = this.#openSurface({
      shown: (at) => this.#shown(at),
      blank: () => {
        this.#painter.reset();
        this.#repaint();
      },
      lost: () => this.#reopen(),
    });
    this.#host.replaceChildren(surface.canvas);
    return surface;
  }

  #shown(at: number): void {
    this.#isUnderWay = false;
    this.shownVersion = this.#sent;
    this.onShown(at);
  }

  #reopen(): void {
    this.#surface = this.#open();
    this.#painter = new GridPainter(this.#surface.context);
    this.#isUnderWay = false;
    const { width, height, scale } = this.#size;
    this.resize(width, height, scale);
    this.#repaint();
  }
}
