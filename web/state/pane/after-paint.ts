/**
 * Words follow figures. What React and the day strip write into the page comes after the newest figures, and at most a few
 * times a second. Where figures are painted quickly the words are in the same frame, for two cost twice as much. On a slow
 * laptop one frame for both would be twice as late, and while the user scrubs a day the words would delay the figures of
 * the next minute: there they get a task of their own after it. Figures that another thread draws need no frame of the
 * page: then the words wait for none.
 */
import { flushSync } from "react-dom";
import { frameQueue } from "../../frame/frame-queue.ts";

export interface AfterPaintHost {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** Runs the callback in a task of its own: after this one, and after the rendering of a frame that is being made. */
  nextTask(callback: () => void): void;
  /** A frame with figures is under way, or the page is hidden and has none. */
  isFrameUnderWay(): boolean;
  /** Calls back in that frame, when its figures are painted, with the milliseconds that this took. */
  inFrame(callback: (ms: number) => void): void;
  /** Runs the callback, and what it lets React write, before the frame is rendered. */
  atOnce(callback: () => void): void;
}

/** Nobody reads words faster. Each time costs the page a frame with a layout, and six panes tick at their own times. */
const SPACING_MS = 200;
/** In a frame that figures make anyway, words cost less. */
const SHARED_SPACING_MS = 100;
/** Figures that took longer leave no room for words in their frame. */
const QUICK_MS = 3;

/**
 * A second request before it has run changes nothing. A hidden page has no frames, and nothing to write.
 * @param patience milliseconds that it may wait for others: what is less than news costs no frame of its own then
 */
export type AfterPaint = (task: () => void, patience?: number) => void;

export function createAfterPaint(host: AfterPaintHost): AfterPaint {
  let waiting = new Set<() => void>();
  let ranAt = Number.NEGATIVE_INFINITY;
  /** Infinity: nothing waits. */
  let beginsAt = Number.POSITIVE_INFINITY;
  let cancel: () => void = () => undefined;

  function run(): void {
    ranAt = host.now();
    beginsAt = Number.POSITIVE_INFINITY;
    const tasks = waiting;
    waiting = new Set();
    for (const task of tasks) task();
  }

  // Who draws on this thread may ask for a frame later in the task that brought the news: therefore the task of its own.
  const begin = (): void =>
    host.nextTask(() => {
      if (!host.isFrameUnderWay()) runAlone(run);
      else host.inFrame((ms) => (ms < QUICK_MS ? host.atOnce(run) : runAlone(() => host.nextTask(run))));
    });

  function runAlone(go: () => void): void {
    const early = ranAt + SPACING_MS - host.now();
    if (early > 0) cancel = host.after(early, begin);
    else go();
  }

  return (task, patience = 0) => {
    waiting.add(task);
    const now = host.now();
    const at = Math.max(now + patience, ranAt + SHARED_SPACING_MS);
    if (at >= beginsAt) return;
    cancel();
    beginsAt = at;
    if (at > now) cancel = host.after(at - now, begin);
    else begin();
  };
}

let page: AfterPaint | undefined;

export const afterPaint: AfterPaint = (task, patience) => {
  page ??= createAfterPaint(browserHost());
  page(task, patience);
};

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
    isFrameUnderWay: () => document.hidden || frameQueue().isUnderWay(),
    inFrame: (callback) => void frameQueue().whenPainted(callback),
    atOnce: (callback) => flushSync(callback),
  };
}
