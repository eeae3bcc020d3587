/**
 * The messages about accounts. Names that somebody typed stay out of them: a sign-up with another person's address must
 * not make us write that person whatever the name says.
 */
import { API_BASE, RESET_PASSWORD_PATH } from "#contract/wire/http/api-path.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { audit } from "../../platform/users/audit.ts";
import type { AccountRepository } from "./account-repository.ts";
import { confirmUrl } from "./confirm-path.ts";
import type { Links } from "./links.ts";

export const CONFIRM_MAIL = "account.confirm";
export const KNOWN_MAIL = "account.known";
export const RESET_MAIL = "account.reset";

/** Notices that an address has an account already: a stranger cannot make us send more of them. */
const KNOWN_NOTICES = { points: 3, seconds: 24 * 3600 };

export interface AccountMailDeps {
  readonly orm: Orm;
  readonly accounts: AccountRepository;
  readonly links: Links;
  readonly rateLimits: RateLimits;
  readonly clock: WallClock;
  readonly demo: boolean;
  readonly publicUrl: string;
}

export function composeAccountMail(mailer: Mailer, deps: AccountMailDeps): void {
  const { orm, accounts, links, clock, publicUrl } = deps;
  const notices = deps.rateLimits.create({ name: "known-notice", ...KNOWN_NOTICES });

  mailer.compose(CONFIRM_MAIL, async ({ id, to }) => {
    const account = await accounts.byEmail(to);
    if (account === undefined || account.confirmedAt !== null) return undefined;
    const token = await links.issue(account.id, "confirm", id);
    if (token === undefined) return undefined;
    return {
      subject: "Confirm your e-mail address",
      text: `Welcome to Strikeboard. Please confirm that this address is yours:

${confirmUrl(publicUrl, token)}

The link works for seven days. If you have not signed up, somebody typed your address: ignore this message.
`,
    };
  });

  mailer.compose(KNOWN_MAIL, async ({ id, to, attempt }) => {
    const account = await accounts.byEmail(to);
    if (account === undefined) return undefined;
    // Counted once: it is composed again as often as the mail server is away.
    if (attempt === 1 && (await notices.take(account.email.toLowerCase())) > 0) return undefined;
    const token = account.confirmedAt === null ? await links.issue(account.id, "confirm", id) : undefined;
    return {
      // Not to what was typed, as below: it may carry a link.
      to: account.email,
      subject: "You have a Strikeboard account already",
      text: `Somebody tried to sign up to Strikeboard with this address, which has an account. Nothing was changed.

If it was you, log in, or choose "Forgot Password?" for a new password:

${publicUrl}/login
${
  token === undefined
    ? ""
    : `
The address is not confirmed yet. Please confirm that it is yours; the link works for seven days:

${confirmUrl(publicUrl, token)}
`
}`,
    };
  });

  mailer.compose(RESET_MAIL, async ({ id, to, data }) => {
    const account = await accounts.byEmail(to);
    if (account === undefined || (account.demo && !deps.demo)) return undefined;
    const token = await links.issue(account.id, "reset", id);
    if (token === undefined) return undefined;
    await audit(orm, {
      at: new Date(clock.now()),
      action: "password.link-sent",
      accountId: account.id,
      actor: "anonymous",
      address: data["address"],
    });
    return {
      // Not to what was typed: an address may be another one and yet be the same in small letters.
      to: account.email,
      subject: "Set a new password",
      text: `Somebody asked for a new password of your Strikeboard account. If it was you, set it here:

${publicUrl}${API_BASE}${RESET_PASSWORD_PATH.replace("{token}", token)}

The link works for 15 minutes, once. If it was not you, ignore this message: your password stays as it is.
`,
    };
  });
}
