/**
 * What a page's main thread did while something ran, read from a trace: CPU time by task. CPU time, because wall time
 * also counts what other processes of a busy machine took; a throttled page spins on the same thread, so it counts.
 */
import type { CDPSession } from "@playwright/test";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface MainThreadWork {
  /** Share of the time that the thread worked, 0 to 1. */
  readonly busy: number;
  /** Tasks of more than 50 ms. */
  readonly longTasks: number;
  /** Milliseconds. */
  readonly longest: number;
}

const TASK = "ThreadControllerImpl::RunTask";
const LONG_US = 50_000;

/** Traces the page's renderer while `work` runs. */
export async function traceMainThread(cdp: CDPSession, work: () => Promise<void>): Promise<MainThreadWork> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }): void => void events.push(...(value as TraceEvent[]));
  cdp.on("Tracing.dataCollected", collect);
  const started = performance.now();
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], excludedCategories: ["*"] },
  });
  await work();
  const elapsedUs = (performance.now() - started) * 1000;
  const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await complete;
  cdp.off("Tracing.dataCollected", collect);
  return workOf(events, elapsedUs);
}

/** The busiest renderer's main thread: the page under test is the only one that does anything. */
function workOf(events: readonly TraceEvent[], elapsedUs: number): MainThreadWork {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const byThread = new Map<string, number[]>();
  for (const { name, ph, pid, tid, tdur, dur } of events) {
    const thread = `${pid} ${tid}`;
    if (ph !== "X" || name !== TASK || !mains.has(thread)) continue;
    const tasks = byThread.get(thread) ?? [];
    tasks.push(tdur ?? dur ?? 0);
    byThread.set(thread, tasks);
  }
  const sum = (tasks: readonly number[]): number => tasks.reduce((total, one) => total + one, 0);
  const tasks = [...byThread.values()].sort((a, b) => sum(b) - sum(a))[0];
  if (!tasks) throw new Error("the trace holds no tasks of a renderer's main thread");
  return {
    busy: sum(tasks) / elapsedUs,
    longTasks: tasks.filter((us) => us > LONG_US).length,
    longest: Math.max(...tasks) / 1000,
  };
}
