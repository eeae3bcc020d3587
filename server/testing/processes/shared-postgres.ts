/**
 * One PostgreSQL for the suites of a process, each with a database of its own: to copy, start and stop a PostgreSQL takes longer
 * than many a suite does.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { silentLog } from "../../platform/log.ts";
import { keepPostgres } from "./services.ts";

const MIGRATED = "migrated";

interface Server {
  at(name: string): string;
  /** Of how a database is copied. */
  readonly strategy: string;
  /** As its owner, on no suite's database. */
  readonly owner: Database;
}

/** By the folder of its programs. */
const servers = new Map<string, Promise<Server>>();
let count = 0;

/** @param bin folder of PostgreSQL's programs. @returns a database with its tables; closing it drops it */
export async function openOnSharedPostgres(bin: string): Promise<Database> {
  const server =
    servers.get(bin) ??
    start(bin).catch((error: unknown) => {
      servers.delete(bin); // the next suite tries again
      throw error;
    });
  servers.set(bin, server);
  const { at, strategy, owner } = await server;
  const name = `suite_${++count}`;
  await owner.pool.query(`create database ${name} template ${MIGRATED} ${strategy}`);
  const database = await open(at(name));
  return {
    ...database,
    async close() {
      await database.close();
      await owner.pool.query(`drop database ${name} with (force)`);
    },
  };
}

async function start(bin: string): Promise<Server> {
  const url = new URL(await keepPostgres(bin, mkdtempSync(join(tmpdir(), "strikeboard-postgres-"))));
  const at = (name: string): string => Object.assign(new URL(url), { pathname: name }).href;
  const owner = await open(url.href);
  await owner.pool.query(`create database ${MIGRATED}`);
  const first = await open(at(MIGRATED));
  await migrate(first);
  await first.close();
  // By its log, as it does from version 15 on unless told, it takes three times the CPU.
  const { rows } = await owner.pool.query("select current_setting('server_version_num')::int >= 150000 as chooses");
  return { at, strategy: rows[0].chooses ? "strategy file_copy" : "", owner };
}

const open = (url: string): Promise<Database> =>
  openDatabase({ url, folder: tmpdir(), log: silentLog, onFailure: (error) => console.error(error) });
