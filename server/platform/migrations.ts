/**
 * Forward-only migrations: the .sql files of `migrations/` in the order of their names, each in one transaction, each
 * remembered with its checksum. On PostgreSQL an advisory lock keeps several starting processes apart; the embedded
 * database has one session, and the data folder's lock does it.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import type { Database } from "./db.ts";
import { StartError } from "./start-error.ts";

export interface Migration {
  /** File name: '0001-accounts.sql'. */
  readonly name: string;
  readonly sql: string;
}

/** Any number will do, as long as nothing else in the database takes it. */
const LOCK = 714_205_113;

export function readMigrations(folder: URL = new URL("./migrations/", import.meta.url)): readonly Migration[] {
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
  await client.query(
    "create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration",
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseUnknown(applied, migrations);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

function refuseUnknown(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, checksum(migration)]));
  for (const [name, sum] of applied) {
    const ours = known.get(name);
    if (ours === undefined) {
      throw new StartError(`The database was written by a newer Strikeboard (it has ${name}): update Strikeboard.`);
    }
    if (ours !== sum) {
      throw new StartError(
        `The migration ${name} was edited after this database applied it: restore the original file.`,
      );
    }
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
      migration.name,
      checksum(migration),
    ]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new StartError(`The migration ${migration.name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** Line endings do not count: a checkout on another system changes them. */
const checksum = ({ sql }: Migration): string =>
  createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
