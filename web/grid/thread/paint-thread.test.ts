import { describe, expect, it } from "vitest";
import { GridCanvas } from "../paint/grid-canvas.ts";
import type { PaintSurface, SurfaceEvents } from "../paint/surface.ts";
import { recordingContext, type Stroke } from "../testing/recording-context.ts";
import { sampleGrid } from "../testing/sample-grid.ts";
import type { PaintFrame, ToPaintWorker } from "./paint-protocol.ts";
import { createPaintThread } from "./paint-thread.ts";
import { canPaintInWorker } from "./start-paint-thread.ts";
import { drawStrokes, type Strokes } from "./strokes.ts";

const ORIGIN = 1_000_000;

/** A page's side whose messages are kept, cloned as a worker would get them. */
function harness() {
  const sent: ToPaintWorker[] = [];
  const thread = createPaintThread({
    send(message, transfer) {
      const { canvas } = message as { canvas?: unknown };
      // A canvas cannot be cloned here; buffers are taken away from the sender, as they are by a worker.
      sent.push(canvas ? message : structuredClone(message, { transfer: transfer as ArrayBuffer[] }));
    },
    newCanvas: () => ({ canvas: fakeCanvas(), offscreen: {} as OffscreenCanvas }),
    ruler: (text) => recordingContext().context.measureText(text).width,
    faces: [{ family: "A", source: "url(a)", weight: "400", unicodeRange: "U+0-FF" }],
    timeOrigin: ORIGIN,
  });
  const frames = (): PaintFrame[] => sent.filter((message) => message.type === "frame");
  return { thread, sent, frames };
}

const fakeCanvas = (): HTMLCanvasElement => ({ style: {} }) as HTMLCanvasElement;
const quiet: SurfaceEvents = { shown: () => undefined, blank: () => undefined, lost: () => undefined };

function drawn(strokes: Strokes): readonly Stroke[] {
  const recording = recordingContext();
  drawStrokes(recording.context, strokes);
  return recording.strokes;
}

/** A host that shows which canvas stands in it. */
function fakeHost() {
  const shown: unknown[] = [];
  return { shown, element: { replaceChildren: (child: unknown) => shown.push(child) } as unknown as HTMLElement };
}

/** A surface of the page's own, for the time after the worker. */
function fakePageSurface(): PaintSurface & { readonly strokes: readonly unknown[] } {
  const { context, strokes } = recordingContext();
  return {
    canvas: fakeCanvas(),
    context,
    strokes,
    isRemote: false,
    resize: () => undefined,
    commit: () => true,
    dispose: () => undefined,
  };
}

describe("the page's side of the render worker", () => {
  it("sends the fonts first, then canvases, then frames of their size", () => {
    const { thread, sent, frames } = harness();
    const surface = thread.open(quiet);
    surface.resize(300, 200);
    surface.context.fillRect(1, 2, 3, 4);
    expect(surface.commit()).toBe(true);
    expect(sent.map(({ type }) => type)).toEqual(["fonts", "open", "frame"]);
    const [frame] = frames();
    expect(frame).toMatchObject({ surface: 0, width: 300, height: 200 });
    expect(drawn(frame!.strokes)).toEqual([{ kind: "rect", box: [1, 2, 3, 4], fill: "" }]);
  });

  it("sends nothing where nothing was painted", () => {
    const { thread, frames } = harness();
    expect(thread.open(quiet).commit()).toBe(false);
    expect(frames()).toEqual([]);
  });

  it("tells each surface of its own frame, on the page's clock, and none that was closed", () => {
    const { thread, sent } = harness();
    const told: string[] = [];
    const open = (name: string): PaintSurface =>
      thread.open({ ...quiet, shown: (at) => told.push(`${name} ${at}`), blank: () => told.push(`${name} blank`) });
    open("a");
    const b = open("b");
    thread.receive({ type: "shown", surface: 1, at: ORIGIN + 12.5 });
    thread.receive({ type: "blank", surface: 0 });
    b.dispose();
    b.dispose();
    thread.receive({ type: "shown", surface: 1, at: ORIGIN + 20 });
    expect(told).toEqual(["b 12.5", "a blank"]);
    expect(sent.filter(({ type }) => type === "close")).toEqual([{ type: "close", surface: 1 }]);
  });

  it("gives a worker up that shows no frame for four looks, and never one that has nothing to do", () => {
    const { thread } = harness();
    const surface = thread.open(quiet);
    for (let i = 0; i < 10; i++) expect(thread.isAlive()).toBe(true);
    surface.context.fillRect(0, 0, 1, 1);
    surface.commit();
    expect([1, 2, 3].map(() => thread.isAlive())).toEqual([true, true, true]);
    thread.receive({ type: "shown", surface: 0, at: ORIGIN });
    expect(thread.isAlive()).toBe(true);
    surface.context.fillRect(0, 0, 1, 1);
    surface.commit();
    expect([1, 2, 3, 4].map(() => thread.isAlive())).toEqual([true, true, true, false]);
  });
});

describe("a grid's canvas", () => {
  it("is busy until its frame is shown, and only then counts the version as painted", () => {
    const { thread, frames } = harness();
    const { view } = sampleGrid();
    const canvas = new GridCanvas(fakeHost().element, thread.open, () => undefined);
    const shown: number[] = [];
    canvas.onShown = (at) => shown.push(at);
    canvas.resize(844, 240, 1);
    expect([canvas.isRemote, canvas.isFree, canvas.shownVersion]).toEqual([true, true, -1]);
    const first = view();
    canvas.paint(first, 0);
    expect([canvas.isFree, canvas.shownVersion]).toEqual([false, -1]);
    expect(canvas.painting(0, 3)?.text).toBe("100.00");
    thread.receive({ type: "shown", surface: 0, at: ORIGIN + 8 });
    expect([canvas.isFree, canvas.shownVersion, shown]).toEqual([true, first.source?.version, [8]]);
    // A version that looks the same needs no frame.
    const second = view();
    canvas.paint(second, 16);
    expect(frames()).toHaveLength(1);
    expect([canvas.isFree, canvas.shownVersion, shown]).toEqual([true, second.source?.version, [8, 16]]);
  });

  it("paints all of it again when the worker says that it is blank", () => {
    const { thread, frames } = harness();
    const { view } = sampleGrid();
    let wanted = 0;
    const canvas = new GridCanvas(fakeHost().element, thread.open, () => wanted++);
    canvas.resize(844, 240, 1);
    canvas.paint(view(), 0);
    thread.receive({ type: "shown", surface: 0, at: ORIGIN });
    thread.receive({ type: "blank", surface: 0 });
    expect(wanted).toBe(1);
    canvas.paint(view(), 16);
    const [first, second] = frames().map(({ strokes }) => drawn(strokes));
    expect(second).toEqual(first);
  });

  it("goes on with a canvas of the page's where the worker is lost, also in the middle of a frame", () => {
    const { thread } = harness();
    const { view } = sampleGrid();
    const page = fakePageSurface();
    let isLost = false;
    let wanted = 0;
    const host = fakeHost();
    const open = (events: SurfaceEvents): PaintSurface => (isLost ? page : thread.open(events));
    const canvas = new GridCanvas(host.element, open, () => wanted++);
    canvas.resize(844, 240, 2);
    canvas.paint(view(), 0);
    isLost = true;
    thread.end();
    expect([canvas.isRemote, canvas.isFree, wanted]).toEqual([false, true, 1]);
    expect(host.shown).toEqual([expect.anything(), page.canvas]);
    expect(page.canvas.style).toMatchObject({ width: "422px", height: "120px" });
    canvas.paint(view(), 16);
    expect(page.strokes.length).toBeGreaterThan(20);
    thread.end(); // once
    expect(wanted).toBe(1);
  });
});

describe("where grids are painted", () => {
  class Canvas {
    transferControlToOffscreen(): void {}
  }
  class Context {
    roundRect(): void {}
  }

  it("is a worker where canvases can be given away and a worker draws all that painters use", () => {
    expect(canPaintInWorker({ HTMLCanvasElement: Canvas, OffscreenCanvasRenderingContext2D: Context })).toBe(true);
  });

  it("is the page where either is missing", () => {
    class Old {}
    expect(canPaintInWorker({ HTMLCanvasElement: Canvas })).toBe(false);
    expect(canPaintInWorker({ HTMLCanvasElement: Canvas, OffscreenCanvasRenderingContext2D: Old })).toBe(false);
    expect(canPaintInWorker({ HTMLCanvasElement: Old, OffscreenCanvasRenderingContext2D: Context })).toBe(false);
    expect(canPaintInWorker({})).toBe(false);
  });
});
