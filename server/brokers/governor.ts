/**
 * How fast orders may leave: so many starts in any second for each broker client and exchange, whoever asks and on whichever
 * edge. Cancellations and exits go first; users who share an app key take turns. Where it cannot be known how many started, nothing
 * starts.
 *
 *     const until = await governor.slot({ client, account, exchange, isUrgent }, 9);
 *     if (clock.monotonic() <= until) …   // the write starts now; later it needs another slot
 *
 * A start may be held up a little behind its slot. The window is longer than a second by that much, so that no second ever
 * has more starts than it may, whatever was held up.
 */
import type { WallClock } from "../platform/clocks.ts";
import { createTurns, type Turns } from "../platform/turns.ts";

export interface Lane {
  /** Whose limit it is: of an app key at a broker. */
  readonly client: string;
  /** Whose order it is. */
  readonly account: string;
  readonly exchange: string;
  readonly isUrgent: boolean;
}

export interface Governor {
  /** @returns until when the write may start, monotonic ms. @throws GovernorError where nobody can know, or it would wait too long. */
  slot(lane: Lane, perSecond: number): Promise<number>;
}

export class GovernorError extends Error {
  override readonly name = "GovernorError";
}

/** Counts starts, wherever that is. */
export interface StartLog {
  /**
   * Counts one start now, if there is room in the window behind it, and nobody more urgent waits elsewhere.
   * @returns ms to wait before asking again; 0: counted. @throws where it cannot know.
   */
  tryStart(lane: string, perSecond: number, isUrgent: boolean): Promise<number>;
}

/** The rules allow ten; nobody configures more. */
const HARD_CAP = 10;
/** How long a start may be held up behind its slot. */
const HELD_MS = 100;
export const WINDOW_MS = 1000 + HELD_MS;
const LONGEST_WAIT_MS = 10_000;

interface Waiting {
  readonly account: string;
  readonly isUrgent: boolean;
  readonly perSecond: number;
  readonly since: number;
  readonly go: (until: number) => void;
  readonly fail: (error: GovernorError) => void;
}

export function createGovernor(log: StartLog, clock: WallClock): Governor {
  const queues = new Map<string, Waiting[]>();

  /** Lets one after another start, the urgent ones first, account by account. Runs while anybody waits. */
  async function serve(name: string, queue: Waiting[]): Promise<void> {
    const turns = createTurns();
    for (let next = firstOf(queue, turns); next !== undefined; next = firstOf(queue, turns)) {
      const waited = clock.monotonic() - next.since;
      if (waited > LONGEST_WAIT_MS) {
        remove(queue, next);
        next.fail(new GovernorError("too many orders are waiting to be sent"));
        continue;
      }
      try {
        const until = clock.monotonic() + HELD_MS;
        const wait = await log.tryStart(name, Math.min(next.perSecond, HARD_CAP), next.isUrgent);
        if (wait > 0) {
          await new Promise<void>((resolve) => clock.after(wait, resolve));
          continue; // somebody more urgent may have come
        }
        // A slot that came too late is lost.
        if (clock.monotonic() > until) continue;
        remove(queue, next);
        turns.took(next.account);
        next.go(until);
      } catch (cause) {
        remove(queue, next);
        next.fail(new GovernorError("it cannot be known how many orders were sent", { cause }));
      }
    }
    queues.delete(name);
  }

  return {
    slot({ client, account, exchange, isUrgent }, perSecond) {
      const name = `${client}:${exchange}`;
      return new Promise((go, fail) => {
        const waiting = { account, isUrgent, perSecond, since: clock.monotonic(), go, fail };
        const queue = queues.get(name);
        if (queue !== undefined) {
          queue.push(waiting);
          return;
        }
        const fresh = [waiting];
        queues.set(name, fresh);
        void serve(name, fresh);
      });
    },
  };
}

const firstOf = (queue: readonly Waiting[], turns: Turns): Waiting | undefined =>
  turns.next(queue.filter(({ isUrgent }) => isUrgent)) ?? turns.next(queue);

const remove = (queue: Waiting[], one: Waiting): void => {
  queue.splice(queue.indexOf(one), 1);
};

/** The starts of this process alone: for an installation that is one process. */
export function createLocalStarts(now: () => number): StartLog {
  const starts = new Map<string, number[]>();
  return {
    async tryStart(lane, perSecond) {
      const at = now();
      const recent = (starts.get(lane) ?? []).filter((start) => at - start < WINDOW_MS);
      starts.set(lane, recent);
      const oldest = recent[0];
      if (recent.length >= perSecond && oldest !== undefined) return oldest + WINDOW_MS - at;
      recent.push(at);
      return 0;
    },
  };
}
