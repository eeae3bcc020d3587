/**
 * Puts the server together in the order in which its parts need each other, and takes it apart in reverse. A part
 * that does not start takes down what started before it. Which parts those are depends on the role.
 */
import { startAll } from "./compose-all.ts";
import { startEdge } from "./compose-edge.ts";
import { startFeed } from "./compose-feed.ts";
import { systemClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env/env.ts";
import type { Log } from "./platform/log.ts";
import type { Started } from "./starting.ts";

export interface RunningServer extends Started {
  stop(): Promise<void>;
}

const ROLES = { all: startAll, feed: startFeed, edge: startEdge } as const;

/**
 * @param fail is told of what breaks beyond repair while the server runs.
 * @throws StartError, one line for the operator.
 */
export async function startServer(env: Env, log: Log, fail: (error: unknown) => void): Promise<RunningServer> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return { ...(await ROLES[env.role]({ env, log, clock: systemClock, fail, stops })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
