/** Puts the accounts module together. */
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/db.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { Identities } from "../../platform/identity.ts";
import type { Log } from "../../platform/log.ts";
import type { RateLimits } from "../../platform/rate-limits.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { createAccountRepository } from "./account-repository.ts";
import { ensureAdmin, ensureDemo } from "./embedded-accounts.ts";
import { createLoginLimits } from "./login-limits.ts";
import { createPasswords } from "./password.ts";
import { registerAccounts } from "./routes.ts";
import { createAccountService } from "./service.ts";
import { createSessionRepository, type EndedSession } from "./session-repository.ts";
import { createSessions } from "./sessions.ts";

export interface AccountsDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly secrets: Secrets;
  readonly clock: WallClock;
  readonly log: Log;
  /** Demo accounts may log in. */
  readonly demo: boolean;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

export interface Accounts {
  readonly identities: Identities;
  /** Sessions that ended at that time or later, whichever process ended them. */
  endedSince(time: Date): Promise<readonly EndedSession[]>;
  register(bind: Bind): void;
  /** Makes the accounts of a server on one's own machine. @returns the new admin's password on first start. */
  seed(): Promise<string | undefined>;
  /** Ends sessions as they age; returns what stops it. */
  start(): () => void;
}

export function createAccounts({ database, rateLimits, ...deps }: AccountsDeps): Accounts {
  const { secrets, clock } = deps;
  const accounts = createAccountRepository(database.orm);
  const repository = createSessionRepository(database.orm);
  const sessions = createSessions({ ...deps, repository });
  const passwords = createPasswords();
  const limits = createLoginLimits(rateLimits, secrets);
  return {
    identities: sessions,
    endedSince: (time) => repository.endedSince(time),
    register: registerAccounts(createAccountService({ ...deps, accounts, sessions, passwords, limits })),
    async seed() {
      const seeding = { accounts, passwords, now: clock.now() };
      await ensureDemo(seeding);
      return ensureAdmin(seeding);
    },
    start: sessions.start,
  };
}
