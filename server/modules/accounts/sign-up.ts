/**
 * New accounts. The reply to a sign-up is the same whether or not the address has an account, and so is the work
 * behind it; who owns the address learns the truth by e-mail.
 */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import { networkOf } from "../../platform/http/client-facts.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { audit } from "../../platform/users/audit.ts";
import { CONFIRM_MAIL, KNOWN_MAIL } from "./account-mail.ts";
import { type AccountRepository, createAccountRepository } from "./account-repository.ts";
import type { Links } from "./links.ts";
import type { Passwords } from "./password.ts";
import { checkNewPassword, type NewPassword } from "./password-rules.ts";
import { account } from "./schema.ts";

export interface SignUp extends NewPassword {
  readonly name: string;
  readonly email: string;
  readonly referralId?: string | null | undefined;
  readonly address: string;
}

export interface SignUps {
  /** @throws AppError 400 in words for the user, 429 */
  signUp(request: SignUp): Promise<void>;
  /** Whether the token of a confirmation still works. */
  isConfirmable(token: string): Promise<boolean>;
  /** @returns whether the token worked. */
  confirm(token: string, address: string): Promise<boolean>;
}

export interface SignUpDeps {
  readonly orm: Orm;
  readonly accounts: AccountRepository;
  readonly links: Links;
  readonly mailer: Mailer;
  readonly passwords: Passwords;
  readonly rateLimits: RateLimits;
  readonly clock: WallClock;
}

/** Sign-ups from one network address, which a whole office may share. */
const ADDRESS_SIGNUPS = { points: 30, seconds: 3600 };
const MAX_NAME = 100;
/** Control characters, and those that turn the direction of a line. The joiners of Indian scripts stay. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const Email = z.email().max(254);

export function createSignUps(deps: SignUpDeps): SignUps {
  const { orm, accounts, links, mailer, passwords, clock } = deps;
  const byAddress = deps.rateLimits.create({ name: "signup-address", ...ADDRESS_SIGNUPS });

  return {
    async signUp({ address, referralId, ...request }) {
      const name = checkedName(request.name);
      const email = checkedEmail(request.email);
      checkNewPassword(request);
      const wait = await byAddress.take(networkOf(address));
      if (wait > 0) throw new AppError("rate-limited", undefined, { retryAfter: wait });
      const passwordHash = await passwords.hash(request.password);
      const [referrer, existing] = [
        referralId ? await accounts.byReferralCode(referralId) : undefined,
        await accounts.byEmail(email),
      ];
      const at = new Date(clock.now());
      await orm.transaction(async (tx) => {
        const fresh = { email, name, passwordHash, createdAt: at, referredBy: referrer?.id };
        const made = await createAccountRepository(tx).insert(fresh);
        await mailer.queue(tx, { kind: made === undefined ? KNOWN_MAIL : CONFIRM_MAIL, to: email });
        const action = made === undefined ? "signup.known" : "signup";
        await audit(tx, { at, action, accountId: (made ?? existing)?.id, actor: made?.id ?? "anonymous", address });
      });
    },
    isConfirmable: async (token) => (await links.find(orm, "confirm", token)) !== undefined,
    confirm: (token, address) =>
      orm.transaction(async (tx) => {
        const accountId = await links.use(tx, "confirm", token);
        if (accountId === undefined) return false;
        const at = new Date(clock.now());
        await tx.update(account).set({ confirmedAt: at }).where(eq(account.id, accountId));
        await audit(tx, { at, action: "email.confirmed", accountId, address });
        return true;
      }),
  };
}

function checkedName(typed: string): string {
  const name = typed.replace(/\s+/g, " ").replace(UNSEEN, "").trim();
  if (name === "") throw new AppError("bad-request", "Please tell your name");
  if (name.length > MAX_NAME) throw new AppError("bad-request", `The name must have at most ${MAX_NAME} characters`);
  return name;
}

function checkedEmail(typed: string): string {
  const email = Email.safeParse(typed.trim());
  if (!email.success) throw new AppError("bad-request", "Please give a valid e-mail address");
  return email.data;
}
