/** Puts the accounts module together. */
import type { WallClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Log } from "../../platform/log.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { News } from "../../platform/news/news.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Identities } from "../../platform/users/identity.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import { composeAccountMail } from "./account-mail.ts";
import { createAccountRepository } from "./account-repository.ts";
import { confirmPage } from "./confirm-page.ts";
import { ensureAdmin, ensureDemo } from "./embedded-accounts.ts";
import { createLinks } from "./links.ts";
import { createOwnAccounts } from "./own-account.ts";
import type { Passwords } from "./password.ts";
import { createPasswordResets } from "./password-reset.ts";
import { registerAccounts } from "./routes.ts";
import { createAccountService } from "./service.ts";
import { createLoginLimits } from "./sessions/login-limits.ts";
import { createSessionRepository } from "./sessions/session-repository.ts";
import { createSessions } from "./sessions/sessions.ts";
import { createSignUps } from "./sign-up.ts";

export interface AccountsDeps {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly personalData: PersonalData;
  readonly news: Pick<News, "wake" | "onNews">;
  readonly clock: WallClock;
  readonly log: Log;
  /** Demo accounts may log in. */
  readonly demo: boolean;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

export interface Accounts {
  readonly identities: Identities;
  register(bind: Bind): void;
  /** Where the links of e-mails lead. */
  readonly pages: Pages;
  /** Makes the accounts of a server on one's own machine. @returns the new admin's password on first start. */
  seed(): Promise<string | undefined>;
  /** Ends sessions and links as they age; returns what stops it. */
  start(): () => void;
}

const LINK_SWEEP_MS = 3600_000;

export function createAccounts({ database, ...given }: AccountsDeps): Accounts {
  const { orm } = database;
  const { passwords, rateLimits, secrets, mailer, clock, log } = given;
  const accounts = createAccountRepository(orm);
  const sessions = createSessions({ ...given, repository: createSessionRepository(orm) });
  const links = createLinks({ orm, secrets, clock });
  const limits = createLoginLimits(rateLimits, secrets);
  const deps = { ...given, orm, accounts, sessions, links, limits };
  composeAccountMail(mailer, deps);
  const signUps = createSignUps(deps);
  const own = createOwnAccounts(deps);
  return {
    identities: sessions,
    register: registerAccounts({
      orm,
      clock,
      service: createAccountService(deps),
      signUps,
      resets: createPasswordResets(deps),
      own,
    }),
    pages: confirmPage(signUps),
    async seed() {
      const seeding = { accounts, passwords, now: clock.now() };
      await ensureDemo(seeding);
      return ensureAdmin(seeding);
    },
    start() {
      const stops = [
        sessions.start(),
        clock.every(LINK_SWEEP_MS, () => {
          links.sweep().catch((error: unknown) => log.warn({ err: error }, "old links could not be forgotten"));
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
