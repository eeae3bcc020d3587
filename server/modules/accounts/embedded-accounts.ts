/**
 * The accounts of a server on one's own machine: a demo subscriber and an admin from the start, and on demand one user
 * of each kind.
 */
import { randomBytes } from "node:crypto";
import { DAY_MS } from "#contract/domain/reference/calendar.ts";
import type { AccountRepository } from "./account-repository.ts";
import type { Passwords } from "./password.ts";

export const DEMO = { email: "demo@strikeboard.local", password: "strikeboard", name: "Demo Trader" } as const;
export const ADMIN_EMAIL = "admin@strikeboard.local";

const YEAR_MS = 365 * DAY_MS;

/** A user without a subscription, one of each plan; demo accounts, so their password may be known. */
export const SAMPLE_USERS = [
  { email: "new@strikeboard.local", name: "New Trader", plan: null, days: 0, pendingLiveDays: 0 },
  { email: "minute@strikeboard.local", name: "Minute Trader", plan: "1min", days: 11, pendingLiveDays: 3 },
  { email: "live@strikeboard.local", name: "Live Trader", plan: "live", days: 30, pendingLiveDays: 0 },
] as const;

export interface EmbeddedAccountsDeps {
  readonly accounts: AccountRepository;
  readonly passwords: Passwords;
  /** Epoch ms. */
  readonly now: number;
}

/** Makes sure that the demo subscriber exists and its subscription has a year to go. */
export async function ensureDemo({ accounts, passwords, now }: EmbeddedAccountsDeps): Promise<void> {
  const subscription = { plan: "live", planPaid: true, validUntil: new Date(now + YEAR_MS) } as const;
  const existing = await accounts.byEmail(DEMO.email);
  if (existing !== undefined) return accounts.update(existing.id, subscription);
  const { email, name, password } = DEMO;
  const confirmed = { confirmedAt: new Date(now) };
  const passwordHash = await passwords.hash(password);
  await accounts.insert({
    email,
    name,
    passwordHash,
    createdAt: new Date(now),
    demo: true,
    ...confirmed,
    ...subscription,
  });
}

/** Makes the sample users, or puts those that are there back to where they begin. */
export async function ensureSampleUsers({ accounts, passwords, now }: EmbeddedAccountsDeps): Promise<void> {
  const passwordHash = await passwords.hash(DEMO.password);
  for (const { email, name, plan, days, pendingLiveDays } of SAMPLE_USERS) {
    const existing =
      (await accounts.byEmail(email)) ??
      (await accounts.insert({ email, name, passwordHash, createdAt: new Date(now), demo: true }));
    if (existing?.demo !== true) continue;
    await accounts.update(existing.id, {
      passwordHash,
      confirmedAt: new Date(now),
      plan,
      planPaid: plan !== null,
      validUntil: plan === null ? null : new Date(now + days * DAY_MS),
      pendingLiveDays,
      pendingLivePaid: pendingLiveDays > 0,
      pendingOneMinDays: 0,
    });
  }
}

/** Makes an admin if there is none. @returns its password, which is told once and kept nowhere. */
export async function ensureAdmin({ accounts, passwords, now }: EmbeddedAccountsDeps): Promise<string | undefined> {
  if (await accounts.hasAdmin()) return undefined;
  const password = randomBytes(12).toString("base64url");
  const passwordHash = await passwords.hash(password);
  const made = await accounts.insert({
    email: ADMIN_EMAIL,
    name: "Admin",
    passwordHash,
    createdAt: new Date(now),
    confirmedAt: new Date(now),
    admin: true,
    plan: "live",
    planPaid: true,
    validUntil: new Date(now + 10 * YEAR_MS),
  });
  return made === undefined ? undefined : password;
}
