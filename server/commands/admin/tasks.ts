/** What `npm run admin` does, task by task: each prints what came of it. */
import { randomBytes, randomUUID } from "node:crypto";
import { createAccountRepository } from "../../modules/accounts/account-repository.ts";
import { DEMO, ensureSampleUsers, SAMPLE_USERS } from "../../modules/accounts/embedded-accounts.ts";
import { endSubscription, extendSubscription } from "../../modules/accounts/entitlements.ts";
import { createPasswords } from "../../modules/accounts/password.ts";
import type { Account } from "../../modules/accounts/schema.ts";
import { createSessionRepository, endSessionsOf } from "../../modules/accounts/sessions/session-repository.ts";
import { subscriptionAt } from "../../modules/accounts/subscription.ts";
import { endBanner, showBanner } from "../../modules/banner/operator-banner.ts";
import { checkChains } from "../../modules/orders/intents/chain.ts";
import { systemClock } from "../../platform/clocks.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Env } from "../../platform/env/env.ts";
import { StartError } from "../../platform/start-error.ts";
import { audit } from "../../platform/users/audit.ts";
import { freeAddress, listAddresses, markFamily } from "./order-addresses.ts";

export const USAGE =
  "Usage: npm run admin -- list | create <email> [name] | password <email> | logout <email> | grant <email> <1min|live> <days> | revoke <email> | seed | banner <text> [hours] | banner off | addresses | family <email> [holder's email] | free-address <address|own> | check-orders [head]";
const MAX_DAYS = 3650;
const BANNER_HOURS = 24;

const now = new Date(systemClock.now());

type Task = (database: Database, env: Env) => Promise<void>;

/** @returns undefined where it is none, or lacks what it is about: the database is not opened for that. */
export function taskOf([name, first, ...words]: readonly string[]): Task | undefined {
  if (name === "list") return list;
  if (name === "seed") return seed;
  if (name === "addresses") return listAddresses;
  if (name === "check-orders") return (database) => checkOrders(database, first);
  if (first === undefined) return undefined;
  if (name === "banner") return (database) => banner(database, [first, ...words]);
  if (name === "free-address") return (database) => freeAddress(database, first, now);
  if (name === "family") return (database) => family(database, first, words[0] ?? first);
  if (name === "create") return (database) => create(database, first, words.join(" ") || "Admin");
  if (name === "password") return (database) => changePassword(database, first);
  if (name === "logout") return (database) => endSessions(database, first);
  if (name === "grant") return (database) => grant(database, first, words);
  if (name === "revoke") return (database) => revoke(database, first);
  return undefined;
}

/** Audited in the words of the task. */
async function record({ orm }: Database, accountId: string, action: string): Promise<void> {
  await audit(orm, { at: now, action, accountId, actor: "operator" });
}

async function list({ orm }: Database): Promise<void> {
  for (const account of await createAccountRepository(orm).all()) {
    const { plan, validUntil } = subscriptionAt(account, now.getTime());
    const role = [account.admin ? "admin" : "user", ...(account.demo ? ["demo"] : [])].join(" ");
    console.log([account.email, role, plan ?? "-", validUntil?.toISOString() ?? "-"].join("\t"));
  }
}

async function create(database: Database, address: string, fullName: string): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new StartError(`${address} is not an e-mail address.`);
  const { password, passwordHash } = await newPassword();
  const fresh = { email: address, name: fullName, passwordHash, createdAt: now, confirmedAt: now, admin: true };
  const made = await createAccountRepository(database.orm).insert(fresh);
  if (made === undefined) throw new StartError(`There is an account ${address} already.`);
  await record(database, made.id, "admin.created");
  console.log(`Admin ${made.email}, password ${password} (told this once only)`);
}

async function changePassword(database: Database, address: string): Promise<void> {
  const { id } = await accountOf(database, address);
  const { password, passwordHash } = await newPassword();
  await database.orm.transaction(async (tx) => {
    await createAccountRepository(tx).update(id, { passwordHash });
    await endSessionsOf(tx, id, "logout", now);
    await audit(tx, { at: now, action: "password.changed", accountId: id, actor: "operator" });
  });
  console.log(`New password of ${address}: ${password} (told this once only)`);
}

async function endSessions(database: Database, address: string): Promise<void> {
  const { id } = await accountOf(database, address);
  const ended = await createSessionRepository(database.orm).endOfAccount(id, "logout", now);
  if (ended.length > 0) await record(database, id, "logout");
  console.log(ended.length === 0 ? `${address} was not logged in.` : `${address} is logged out.`);
}

async function grant(database: Database, address: string, [plan, text]: readonly string[]): Promise<void> {
  const days = Number(text);
  if (plan !== "1min" && plan !== "live") throw new StartError(USAGE);
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) {
    throw new StartError(`${text ?? "nothing"} is not a number of days from 1 to ${MAX_DAYS}.`);
  }
  const { id } = await accountOf(database, address);
  const key = `operator:${randomUUID()}`;
  const { subscription } = await database.orm.transaction(async (tx) => {
    const at = { at: now, accountId: id, actor: "operator" } as const;
    await audit(tx, { ...at, action: "subscription.granted", detail: { plan, days } });
    return extendSubscription(tx, id, { key, plan, days, source: "operator", period: "free", now });
  });
  const { pendingLiveDays, pendingOneMinDays } = subscription;
  const live = pendingLiveDays > 0 ? `, then ${daysText(pendingLiveDays)} of live` : "";
  const oneMin = pendingOneMinDays > 0 ? `, then ${daysText(pendingOneMinDays)} of 1min` : "";
  console.log(`${address}: ${subscription.plan} until ${subscription.validUntil?.toISOString()}${live}${oneMin}`);
}

const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

async function revoke(database: Database, address: string): Promise<void> {
  const { id } = await accountOf(database, address);
  await database.orm.transaction(async (tx) => {
    await endSubscription(tx, id, now);
    await audit(tx, { at: now, action: "subscription.revoked", accountId: id, actor: "operator" });
  });
  console.log(`${address} has no subscription any more.`);
}

async function seed(database: Database, env: Env): Promise<void> {
  if (!env.demo) throw new StartError("Sample users are demo accounts, which are refused here: set ALLOW_DEMO=1.");
  const accounts = createAccountRepository(database.orm);
  await ensureSampleUsers({ accounts, passwords: createPasswords(), now: now.getTime() });
  for (const { email: address, plan } of SAMPLE_USERS) {
    const account = await accountOf(database, address);
    if (!account.demo) throw new StartError(`${address} is somebody's own account: there is no sample user of it.`);
    await record(database, account.id, "sample.seeded");
    console.log(`${address}\tpassword ${DEMO.password}\t${plan ?? "no subscription"}`);
  }
}

async function banner({ orm }: Database, [text, hours, ...rest]: readonly string[]): Promise<void> {
  // A message that was not quoted arrives as words.
  if (text === undefined || rest.length > 0) throw new StartError(USAGE);
  if (text.toLowerCase() !== "off") {
    const shown = await showBanner(orm, text, hours === undefined ? BANNER_HOURS : Number(hours), now);
    console.log(`Banner ${shown.id} is shown until ${shown.endsAt.toISOString()}.`);
    return;
  }
  if (hours !== undefined) throw new StartError(USAGE);
  const ended = await endBanner(orm, now);
  console.log(ended === undefined ? "No banner was shown." : `Banner ${ended.id} has ended.`);
}

/** Says each fault, and ends with an error where there is one. */
async function checkOrders({ orm }: Database, head: string | undefined): Promise<void> {
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head)) throw new StartError("A head has 64 hexadecimal digits.");
  const { chains, steps, faults, hasHead } = await checkChains(orm, head);
  for (const { chain, place, words } of faults) {
    console.log(chain === undefined ? words : `Chain ${chain}: step ${place} ${words}`);
  }
  if (head !== undefined && !hasHead) throw new StartError("No chain has this head: one was written anew, or cut.");
  if (faults.length > 0) throw new StartError("The steps of orders are not as they were written.");
  console.log(`The steps of orders are as they were written: ${steps} in ${chains} chains.`);
}

async function family(database: Database, email: string, holderEmail: string): Promise<void> {
  const [member, holder] = [await accountOf(database, email), await accountOf(database, holderEmail)];
  await markFamily(database, member, holder);
  await record(database, member.id, "broker.family");
}

async function accountOf({ orm }: Database, address: string): Promise<Account> {
  const account = await createAccountRepository(orm).byEmail(address);
  if (account === undefined) throw new StartError(`There is no account ${address}.`);
  return account;
}

async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(12).toString("base64url");
  return { password, passwordHash: await createPasswords().hash(password) };
}
