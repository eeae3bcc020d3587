import { describe, expect, it } from "vitest";
import { recordingContext, type Stroke } from "../testing/recording-context.ts";
import type { FromPaintWorker, PaintFrame, ToPaintWorker } from "./paint-protocol.ts";
import { createRenderWorker } from "./render-worker.ts";
import { StrokeRecorder } from "./strokes.ts";

/** A worker whose fonts, frames and timers come when the test says so. */
function harness() {
  const told: FromPaintWorker[] = [];
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const faces: unknown[] = [];
  let fontsAre: () => void = () => undefined;
  const receive = createRenderWorker({
    tell: (message) => told.push(message),
    loadFonts: (wanted) => {
      faces.push(...wanted);
      return new Promise((resolve) => {
        fontsAre = resolve;
      });
    },
    afterFrame: (callback) => frames.push(callback),
    after: (_ms, callback) => timers.push(callback),
    now: () => 5000,
  });
  const run = (waiting: (() => void)[]): void => {
    for (const callback of waiting.splice(0)) callback();
  };
  return {
    told,
    faces,
    receive,
    frame: () => run(frames),
    patienceEnds: () => run(timers),
    async fontsCome() {
      fontsAre();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

function fakeCanvas() {
  const { context, strokes } = recordingContext();
  let restored: () => void = () => undefined;
  let resizes = 0;
  let size = { width: 300, height: 150 };
  const canvas = {
    get width() {
      return size.width;
    },
    set width(width: number) {
      size = { ...size, width };
      resizes++;
    },
    get height() {
      return size.height;
    },
    set height(height: number) {
      size = { ...size, height };
      resizes++;
    },
    getContext: (_kind: string, options: object) => {
      expect(options).toEqual({ alpha: false });
      return Object.assign(context, { canvas });
    },
    addEventListener: (_type: string, listener: () => void) => {
      restored = listener;
    },
  };
  return {
    canvas: canvas as unknown as OffscreenCanvas,
    strokes: (): readonly Stroke[] => strokes,
    resizes: () => resizes,
    restore: () => restored(),
  };
}

const fonts: ToPaintWorker = { type: "fonts", faces: [] };

function frameOf(surface: number, left: number): PaintFrame {
  const recorder = new StrokeRecorder(() => 0);
  recorder.fillRect(left, 0, 1, 1);
  return { type: "frame", surface, width: 800, height: 600, strokes: recorder.take()! };
}

const lefts = (strokes: readonly Stroke[]): unknown[] =>
  strokes.map((stroke) => (stroke.kind === "rect" ? stroke.box[0] : stroke.kind));

describe("the render worker", () => {
  it("waits for the fonts, draws, and tells when the frame is over", async () => {
    const { told, receive, frame, fontsCome, patienceEnds } = harness();
    const { canvas, strokes } = fakeCanvas();
    receive(fonts);
    receive({ type: "open", surface: 3, canvas });
    receive(frameOf(3, 1));
    expect(strokes()).toEqual([]);
    await fontsCome();
    expect(lefts(strokes())).toEqual([1]);
    expect(told).toEqual([]);
    frame();
    expect(told).toEqual([{ type: "shown", surface: 3, at: 5000 }]);
    patienceEnds();
    expect(lefts(strokes())).toEqual([1]);
  });

  it("does not wait for long, and asks for all again when the fonts come after that", async () => {
    const { told, receive, fontsCome, patienceEnds } = harness();
    const { canvas, strokes } = fakeCanvas();
    receive(fonts);
    receive({ type: "open", surface: 0, canvas });
    receive(frameOf(0, 1));
    patienceEnds();
    expect(lefts(strokes())).toEqual([1]);
    await fontsCome();
    expect(told).toEqual([{ type: "blank", surface: 0 }]);
  });

  it("draws several surfaces in one frame, and sets a size only where it differs", async () => {
    const { told, receive, frame, fontsCome } = harness();
    const [a, b] = [fakeCanvas(), fakeCanvas()];
    receive(fonts);
    await fontsCome();
    receive({ type: "open", surface: 0, canvas: a.canvas });
    receive({ type: "open", surface: 1, canvas: b.canvas });
    receive(frameOf(0, 1));
    receive(frameOf(1, 2));
    frame();
    expect(told.map(({ surface }) => surface)).toEqual([0, 1]);
    receive(frameOf(0, 3));
    frame();
    expect(told.map(({ surface }) => surface)).toEqual([0, 1, 0]);
    expect([a.resizes(), a.canvas.width, a.canvas.height]).toEqual([2, 800, 600]);
    expect([lefts(a.strokes()), lefts(b.strokes())]).toEqual([[1, 3], [2]]);
  });

  it("says that a canvas whose context was lost is blank, and draws nothing on a closed one", async () => {
    const { told, receive, frame, fontsCome } = harness();
    const { canvas, restore, strokes } = fakeCanvas();
    receive(fonts);
    await fontsCome();
    receive({ type: "open", surface: 0, canvas });
    restore();
    expect(told).toEqual([{ type: "blank", surface: 0 }]);
    receive({ type: "close", surface: 0 });
    receive(frameOf(0, 1));
    frame();
    expect([strokes(), told.length]).toEqual([[], 1]);
  });

  it("fails, for the page to take over, where it gets no context", () => {
    const { receive } = harness();
    const canvas = { getContext: () => null } as unknown as OffscreenCanvas;
    expect(() => receive({ type: "open", surface: 0, canvas })).toThrow("no 2D canvas context");
  });
});
