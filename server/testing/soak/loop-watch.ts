/**
 * How long a thread's event loop is held: by the clock, and in CPU of the thread itself. On a busy machine a turn also
 * waits for a core, which says nothing of the code, so the second figure is the one to judge by where there is one (Linux).
 */
import { readFileSync } from "node:fs";

/** The loop between two firings of a timer; milliseconds, `at` on the clock of `process.hrtime`. */
export interface Hold {
  readonly at: number;
  readonly wallMs: number;
  /** CPU of this thread; the wall's figure where the system does not say it. */
  readonly cpuMs: number;
}

const STEP_MS = 2;
/** Shorter ones are not remembered. */
const WORTH_MS = 10;

export interface LoopWatch {
  /** The longest by CPU, longest first. */
  longest(count: number): readonly Hold[];
  stop(): void;
}

export function watchLoop(): LoopWatch {
  const holds: Hold[] = [];
  let [wall, cpu] = [now(), threadCpu()];
  const timer = setInterval(() => {
    const [wallNow, cpuNow] = [now(), threadCpu()];
    const wallMs = wallNow - wall;
    const cpuMs = cpuNow === undefined || cpu === undefined ? wallMs : cpuNow - cpu;
    if (wallMs >= WORTH_MS) holds.push({ at: wall, wallMs, cpuMs });
    [wall, cpu] = [wallNow, cpuNow];
  }, STEP_MS);
  return {
    longest: (count) => [...holds].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, count),
    stop: () => clearInterval(timer),
  };
}

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Milliseconds of CPU that this thread has had. */
function threadCpu(): number | undefined {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}
