/** What a pane gets for joining the queue. */
export type FramePane = {
  /** Asks for a paint in the next frame. A second request before that changes nothing: painting reads the latest data. */
  request(): void;
  dispose(): void;
};

export type FrameQueue = {
  /**
   * Joins with a pane's paint function. While the element is off screen its paint waits.
   * @param paint `now` is the frame's time stamp in milliseconds
   * @param isRemote asked at each request: where another thread draws, this one's frame is nothing to wait for, and the
   * pane paints at the end of the task
   */
  join(element: Element, paint: (now: number) => void, isRemote?: () => boolean): FramePane;
  /** A frame of this thread is under way: what is written into the page before it costs no frame of its own. */
  isUnderWay(): boolean;
  /**
   * Calls back once, when what was asked for by now is painted: in the next frame after its panes (a later one where the
   * budget puts some of them off), or at the end of the task where only another thread draws, for a frame that shows
   * nothing new costs the page as much as any.
   * @returns what calls it off
   */
  whenPainted(callback: () => void): () => void;
  /** Calls back once in the next frame, whoever asks for it and whenever, with the milliseconds that its panes painted. */
  ride(callback: (ms: number) => void): void;
};

/** The parts of the browser that the queue needs. Tests pass their own. */
export type FrameHost = {
  requestFrame(callback: (now: number) => void): void;
  /** Calls back at the end of the task. */
  soon(callback: () => void): void;
  /** Milliseconds, monotonic. */
  now(): number;
  /** Tells when an element comes on and goes off screen; returns the end of watching. */
  watch(element: Element, onVisible: (visible: boolean) => void): () => void;
};

/** Painting that takes longer continues in the next frame: on a slow laptop longer work would show as a dropped frame. */
const frameBudgetMs = 12;

type Pane = {
  readonly paint: (now: number) => void;
  readonly isRemote: () => boolean;
  visible: boolean;
  wanted: boolean;
};

/** By callback: panes that the budget put off, and it waits for; not known before its first frame. */
type Waiting = Map<() => void, readonly Pane[] | undefined>;

/**
 * One animation frame for all panes. A tick that reaches six panes asks for one frame, and each pane paints at most once in
 * it, with the latest data. Panes off screen do not paint. The browser gives a hidden tab no frames at all.
 */
export function createFrameQueue(host: FrameHost): FrameQueue {
  // In order of joining; the next frame starts at `first`, the pane that the budget put off.
  const panes: Pane[] = [];
  let first = 0;
  let scheduled = false;
  /** Remote panes that paint at the end of the task. */
  let soon = 0;
  let waiting: Waiting = new Map();
  let riders = new Set<(ms: number) => void>();

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    host.requestFrame(run);
  };

  const paintSoon = (pane: Pane): void => {
    soon++;
    host.soon(() => {
      soon--;
      if (!pane.wanted || !pane.visible) return;
      pane.wanted = false;
      pane.paint(host.now());
    });
  };

  const ask = (pane: Pane): void => {
    if (!pane.visible) return;
    if (pane.isRemote()) paintSoon(pane);
    else schedule();
  };

  const run = (now: number): void => {
    scheduled = false;
    const start = host.now();
    const [told, riding] = [waiting, riders];
    waiting = new Map();
    riders = new Set();
    const round = [...panes.slice(first), ...panes.slice(0, first)];
    first = 0;
    let reached = 0;
    try {
      for (const pane of round) {
        const paints = pane.wanted && pane.visible;
        if (paints && host.now() - start >= frameBudgetMs) {
          first = Math.max(0, panes.indexOf(pane));
          return;
        }
        reached++;
        if (!paints) continue;
        pane.wanted = false;
        pane.paint(now);
      }
    } finally {
      // The budget put them off, or a pane threw an error: one broken pane must not stop the others.
      if (panes.some((pane) => pane.wanted && pane.visible)) schedule();
      const putOff = round.slice(reached).filter((pane) => pane.wanted && pane.visible);
      const ms = host.now() - start;
      for (const [callback, before = putOff] of told) {
        // Those that it waits for already, and no others: a pane that asks in each frame does not hold it up.
        const rest = before.filter((pane) => putOff.includes(pane));
        if (rest.length > 0) waiting.set(callback, rest);
        else callback();
      }
      for (const callback of riding) callback(ms);
    }
  };

  return {
    join(element, paint, isRemote = () => false) {
      const pane: Pane = { paint, isRemote, visible: true, wanted: false };
      panes.push(pane);
      const unwatch = host.watch(element, (visible) => {
        pane.visible = visible;
        if (pane.wanted) ask(pane);
      });
      return {
        request() {
          if (pane.wanted) return;
          pane.wanted = true;
          ask(pane);
        },
        dispose() {
          unwatch();
          pane.wanted = false;
          const at = panes.indexOf(pane);
          if (at >= 0) panes.splice(at, 1);
          first = 0;
        },
      };
    },
    isUnderWay: () => scheduled,
    whenPainted(callback) {
      let isOff = false;
      const call = (): void => {
        if (!isOff) callback();
      };
      if (soon > 0 && !scheduled) host.soon(call);
      else {
        waiting.set(call, undefined);
        schedule();
      }
      return () => {
        isOff = true;
      };
    },
    ride: (callback) => void riders.add(callback),
  };
}

let pageQueue: FrameQueue | undefined;

/** The one queue of the page, for grids and charts alike. */
export function frameQueue(): FrameQueue {
  if (pageQueue !== undefined) return pageQueue;
  const watchers = new Map<Element, (visible: boolean) => void>();
  let observer: IntersectionObserver | undefined;
  pageQueue = createFrameQueue({
    requestFrame: (callback) => void requestAnimationFrame(callback),
    soon: (callback) => queueMicrotask(callback),
    now: () => performance.now(),
    watch(element, onVisible) {
      observer ??= new IntersectionObserver((entries) => {
        for (const entry of entries) watchers.get(entry.target)?.(entry.isIntersecting);
      });
      watchers.set(element, onVisible);
      observer.observe(element);
      return () => {
        watchers.delete(element);
        observer?.unobserve(element);
      };
    },
  });
  return pageQueue;
}
