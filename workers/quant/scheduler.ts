/**
 * When derivations run. A subscription runs with the frames of its feed, at its rate at most, latest wins; never while it is
 * hidden, and never again before its last snapshot was painted, so that a slow main thread slows the worker instead of
 * queueing. Where several may run, the pane that the user works in goes first, then the one that is most behind.
 * One run a turn of the event loop: updates that arrive meanwhile are applied first.
 */
import { type Credit, dueAt, FULL, intervalOf, nextPace, type Paced, runsAt, take } from "./pace.ts";

export interface Task extends Paced {
  /** Whether a run would reach the screen: visible, and the last snapshot painted. */
  isReady(): boolean;
  /** @returns whether there was something to show; else the run does not count. */
  run(): boolean;
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

/** Of a request that the user made: newer than any news. */
const USER = Number.POSITIVE_INFINITY;

interface Turn {
  readonly task: Task;
  readonly asked: number;
  /** Since when it could have run. */
  readonly due: number;
}

/** The pane that the user works in, then the one that is most behind; of equals the one that has waited longest. */
const goesBefore = (a: Turn, b: Turn): boolean =>
  a.task.isActive === b.task.isActive ? a.due < b.due : a.task.isActive;

/** Milliseconds between two looks at how much there is to do. */
const LOOK_MS = 2000;

export function createScheduler(host: SchedulerHost): Scheduler {
  /** With the time of the newest request, or {@link USER}. */
  const waiting = new Map<Task, number>();
  const credits = new WeakMap<Task, Credit>();
  let cancel: (() => void) | undefined;
  let armedFor = Number.POSITIVE_INFINITY;
  let pace = 1;
  /** Milliseconds that runs took since the last look. */
  let spent = 0;
  let lookedAt = host.now();

  const creditOf = (task: Task): Credit => credits.get(task) ?? FULL;
  const timeOf = (task: Task, asked: number): number =>
    asked === USER ? Number.NEGATIVE_INFINITY : runsAt(creditOf(task), asked, intervalOf(task, pace));

  function arm(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const [task, asked] of waiting) if (task.isReady()) next = Math.min(next, timeOf(task, asked));
    if (next >= armedFor) return;
    cancel?.();
    armedFor = next;
    cancel = host.after(Math.max(0, next - host.now()), turn);
  }

  /** Of those whose time has come, the first by {@link goesBefore}. */
  function choose(now: number): Turn | undefined {
    let first: Turn | undefined;
    for (const [task, asked] of waiting) {
      if (timeOf(task, asked) > now || !task.isReady()) continue;
      const turn = {
        task,
        asked,
        due: asked === USER ? Number.NEGATIVE_INFINITY : dueAt(creditOf(task), intervalOf(task, pace)),
      };
      if (!first || goesBefore(turn, first)) first = turn;
    }
    return first;
  }

  function run({ task, asked }: Turn): void {
    const began = host.now();
    waiting.delete(task);
    try {
      const isShown = task.run();
      // A run that the user's hand called for takes none of the frames' away.
      if (isShown && asked !== USER) credits.set(task, take(creditOf(task), began, intervalOf(task, pace)));
    } finally {
      look(host.now() - began);
    }
  }

  function look(ms: number): void {
    spent += ms;
    const elapsed = host.now() - lookedAt;
    if (elapsed < LOOK_MS) return;
    pace = nextPace(pace, spent / elapsed);
    spent = 0;
    lookedAt += elapsed;
  }

  function turn(): void {
    cancel = undefined;
    armedFor = Number.POSITIVE_INFINITY;
    try {
      const next = choose(host.now());
      if (next) run(next);
    } finally {
      arm(); // one pane's failure is not the others'
    }
  }

  return {
    request(task, isUrgent = false) {
      waiting.set(task, isUrgent || waiting.get(task) === USER ? USER : host.now());
      arm();
    },
    wake: arm,
    forget(task) {
      waiting.delete(task);
    },
  };
}
