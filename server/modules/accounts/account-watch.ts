/**
 * Looks into the database for what other processes did: a session that ended there, a subscription that changed. So a
 * command on the server's machine, a payment at another edge and an upgrade reach every socket within about a second,
 * whether or not there is a bus.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { SessionEnd } from "../../platform/identity.ts";
import type { Log } from "../../platform/log.ts";
import type { AccountRepository } from "./account-repository.ts";
import type { SessionRepository } from "./session-repository.ts";

export interface AccountWatchDeps {
  readonly sessions: Pick<SessionRepository, "endedSince">;
  readonly accounts: Pick<AccountRepository, "changedSince">;
  readonly clock: WallClock;
  readonly log: Log;
  readonly onEnded: (sessionId: string, why: SessionEnd) => void;
  /** @param accountId whose entitlement is another one now. */
  readonly onChanged: (accountId: string) => void;
}

const LOOK_MS = 1000;
/** A transaction is seen when it is committed, with the time at which it began; clocks of two machines differ. */
const MARGIN_MS = 5000;

/** @returns what stops it. */
export function watchAccounts({ sessions, accounts, clock, log, onEnded, onChanged }: AccountWatchDeps): () => void {
  let lookedAt = clock.now();
  /** What was told, by when it happened. */
  const told = new Map<string, number>();
  let isLooking = false;

  function isNews(what: string, at: Date): boolean {
    if (told.has(what)) return false;
    told.set(what, at.getTime());
    return true;
  }

  async function look(): Promise<void> {
    const now = clock.now();
    const from = lookedAt - MARGIN_MS;
    const since = new Date(from);
    const ended = await sessions.endedSince(since);
    const changed = await accounts.changedSince(since);
    lookedAt = now;
    for (const [what, at] of told) if (at < from) told.delete(what);
    for (const { id, why, at } of ended) if (isNews(`session ${id}`, at)) onEnded(id, why);
    for (const { id, at } of changed) if (isNews(`account ${id} ${at.getTime()}`, at)) onChanged(id);
  }

  return clock.every(LOOK_MS, () => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, "what changed elsewhere is not known"))
      .finally(() => {
        isLooking = false;
      });
  });
}
