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
  /**
   * Something new for this task: it runs as soon as its rate and readiness allow.
   * @param isUrgent the user acted: the rate does not count
   */
  request(task: Task, isUrgent?: boolean): void;
  /** The task became ready again (painted, or visible): a request that waited for it is looked at now. */
  wake(): void;
  forget(task: Task): void;
}

/**
 * Milliseconds at a rate of one a second. A run that came late does not make the next one late as well, or a pane would
 * stay behind a feed of its own rate for good: two runs may stand as near as half an interval.
 */
const LATENESS = 500;

/**
 * What was news so long before a task may run waits a little longer for what comes next. A pane that runs at half the feed's
 * rate would else show every figure half a second old, since its time comes just before the frame. A task that is quicker
 * than any feed has nothing to wait for.
 */
const OLD_MS = 150;
const PATIENCE_MS = 120;
const PATIENT_UP_TO_RATE = 2;

export function createScheduler(host: SchedulerHost): Scheduler {
  /** With the time of the newest request; infinite where the user acted. */
  const waiting = new Map<Task, number>();
  const lastRun = new WeakMap<Task, number>();
  let cancel: (() => void) | undefined;
  let due = Number.POSITIVE_INFINITY;

  const dueAt = (task: Task): number => (lastRun.get(task) ?? Number.NEGATIVE_INFINITY) + 1000 / task.rate;
  const runsAt = (task: Task, asked: number): number => {
    if (asked === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
    const own = dueAt(task);
    const isPatient = task.rate <= PATIENT_UP_TO_RATE && asked < own - OLD_MS;
    return isPatient ? own + PATIENCE_MS : own;
  };

  function arm(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const [task, asked] of waiting) if (task.isReady()) next = Math.min(next, runsAt(task, asked));
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
      for (const [task, asked] of waiting) {
        if (!task.isReady() || runsAt(task, asked) > now) continue;
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
    request(task, isUrgent = false) {
      const isAlready = waiting.get(task) === Number.POSITIVE_INFINITY;
      waiting.set(task, isUrgent || isAlready ? Number.POSITIVE_INFINITY : host.now());
      arm();
    },
    wake: arm,
    forget(task) {
      waiting.delete(task);
    },
  };
}
