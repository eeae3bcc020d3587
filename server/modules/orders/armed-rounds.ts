/**
 * Rules that were armed are looked after in rounds, by the process that armed them. What no process looks after any more is disarmed:
 * nothing acts that nobody watches.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";

export interface ArmedRounds {
  readonly clock: WallClock;
  readonly log: Log;
  /** What could not be looked after, for the log. */
  readonly what: string;
  /** Looks once after everything that this process armed. */
  run(): Promise<void>;
  /** Disarms what nobody has looked after since then, ms. */
  endUnseen(since: number): Promise<void>;
}

/** Between two looks, and so between two changes by a rule: a quote is to have time to answer. */
const LOOK_MS = 3000;
/** Armed and not looked after for so long: the process is gone. */
const UNSEEN_MS = 30_000;

/** @param isAlone no other process sends orders: whatever is armed is an earlier one's. @returns what stops it */
export function startRounds({ clock, log, what, run, endUnseen }: ArmedRounds, isAlone: boolean): () => Promise<void> {
  const lookAfter = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => log.error({ err: error }, `${what} could not be looked after`));
  let running: Promise<void> | undefined;
  const first = isAlone ? lookAfter(endUnseen(clock.now())) : undefined;
  const stop = clock.every(LOOK_MS, () => {
    // A round may take long, as where exits wait for their answers: what it saw as it began is not unseen.
    const unseen = clock.now() - UNSEEN_MS;
    running ??= lookAfter(run().then(() => endUnseen(unseen))).finally(() => {
      running = undefined;
    });
  });
  return async () => {
    stop();
    await first;
    await running;
  };
}
