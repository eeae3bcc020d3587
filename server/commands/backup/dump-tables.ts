/**
 * The rows of every table, as one moment saw them: a snapshot on PostgreSQL, whatever a running server writes meanwhile.
 * PostgreSQL makes the JSON and will read it: no figure passes through a number of ours.
 */
import type pg from "pg";
import type { Database } from "../../platform/database/db.ts";
import { StartError } from "../../platform/start-error.ts";
import { TABLES_QUERY } from "./tables.ts";

/** Rows are gathered to about this much before they are handed on. */
const CHUNK_CHARACTERS = 1 << 20;
/** Asked for at a time: the largest rows have about 130 kB. */
const ROWS_AT_ONCE = 50;

export interface DumpedTables {
  readonly migrations: { readonly name: string; readonly checksum: string }[];
  readonly rows: Record<string, number>;
}

export interface DumpSink {
  /** Before any rows. */
  begin(migrations: DumpedTables["migrations"]): Promise<void>;
  /** @param json an array of rows. @param n counts the parts of a table, from 0. */
  part(table: string, n: number, json: string): Promise<void>;
}

export async function dumpTables({ pool }: Database, sink: DumpSink): Promise<DumpedTables> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const { rows: found } = await client.query<{ is: boolean }>(
      "select to_regclass('schema_migration') is not null as is",
    );
    if (!found[0]?.is)
      throw new StartError("The database holds nothing of Strikeboard yet: there is nothing to back up.");
    const { rows: migrations } = await client.query<DumpedTables["migrations"][number]>(
      "select name, checksum from schema_migration order by name",
    );
    await sink.begin(migrations);
    const rows: Record<string, number> = {};
    const { rows: tables } = await client.query<{ name: string }>(TABLES_QUERY);
    for (const { name } of tables) {
      let n = 0;
      rows[name] = await dumpTable(client, name, (json) => sink.part(name, n++, json));
    }
    return { migrations, rows };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function dumpTable(client: pg.PoolClient, name: string, hand: (json: string) => Promise<void>): Promise<number> {
  const table = client.escapeIdentifier(name);
  await client.query(`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${table} t`);
  let lines: string[] = [];
  let characters = 0;
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`);
    for (const { line } of rows) {
      lines.push(line);
      characters += line.length;
    }
    count += rows.length;
    if (lines.length > 0 && (rows.length === 0 || characters >= CHUNK_CHARACTERS)) {
      await hand(`[${lines.join(",\n")}]`);
      lines = [];
      characters = 0;
    }
    if (rows.length === 0) break;
  }
  await client.query("close backup_rows");
  return count;
}
