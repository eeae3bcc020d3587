/**
 * How often a password may be guessed. Failures are counted per account and address, and attempts per address, so
 * guessing one account or many is slow. A browser that has logged in to the account before proves it with a cookie
 * and is counted by itself: strangers, even behind the same address, cannot lock the real user out.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "../../../platform/errors.ts";
import { networkOf } from "../../../platform/http/client-facts.ts";
import type { RateLimits } from "../../../platform/limits/rate-limits.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import { createSerial } from "../../../platform/serial.ts";

/** Failures of one account from one address, or one known browser. */
const ACCOUNT_FAILURES = { points: 10, seconds: 15 * 60 };
/** Attempts that did not succeed from one address, over all accounts: many users may share it. */
const ADDRESS_FAILURES = { points: 200, seconds: 10 * 60 };

export interface Attempt {
  /** As typed; need not exist. */
  readonly email: string;
  readonly address: string;
  /** The browser's device cookie, if it has one. */
  readonly device: string | undefined;
  /** undefined when the account does not exist. */
  readonly accountId: string | undefined;
}

export interface LoginLimits {
  /** Runs `check` unless there were too many failures, and counts what it says. @throws AppError 429 */
  guarded<Result>(attempt: Attempt, check: () => Promise<Result | undefined>): Promise<Result | undefined>;
  /** The cookie that proves that this browser has logged in to the account; the old one if that still does. */
  deviceCookie(accountId: string, current: string | undefined): string;
}

export function createLoginLimits(limits: RateLimits, secrets: Secrets): LoginLimits {
  const byAccount = limits.create({ name: "login-account", ...ACCOUNT_FAILURES });
  const byAddress = limits.create({ name: "login-address", ...ADDRESS_FAILURES });
  const serially = createSerial();

  const proofOf = (accountId: string, nonce: string): Buffer =>
    createHmac("sha256", secrets.derive("device cookie", accountId)).update(nonce).digest();

  /** The cookie's nonce if the cookie is ours and of this account. */
  function knownDevice(accountId: string | undefined, cookie: string | undefined): string | undefined {
    const [nonce, proof] = cookie?.split(".") ?? [];
    if (accountId === undefined || !nonce || !proof) return undefined;
    const sent = Buffer.from(proof, "base64url");
    const right = proofOf(accountId, nonce);
    return sent.length === right.length && timingSafeEqual(sent, right) ? nonce : undefined;
  }

  return {
    async guarded(attempt, check) {
      const device = knownDevice(attempt.accountId, attempt.device);
      const network = networkOf(attempt.address);
      const key = device === undefined ? `${attempt.email.trim().toLowerCase()} ${network}` : `device ${device}`;
      const strange = device === undefined;
      // One after another: guesses sent in parallel must not all pass before the first is counted.
      return serially(key, async () => {
        refuse(await byAccount.waitOf(key));
        if (strange) refuse(await byAddress.take(network));
        const result = await check();
        if (result === undefined) {
          await byAccount.take(key);
        } else {
          await byAccount.clear(key);
          if (strange) await byAddress.giveBack(network);
        }
        return result;
      });
    },
    deviceCookie(accountId, current) {
      if (current !== undefined && knownDevice(accountId, current) !== undefined) return current;
      const nonce = randomBytes(16).toString("base64url");
      return `${nonce}.${proofOf(accountId, nonce).toString("base64url")}`;
    },
  };
}

function refuse(waitSeconds: number): void {
  if (waitSeconds > 0) throw new AppError("rate-limited", undefined, { retryAfter: waitSeconds });
}
