/**
 * Forward-only migrations: the .sql files of `migrations/` in the order of their names, each in one transaction, each
 * remembered with its checksum. On PostgreSQL an advisory lock keeps several starting processes apart; the embedded
 * database has one session, and the data folder's lock does it.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import { StartError } from "../start-error.ts";
import type { Database } from "./db.ts";

export interface Migration {
  /** File name: '0001-accounts.sql'. */
  readonly name: string;
  readonly sql: string;
}

/** Any number will do, as long as nothing else in the database takes it. */
const LOCK = 714_205_113;

export function readMigrations(): readonly Migration[] {
  const folder = new URL("./migrations/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}

/**
 * @returns names of the migrations it applied.
 * @throws StartError when the database is newer than this code, or an applied migration was edited.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<readonly string[]> {
  const client = await database.pool.connect();
  const locks = database.kind === "postgresql";
  try {
    if (locks) await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await applyMissing(client, migrations);
  } finally {
    if (locks) await client.query("select pg_advisory_unlock($1)", [LOCK]);
    client.release();
  }
}

async function applyMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<readonly string[]> {
  const missing = await findMissing(client, migrations);
  for (const migration of missing) {
    await client.query("begin");
    try {
      await apply(client, migration);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  }
  return missing.map(({ name }) => name);
}

/** Applies what is missing inside the caller's transaction. @throws StartError as `migrate` does. */
export async function migrateWithin(client: pg.PoolClient, migrations: readonly Migration[]): Promise<void> {
  for (const migration of await findMissing(client, migrations)) await apply(client, migration);
}

async function findMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  await client.query(
    "create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<AppliedMigration>("select name, checksum from schema_migration");
  refuseUnknown(rows, migrations, "The database");
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** @param what they were applied to, for the message. @throws StartError where this code does not know one, or another. */
export function refuseUnknown(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  what: string,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]));
  for (const { name, checksum: sum } of applied) {
    const ours = known.get(name);
    if (ours === undefined) {
      throw new StartError(`${what} was written by a newer Strikeboard (it has ${name}): update Strikeboard.`);
    }
    if (ours !== sum) {
      throw new StartError(
        `The migration ${name} was edited after ${what.toLowerCase()} applied it: restore the original file.`,
      );
    }
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
      migration.name,
      checksum(migration),
    ]);
  } catch (cause) {
    throw new StartError(`The migration ${migration.name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** Line endings do not count: a checkout on another system changes them. */
const checksum = ({ sql }: Migration): string =>
  createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
