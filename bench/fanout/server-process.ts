/** What every server of this bench does, each in a process of its own: tick at a pace, and say what that took. */
import type { Run, Scenario, Weight } from "./protocol.ts";
import { answer } from "./question.ts";

export interface BenchedServer {
  readonly port: number;
  /** Every room of the scenario has new figures, and they are sent. */
  tick(scenario: Scenario): void | Promise<void>;
}

/** After the last tick: what is on its way arrives, and is acknowledged. */
const DRAIN_MS = 120;
/** What starting and a burst of arrivals leave behind is given back bit by bit: weighed is what stays. */
const MAX_COLLECTIONS = 12;
const COLLECTION_MS = 120;
const STEADY_BYTES = 256 * 1024;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Garbage is not collected by force before a run: V8 drops what it compiled for kinds of objects of which a full collection
 * leaves none, and compiling it again would be a fifth of what is measured.
 * @returns microseconds of CPU of this process, user and system
 */
async function run(server: BenchedServer, { scenario, ticks, paceMs }: Run): Promise<number> {
  const before = process.cpuUsage();
  for (let tick = 0; tick < ticks; tick++) {
    await server.tick(scenario);
    await pause(paceMs);
  }
  await pause(DRAIN_MS);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function weigh(): Promise<Weight> {
  let [before, steady] = [0, 0];
  for (let i = 0; i < MAX_COLLECTIONS && steady < 2; i++) {
    globalThis.gc?.();
    await pause(COLLECTION_MS);
    const { rss } = process.memoryUsage();
    steady = Math.abs(rss - before) < STEADY_BYTES ? steady + 1 : 0;
    before = rss;
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

export function serve<Options>(
  start: (options: Options) => Promise<BenchedServer>,
  more: (server: BenchedServer) => Readonly<Record<string, (argument: never) => Promise<unknown>>> = () => ({}),
): void {
  let server: BenchedServer | undefined;
  const started = (): BenchedServer => {
    if (server === undefined) throw new Error("the server was not started");
    return server;
  };
  answer({
    async start(options: Options): Promise<number> {
      server = await start(options);
      return server.port;
    },
    run: (asked: Run) => run(started(), asked),
    weigh,
    async tell({ name, argument }: { name: string; argument: never }) {
      return more(started())[name]?.(argument);
    },
  });
}
