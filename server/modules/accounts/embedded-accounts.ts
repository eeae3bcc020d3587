/** The accounts that a server on one's own machine starts with: a demo subscriber, and an admin. */
import { randomBytes } from "node:crypto";
import type { AccountRepository } from "./account-repository.ts";
import type { Passwords } from "./password.ts";

export const DEMO = { email: "demo@strikeboard.local", password: "strikeboard", name: "Demo Trader" } as const;
export const ADMIN_EMAIL = "admin@strikeboard.local";

const YEAR_MS = 365 * 24 * 3600_000;

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
  const passwordHash = await passwords.hash(password);
  await accounts.insert({ email, name, passwordHash, createdAt: new Date(now), demo: true, ...subscription });
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
    admin: true,
    plan: "live",
    planPaid: true,
    validUntil: new Date(now + 10 * YEAR_MS),
  });
  return made === undefined ? undefined : password;
}
