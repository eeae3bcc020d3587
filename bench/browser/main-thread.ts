/**
 * What a page's threads did while something ran, read from a trace: CPU time by task. CPU time, because wall time
 * also counts what other processes of a busy machine took; a throttled page spins on the same thread, so it counts.
 */
import type { CDPSession } from "@playwright/test";
import { type Build, type NamedTask, nameTasks, PROFILER } from "./task-names.ts";
import { byThread, type ThreadEvents, type TraceEvent } from "./trace-events.ts";

export interface PageWork {
  /** Share of the time that the main thread worked, 0 to 1. */
  readonly busy: number;
  /** Its tasks of more than 50 ms. */
  readonly longTasks: number;
  /** Milliseconds. */
  readonly longest: number;
  /** Share of a core that the page's workers took together. */
  readonly workers: number;
  /** Its long tasks by what ran in them; empty where that was not asked for. */
  readonly named: readonly NamedTask[];
}

interface TraceOptions {
  /** Names the long tasks out of a profile, which costs the page time: for a look of its own. */
  readonly naming?: Build | undefined;
}

const MAIN = "CrRendererMain";
const WORKER = "DedicatedWorker thread";
const LONG_US = 50_000;

/** Traces the page's renderer while `work` runs. */
export async function tracePage(
  cdp: CDPSession,
  work: () => Promise<void>,
  { naming }: TraceOptions = {},
): Promise<PageWork> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }): void => {
    for (const event of value) events.push(event as TraceEvent);
  };
  cdp.on("Tracing.dataCollected", collect);
  const started = performance.now();
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", ...(naming ? PROFILER : [])], excludedCategories: ["*"] },
  });
  await work();
  const elapsedUs = (performance.now() - started) * 1000;
  const complete = new Promise((resolve) => cdp.once("Tracing.tracingComplete", resolve));
  await cdp.send("Tracing.end");
  await complete;
  cdp.off("Tracing.dataCollected", collect);
  return workOf(events, elapsedUs, naming);
}

const cpuOf = ({ tasks }: ThreadEvents): number => tasks.reduce((total, { us }) => total + us, 0);

/** Of the busiest renderer: the page under test is the only one that does anything. */
function workOf(events: readonly TraceEvent[], elapsedUs: number, naming: Build | undefined): PageWork {
  const threads = byThread(events);
  const main = threads.filter(({ name }) => name === MAIN).sort((a, b) => cpuOf(b) - cpuOf(a))[0];
  if (!main || main.tasks.length === 0) throw new Error("the trace holds no tasks of a renderer's main thread");
  const long = main.tasks.filter(({ us }) => us > LONG_US);
  const workers = threads.filter(({ pid, name }) => pid === main.pid && name === WORKER);
  return {
    busy: cpuOf(main) / elapsedUs,
    longTasks: long.length,
    longest: Math.max(...main.tasks.map(({ us }) => us)) / 1000,
    workers: workers.reduce((sum, thread) => sum + cpuOf(thread), 0) / elapsedUs,
    named: naming ? nameTasks(events, main, long, naming) : [],
  };
}
