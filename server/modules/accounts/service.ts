/** What can be done with an account: log in, log out, look at it. */
import type { User } from "#contract/wire/http/accounts.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { audit } from "../../platform/users/audit.ts";
import type { AccountRepository } from "./account-repository.ts";
import type { Passwords } from "./password.ts";
import type { Account } from "./schema.ts";
import type { LoginLimits } from "./sessions/login-limits.ts";
import type { OpenedSession, Sessions } from "./sessions/sessions.ts";
import { userView } from "./user-view.ts";

export interface Login {
  readonly email: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly address: string;
  readonly cookieName: string;
  /** The browser's device cookie, if it has one. */
  readonly device: string | undefined;
}

export interface LoggedIn {
  readonly session: OpenedSession;
  readonly user: User;
  /** The device cookie to set. */
  readonly device: string;
}

export interface AccountService {
  /** @throws AppError 401 for a wrong password and an unknown address alike, 429 after too many failures. */
  login(login: Login): Promise<LoggedIn>;
  /** Ends the session of the Cookie header. @returns false, and nothing happens, where that is none, or is over. */
  logout(cookieHeader: string | undefined, address: string): Promise<boolean>;
  /** @throws AppError 401 */
  user(cookieHeader: string | undefined): Promise<User>;
}

export interface AccountServiceDeps {
  readonly orm: Orm;
  readonly accounts: AccountRepository;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly limits: LoginLimits;
  readonly secrets: Secrets;
  readonly clock: WallClock;
  readonly log: Log;
  readonly demo: boolean;
  readonly publicUrl: string;
}

export function createAccountService(deps: AccountServiceDeps): AccountService {
  const { orm, accounts, sessions, passwords, limits, secrets, clock, publicUrl } = deps;
  const log = deps.log.child({ part: "accounts" });
  const view = (account: Account, expiresAt: Date): User =>
    userView(account, { expiresAt, now: clock.now(), secrets, publicUrl });

  return {
    async login({ email, password, fingerprint, address, cookieName, device }) {
      const found = await accounts.byEmail(email);
      const account = found?.demo && !deps.demo ? undefined : found;
      const attempt = { email, address, device, accountId: account?.id };
      const opened = await limits.guarded(attempt, async () => {
        const right = await passwords.verify(account?.passwordHash, password);
        if (!right || account === undefined) return undefined;
        const { id: accountId, passwordHash } = account;
        const session = await sessions.open({ accountId, passwordHash, cookieName, fingerprint, address });
        return session && { account, session };
      });
      const at = new Date(clock.now());
      if (opened === undefined) {
        await audit(orm, { at, action: "login.refused", accountId: account?.id, actor: "anonymous", address });
        log.info({ account: account?.id, address }, "login refused");
        throw new AppError("bad-credentials");
      }
      const { session } = opened;
      await audit(orm, { at, action: "login", accountId: opened.account.id, address });
      log.info({ account: opened.account.id, session: session.id, address }, "login");
      return {
        session,
        user: view(opened.account, session.expiresAt),
        device: limits.deviceCookie(opened.account.id, device),
      };
    },
    async logout(cookieHeader, address) {
      const live = await sessions.find(cookieHeader);
      if (live === undefined) return false;
      await sessions.end(live.session.id, "logout");
      await audit(orm, { at: new Date(clock.now()), action: "logout", accountId: live.account.id, address });
      log.info({ account: live.account.id, session: live.session.id }, "logout");
      return true;
    },
    async user(cookieHeader) {
      const live = await sessions.find(cookieHeader);
      if (live === undefined) throw new AppError("unauthorized");
      return view(live.account, live.session.expiresAt);
    },
  };
}
