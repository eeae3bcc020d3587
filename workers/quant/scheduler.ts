/**
 * When derivations run. A subscription runs at its rate at most, latest wins; never while it is hidden, and never
 * again before its last snapshot was painted, so that a slow main thread slows the worker instead of queueing.
 * One run a turn of the event loop: updates that arrive meanwhile are applied first.
 */
export interface Task {
  /** Runs a second at most. */
  readonly rate: number;
  /** Whether a run would reach the screen: visible, and the last snapshot painted. */
  isReady(): boolean;
  run(): void;
}

export interface SchedulerHost {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export interface Scheduler {
  /** Something new for this task: it runs as soon as its rate and readiness allow. */
  request(task: Task): void;
  /** The task became ready again (painted, or visible): a request that waited for it is looked at now. */
  wake(): void;
  forget(task: Task): void;
}

/**
 * Milliseconds at a rate of one a second. A run that came late does not make the next one late as well, or a pane would
 * stay behind a feed of its own rate for good: two runs may stand as near as half an interval.
 */
const LATENESS = 500;

export function createScheduler(host: SchedulerHost): Scheduler {
  const waiting = new Set<Task>();
  const lastRun = new WeakMap<Task, number>();
  let cancel: (() => void) | undefined;
  let due = Number.POSITIVE_INFINITY;

  const dueAt = (task: Task): number => (lastRun.get(task) ?? Number.NEGATIVE_INFINITY) + 1000 / task.rate;

  function arm(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const task of waiting) if (task.isReady()) next = Math.min(next, dueAt(task));
    if (next >= due) return;
    cancel?.();
    due = next;
    cancel = host.after(Math.max(0, next - host.now()), turn);
  }

  function turn(): void {
    cancel = undefined;
    due = Number.POSITIVE_INFINITY;
    const now = host.now();
    try {
      // Insertion order is fair: a task that ran goes to the back when it asks again.
      for (const task of waiting) {
        if (!task.isReady() || dueAt(task) > now) continue;
        waiting.delete(task);
        lastRun.set(task, lastRun.has(task) ? Math.max(dueAt(task), now - LATENESS / task.rate) : now);
        task.run();
        break;
      }
    } finally {
      arm(); // one pane's failure is not the others'
    }
  }

  return {
    request(task) {
      waiting.add(task);
      arm();
    },
    wake: arm,
    forget(task) {
      waiting.delete(task);
    },
  };
}
