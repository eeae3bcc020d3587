/**
 * `npm run admin -- <task>`: accounts, from the machine that runs the server.
 *
 *     list                    every account
 *     create <email> [name]   a new admin, with a random password told once
 *     password <email>        a new random password; the account's session ends
 *     logout <email>          ends the account's session
 */
import { randomBytes } from "node:crypto";
import { createAccountRepository } from "../modules/accounts/account-repository.ts";
import { createPasswords } from "../modules/accounts/password.ts";
import { createSessionRepository } from "../modules/accounts/session-repository.ts";
import type { Database } from "../platform/db.ts";
import { migrate } from "../platform/migrations.ts";
import { StartError } from "../platform/start-error.ts";
import { withDatabase } from "../platform/with-database.ts";

const USAGE = "Usage: npm run admin -- list | create <email> [name] | password <email> | logout <email>";

const [task, email, name] = process.argv.slice(2);

await withDatabase(async (database) => {
  await migrate(database);
  if (task === "list") return list(database);
  if (email === undefined) throw new StartError(USAGE);
  if (task === "create") return create(database, email, name ?? "Admin");
  if (task === "password") return changePassword(database, email);
  if (task === "logout") return endSessions(database, email);
  throw new StartError(USAGE);
});

async function list({ orm }: Database): Promise<void> {
  for (const account of await createAccountRepository(orm).all()) {
    const role = [account.admin ? "admin" : "user", ...(account.demo ? ["demo"] : [])].join(" ");
    console.log([account.email, role, account.plan ?? "-", account.validUntil?.toISOString() ?? "-"].join("\t"));
  }
}

async function create({ orm }: Database, address: string, fullName: string): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new StartError(`${address} is not an e-mail address.`);
  const { password, passwordHash } = await newPassword();
  const fresh = { email: address, name: fullName, passwordHash, createdAt: new Date(), admin: true };
  const made = await createAccountRepository(orm).insert(fresh);
  if (made === undefined) throw new StartError(`There is an account ${address} already.`);
  console.log(`Admin ${made.email}, password ${password} (told this once only)`);
}

async function changePassword(database: Database, address: string): Promise<void> {
  const id = await idOf(database, address);
  const { password, passwordHash } = await newPassword();
  await createAccountRepository(database.orm).update(id, { passwordHash });
  await createSessionRepository(database.orm).endOfAccount(id, "logout", new Date());
  console.log(`New password of ${address}: ${password} (told this once only)`);
}

async function endSessions(database: Database, address: string): Promise<void> {
  const id = await idOf(database, address);
  const ended = await createSessionRepository(database.orm).endOfAccount(id, "logout", new Date());
  console.log(ended.length === 0 ? `${address} was not logged in.` : `${address} is logged out.`);
}

async function idOf({ orm }: Database, address: string): Promise<string> {
  const account = await createAccountRepository(orm).byEmail(address);
  if (account === undefined) throw new StartError(`There is no account ${address}.`);
  return account.id;
}

async function newPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(12).toString("base64url");
  return { password, passwordHash: await createPasswords().hash(password) };
}
