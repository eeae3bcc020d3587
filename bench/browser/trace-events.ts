/** Chromium's trace events, by thread. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  /** Joins the pieces of a profile. */
  readonly id?: string;
  readonly args?: { readonly name?: string; readonly data?: unknown };
}

export interface TaskEvent {
  /** Microseconds of the trace's clock: when it began, and how long it lasted by the clock. */
  readonly ts: number;
  readonly dur: number;
  /** Microseconds of CPU. */
  readonly us: number;
}

export interface ThreadEvents {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly tasks: readonly TaskEvent[];
}

const TASK = "ThreadControllerImpl::RunTask";

export function byThread(events: readonly TraceEvent[]): readonly ThreadEvents[] {
  const threads = new Map<string, { pid: number; tid: number; name: string; tasks: TaskEvent[] }>();
  const threadOf = ({ pid, tid }: TraceEvent) => {
    const key = `${pid} ${tid}`;
    const thread = threads.get(key) ?? { pid, tid, name: "", tasks: [] };
    threads.set(key, thread);
    return thread;
  };
  for (const event of events) {
    if (event.name === "thread_name") threadOf(event).name = event.args?.name ?? "";
    else if (event.name === TASK && event.ph === "X") {
      const { ts, dur = 0, tdur } = event;
      threadOf(event).tasks.push({ ts, dur, us: tdur ?? dur });
    }
  }
  return [...threads.values()];
}
