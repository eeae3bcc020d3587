/**
 * Words follow figures. What React and the day strip write into the page runs in a task of its own, after the frame with
 * the newest figures and at most a few times a second. On a slow laptop one frame for both would be twice as late, and
 * while the user scrubs a day the words would delay the figures of the next minute.
 */
export interface AfterPaintHost {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Calls back once after `ms`. */
  after(ms: number, callback: () => void): void;
  requestFrame(callback: () => void): void;
  /** Runs the callback in a task after the frame that is being made. */
  afterFrame(callback: () => void): void;
}

/** Nobody reads words faster. Each time costs the page a frame with a layout, and six panes tick at their own times. */
const SPACING_MS = 200;

/** A second request before it has run changes nothing. A hidden page has no frames, and nothing to write. */
export type AfterPaint = (task: () => void) => void;

export function createAfterPaint(host: AfterPaintHost): AfterPaint {
  let waiting = new Set<() => void>();
  let ranAt = Number.NEGATIVE_INFINITY;

  function run(): void {
    ranAt = host.now();
    const tasks = waiting;
    waiting = new Set();
    for (const task of tasks) task();
  }

  const begin = (): void => host.requestFrame(() => host.afterFrame(run));

  return (task) => {
    if (waiting.size === 0) {
      const early = ranAt + SPACING_MS - host.now();
      if (early > 0) host.after(early, begin);
      else begin();
    }
    waiting.add(task);
  };
}

let page: AfterPaint | undefined;

export const afterPaint: AfterPaint = (task) => {
  page ??= createAfterPaint(browserHost());
  page(task);
};

function browserHost(): AfterPaintHost {
  const { port1, port2 } = new MessageChannel();
  let run: () => void = () => undefined;
  port1.onmessage = () => run();
  return {
    now: () => performance.now(),
    after: (ms, callback) => void setTimeout(callback, ms),
    requestFrame: (callback) => void requestAnimationFrame(callback),
    afterFrame(callback) {
      run = callback;
      port2.postMessage(undefined); // a message comes after the frame's rendering, without a timer's delay
    },
  };
}
