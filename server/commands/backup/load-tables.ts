/**
 * Puts the rows of a backup into an empty database, in one transaction: all of it, or nothing. The tables are made by the
 * migrations that the backup's database had, filled, and then brought up to date.
 */
import type pg from "pg";
import type { Database } from "../../platform/database/db.ts";
import { migrateWithin, readMigrations } from "../../platform/database/migrations.ts";
import { StartError } from "../../platform/start-error.ts";
import { readEntries, type VerifiedBackup } from "./backup-reader.ts";
import { TABLES } from "./layout.ts";
import { settleOrders } from "./settle-orders.ts";
import { COLUMNS_QUERY, COUNTERS_QUERY, REFERENCES_QUERY, TABLES_QUERY } from "./tables.ts";

/** @throws StartError where it holds anything. */
export async function requireEmpty({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(TABLES_QUERY);
  if (rows.length > 0) {
    const names = rows.map(({ name }) => name).slice(0, 3);
    throw new StartError(`The database is not empty (it has ${names.join(", ")}): restore into an empty one.`);
  }
}

export async function loadTables(database: Database, file: string, { manifest, contents }: VerifiedBackup) {
  const known = readMigrations();
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    const then = new Set(manifest.migrations.map(({ name }) => name));
    await migrateWithin(
      client,
      known.filter(({ name }) => then.has(name)),
    );
    const finish = await prepareTables(client);
    await readEntries(file, async (name, chunks) => {
      if (name.startsWith(TABLES)) await loadPart(client, name.split("/")[1] ?? "", await textOf(chunks));
    });
    await finish();
    await requireCounts(client, contents.rows);
    await migrateWithin(client, known);
    await settleOrders(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Lets rows come in any order and leave no traces of their own. @returns what puts everything back in force. */
async function prepareTables(client: pg.PoolClient): Promise<() => Promise<void>> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES_QUERY);
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    REFERENCES_QUERY,
  );
  const quoted = (name: string): string => client.escapeIdentifier(name);
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  // What migrations fill tables with is in the backup, as it was then.
  for (const { name } of tables) await client.query(`delete from ${quoted(name)}`);
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name, definition } of references) {
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    }
    await setCounters(client);
  };
}

async function loadPart(client: pg.PoolClient, name: string, json: string): Promise<void> {
  const table = client.escapeIdentifier(name);
  const { rows } = await client.query<{ name: string }>(COLUMNS_QUERY, [table]);
  const columns = rows.map((column) => client.escapeIdentifier(column.name)).join(", ");
  await client.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
    [json],
  );
}

/** The next row gets a number that no restored one has. */
async function setCounters(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; counter: string }>(COUNTERS_QUERY);
  for (const { table, column, counter } of rows) {
    const [from, of] = [client.escapeIdentifier(table), client.escapeIdentifier(column)];
    await client.query(`select setval($1::regclass, max(${of})) from ${from} having max(${of}) is not null`, [counter]);
  }
}

async function requireCounts(client: pg.PoolClient, expected: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, count] of Object.entries(expected)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text as count from ${client.escapeIdentifier(name)}`,
    );
    if (rows[0]?.count !== String(count)) {
      throw new StartError(
        `The table ${name} came out with ${rows[0]?.count} rows instead of ${count}: nothing is kept.`,
      );
    }
  }
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString("utf8");
}
