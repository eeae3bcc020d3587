/**
 * Embedded databases that the suites of one process use one after the other: to start one costs more than two seconds of CPU, to
 * empty one does not. They end with the process.
 */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectEmbedded, type Database } from "../../platform/database/db.ts";
import { startEmbedded } from "../../platform/database/embedded-database.ts";
import { silentLog } from "../../platform/log.ts";

interface Shared {
  readonly folder: string;
  /** Where it is reached. */
  readonly host: string;
  /** What its tables held at first, as JSON: an array of rows. */
  readonly first: ReadonlyMap<string, string>;
}

/** Closed by the suite that used them, and empty. */
const free: Shared[] = [];

/** @param template gives the folder of a database that has its tables; it is copied */
export async function openShared(template: () => Promise<string>): Promise<Database> {
  const shared = free.pop() ?? (await start(await template()));
  return connect(shared, async () => {
    await empty(shared);
    free.push(shared);
  });
}

/** Each suite has connections of its own, so that nothing that it left behind writes into the next one's tables. */
const connect = ({ folder, host }: Pick<Shared, "folder" | "host">, stop: () => Promise<void>): Promise<Database> =>
  connectEmbedded({ host, stop }, folder, silentLog);

async function start(template: string): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-shared-"));
  cpSync(template, join(folder, "pg"), { recursive: true });
  const { host } = await startEmbedded(join(folder, "pg"), (error) => console.error(error));
  const database = await connect({ folder, host }, async () => undefined);
  const first = new Map<string, string>();
  for (const table of await tablesOf(database)) {
    const { rows } = await database.pool.query(`select coalesce(json_agg(t), '[]')::text as held from ${table} t`);
    first.set(table, rows[0].held);
  }
  await database.close();
  return { folder, host, first };
}

/** Gives each table what it held at first, and drops those that were made since. */
async function empty(shared: Shared): Promise<void> {
  const database = await connect(shared, async () => undefined);
  const later = (await tablesOf(database)).filter((table) => !shared.first.has(table));
  const restored = [...shared.first].filter(([, held]) => held !== "[]");
  const statements = [
    "begin",
    "set local session_replication_role = replica", // some tables refuse to be emptied, by a trigger
    ...later.map((table) => `drop table ${table} cascade`),
    `truncate ${[...shared.first.keys()].join(", ")} restart identity cascade`,
    ...restored.map(
      ([table, held]) =>
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, '${held.replaceAll("'", "''")}')`,
    ),
    "commit",
  ];
  await database.pool.query(statements.join(";\n"));
  await database.close();
}

/** Names that need no quotes, since they are ours. */
async function tablesOf({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}
