/**
 * Sessions as they were when the database was last asked about them. While it is away they count as they were: nobody is
 * logged out by an outage, and what needs no database goes on. A session that nobody asked about before is not known.
 */
import type { WallClock } from "../../../platform/clocks.ts";
import { DatabaseAway, isDatabaseAway } from "../../../platform/database/database-away.ts";
import type { LiveSession } from "./session-repository.ts";

export interface SessionMemory {
  /**
   * What `ask` says; while the database is away, what it said before. Rejects where neither is known.
   * @param key of the secret that was shown
   */
  live(key: string, ask: () => Promise<LiveSession | undefined>): Promise<LiveSession | undefined>;
  /** The session has ended. */
  forget(sessionId: string): void;
}

/** Later than this after its last answer a session has to be asked about. */
const KNOWN_MS = 3600_000;
/** An answer takes milliseconds: after this the database counts as away. */
const PATIENCE_MS = 2000;
/** While it is away, known sessions wait for it once in so long. */
const AGAIN_MS = 1000;
/** Of secrets; two a session. The oldest make room. */
const MOST = 40_000;

export function createSessionMemory(clock: WallClock): SessionMemory {
  const sessionOf = new Map<string, string>();
  const sessions = new Map<string, { readonly found: LiveSession; readonly at: number }>();
  let awayUntil = Number.NEGATIVE_INFINITY;

  function remember(key: string, found: LiveSession | undefined): void {
    sessionOf.delete(key); // it becomes the newest
    if (found === undefined) return;
    sessionOf.set(key, found.session.id);
    sessions.set(found.session.id, { found, at: clock.monotonic() });
    if (sessionOf.size <= MOST) return;
    for (const [oldest, id] of sessionOf) {
      sessionOf.delete(oldest);
      sessions.delete(id);
      return;
    }
  }

  function known(key: string): LiveSession | undefined {
    const kept = sessions.get(sessionOf.get(key) ?? "");
    if (kept === undefined || clock.monotonic() - kept.at > KNOWN_MS) return undefined;
    return kept.found.session.expiresAt.getTime() > clock.now() ? kept.found : undefined;
  }

  return {
    async live(key, ask) {
      if (clock.monotonic() < awayUntil) {
        const found = known(key);
        if (found !== undefined) return found;
      }
      try {
        const found = await inTime(clock, ask());
        awayUntil = Number.NEGATIVE_INFINITY;
        remember(key, found);
        return found;
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        awayUntil = clock.monotonic() + AGAIN_MS;
        const found = known(key);
        if (found === undefined) throw error;
        return found;
      }
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };
}

/** @throws DatabaseAway where the answer takes too long */
function inTime<Answer>(clock: WallClock, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(PATIENCE_MS, () => reject(new DatabaseAway(`no answer in ${PATIENCE_MS} ms`)));
    answer.then(resolve, reject).finally(cancel);
  });
}
