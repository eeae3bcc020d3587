/**
 * Words follow figures. What React and the day strip write into the page waits a little for the figures of other panes, and
 * goes with the next frame that paints some quickly, for a frame of its own costs the page as much again. On a slow laptop
 * one frame for both would be twice as late, and while the user scrubs a day the words would delay the figures of the next
 * minute: there they get a task of their own, a few times a second at most.
 */
import { flushSync } from "react-dom";
import { frameQueue } from "../../frame/frame-queue.ts";

export interface AfterPaintHost {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Runs the callback in a task of its own, after the rendering of a frame that is being made. */
  nextTask(callback: () => void): void;
  /** A frame with figures is under way; of a hidden page, the one when it is seen again. */
  isFrameUnderWay(): boolean;
  /** Calls back in the next frame with figures, whenever that is, with the milliseconds that their painting took. */
  inFrame(callback: (ms: number) => void): void;
  /** Runs the callback, and what it lets React write, before the frame is rendered. */
  atOnce(callback: () => void): void;
}

/** Panes of one symbol paint one after the other. */
const GATHER_MS = 80;
/** Nobody reads words faster. Each time costs the page a frame with a layout, and six panes tick at their own times. */
const SPACING_MS = 200;
/** In a frame that figures make anyway, words cost less. */
const SHARED_SPACING_MS = 100;
/** Figures that took longer leave no room for words in their frame. */
const QUICK_MS = 3;
/**
 * As patience: the words are half of the picture, as a strategy's are, and change with each of its ticks. They go in the frame
 * of the figures however long that took: a frame of their own would cost the page as much again.
 */
export const WITH_FIGURES = 0;

export interface AfterPaint {
  /**
   * A second request before it has run changes nothing. A hidden page has no frames, and nothing to write.
   * @param patience milliseconds that it may wait for others: what is less than news costs no frame of its own then
   */
  (task: () => void, patience?: number): void;
  /** Runs what waits: the figures have gone, and words of them may not stay. They cost no frame, and hold up none that follow. */
  now(): void;
}

export function createAfterPaint(host: AfterPaintHost): AfterPaint {
  let waiting = new Set<() => void>();
  let ranAt = Number.NEGATIVE_INFINITY;
  /** When they run alone; Infinity where nothing waits. */
  let dueAt = Number.POSITIVE_INFINITY;
  let cancel: () => void = () => undefined;
  let isRiding = false;
  let areWithFigures = false;

  function run(): void {
    ranAt = host.now();
    runWaiting();
  }

  function runWaiting(): void {
    cancel();
    areWithFigures = false;
    dueAt = Number.POSITIVE_INFINITY;
    const tasks = waiting;
    waiting = new Set();
    for (const task of tasks) task();
  }

  function ride(): void {
    if (isRiding) return;
    isRiding = true;
    host.inFrame((ms) => {
      isRiding = false;
      if (waiting.size === 0) return;
      const now = host.now();
      if ((ms < QUICK_MS || areWithFigures) && now - ranAt >= SHARED_SPACING_MS) host.atOnce(run);
      else if (now >= dueAt) host.nextTask(() => host.atOnce(run));
      else ride();
    });
  }

  function due(): void {
    // Else in that frame, or after it. At once: what React writes in a later task would be another frame than the ages'.
    if (!host.isFrameUnderWay()) host.atOnce(run);
  }

  function ask(task: () => void, patience = GATHER_MS): void {
    waiting.add(task);
    if (patience === WITH_FIGURES) areWithFigures = true;
    ride();
    const now = host.now();
    const at = Math.max(now + patience, ranAt + SPACING_MS);
    if (at >= dueAt) return;
    cancel();
    dueAt = at;
    cancel = host.after(at - now, due);
  }

  return Object.assign(ask, { now: runWaiting });
}

let page: AfterPaint | undefined;

export const afterPaint: AfterPaint = Object.assign(
  (task: () => void, patience?: number): void => {
    page ??= createAfterPaint(browserHost());
    page(task, patience);
  },
  { now: () => page?.now() },
);

function browserHost(): AfterPaintHost {
  const { port1, port2 } = new MessageChannel();
  let next: () => void = () => undefined;
  port1.onmessage = () => next();
  return {
    now: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    nextTask(callback) {
      next = callback;
      port2.postMessage(undefined); // a message comes without a timer's delay
    },
    isFrameUnderWay() {
      if (document.hidden) frameQueue().whenPainted(() => undefined);
      return frameQueue().isUnderWay();
    },
    inFrame: (callback) => frameQueue().ride(callback),
    atOnce: (callback) => flushSync(callback),
  };
}
