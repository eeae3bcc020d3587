/** A new password for who has forgotten the old one. */
import { eq, sql } from "drizzle-orm";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import { networkOf } from "../../platform/http/client-facts.ts";
import type { RateLimit, RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { News } from "../../platform/news/news.ts";
import { audit } from "../../platform/users/audit.ts";
import { RESET_MAIL } from "./account-mail.ts";
import type { Links } from "./links.ts";
import type { Passwords } from "./password.ts";
import { checkNewPassword, type NewPassword } from "./password-rules.ts";
import { account } from "./schema.ts";
import { endSessionsOf } from "./sessions/session-repository.ts";

export interface PasswordResets {
  /** Asks for a link; the same work for every address, so that nothing tells which ones have accounts. @throws AppError 429 */
  forgot(email: string, address: string): Promise<void>;
  /** Uses the link up and ends the account's session everywhere. @throws AppError 400 in words for the user, 429 */
  reset(token: string, fresh: NewPassword, address: string): Promise<void>;
}

export interface PasswordResetDeps {
  readonly orm: Orm;
  readonly links: Links;
  readonly mailer: Mailer;
  readonly passwords: Passwords;
  readonly news: Pick<News, "wake">;
  readonly rateLimits: RateLimits;
  readonly clock: WallClock;
}

/** From one network address, which a whole office may share. */
const ADDRESS_REQUESTS = { points: 20, seconds: 15 * 60 };
const MAX_EMAIL = 254;

export function createPasswordResets(deps: PasswordResetDeps): PasswordResets {
  const { orm, links, mailer, passwords, news, clock } = deps;
  const asked = deps.rateLimits.create({ name: "forgot-address", ...ADDRESS_REQUESTS });
  const tried = deps.rateLimits.create({ name: "reset-address", ...ADDRESS_REQUESTS });

  return {
    async forgot(email, address) {
      await take(asked, address);
      await mailer.queue(orm, { kind: RESET_MAIL, to: email.trim().slice(0, MAX_EMAIL), data: { address } });
    },
    async reset(token, fresh, address) {
      await take(tried, address);
      checkNewPassword(fresh);
      if ((await links.find(orm, "reset", token)) === undefined) throw linkIsOver();
      const passwordHash = await passwords.hash(fresh.password);
      await orm.transaction(async (tx) => {
        const id = await links.use(tx, "reset", token);
        if (id === undefined) throw linkIsOver();
        const at = new Date(clock.now());
        // Who could read the message has the mailbox: that confirms the address, too.
        const confirmedAt = sql`coalesce(${account.confirmedAt}, ${at.toISOString()}::timestamptz)`;
        await tx.update(account).set({ passwordHash, confirmedAt }).where(eq(account.id, id));
        // With the password: whoever knew the old one is out even where the database is lost right after this.
        await endSessionsOf(tx, id, "logout", at);
        await audit(tx, { at, action: "password.changed", accountId: id, address, detail: { by: "link" } });
      });
      await news.wake();
    },
  };
}

async function take(limit: RateLimit, address: string): Promise<void> {
  const wait = await limit.take(networkOf(address));
  if (wait > 0) throw new AppError("rate-limited", undefined, { retryAfter: wait });
}

const linkIsOver = (): AppError =>
  new AppError("bad-request", "This link does not work any more. Please ask for a new one");
