/** The database: PostgreSQL where a URL names one, else the embedded one. The same driver and SQL serve both. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { diskFailure } from "../data-folder/data-folder.ts";
import type { Log } from "../log.ts";
import type { Probe, ProbeResult } from "../probe.ts";
import { oneLine, StartError, systemCode } from "../start-error.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded-database.ts";

export type Orm = NodePgDatabase;
/** An open transaction of `orm.transaction`. */
export type Transaction = Parameters<Parameters<Orm["transaction"]>[0]>[0];

export interface Database {
  readonly kind: "embedded" | "postgresql";
  readonly pool: pg.Pool;
  readonly orm: Orm;
  readonly probe: Probe;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** undefined: the embedded database. */
  readonly url: string | undefined;
  /** The data folder, where the embedded database lives; its lock must be held. */
  readonly folder: string;
  readonly log: Log;
  /** The embedded database died while in use: nothing can be saved any more. */
  readonly onFailure: (error: Error) => void;
  /** PostgreSQL: a question fails that has no answer after so long, and its connection is given up; undefined waits. */
  readonly answerMs?: number;
}

const POOL_SIZE = 10;
const CONNECT_MS = 10_000;
const STARTING_MS = 30_000;
const RETRY_MS = 200;
/** One row, written again each time. */
const PROBE_WRITE = "update news_position set last = last";
const PROBE_MS = 1000;
const PROBE_FILE = "disk-probe";
/** As much as a few logins write. */
const PROBE_BYTES = Buffer.alloc(256 * 1024, 1);

/** The code of "the database system is starting up". */
const CANNOT_CONNECT_NOW = "57P03";

/** @throws StartError when it cannot be reached or opened. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options);
}

async function openPostgres(url: string, { log, answerMs }: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: Math.min(CONNECT_MS, answerMs ?? CONNECT_MS),
    keepAlive: true,
    ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
    application_name: "strikeboard",
  });
  return ready("postgresql", pool, log, () => pool.end()).catch(async (error: unknown) => {
    await pool.end();
    throw new StartError(`Cannot reach the database at DATABASE_URL (${withoutPassword(url)}): ${oneLine(error)}`);
  });
}

async function openEmbedded({ folder, log, onFailure }: DatabaseOptions): Promise<Database> {
  try {
    return await connectEmbedded(await startEmbedded(join(folder, "pg"), onFailure), folder, log);
  } catch (error) {
    throw (
      diskFailure(folder, error) ??
      new StartError(`The embedded database in ${folder} does not open: ${oneLine(error)}`)
    );
  }
}

/** @param embedded is stopped when the database is closed. @param folder the data folder */
export async function connectEmbedded(embedded: EmbeddedDatabase, folder: string, log: Log): Promise<Database> {
  const pool = new pg.Pool({
    host: embedded.host,
    user: "postgres",
    database: "postgres",
    max: 1, // one session behind it: see embedded-database.ts
    idleTimeoutMillis: 0,
  });
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded.stop();
  };
  return ready("embedded", pool, log, close, () => writeProbeFile(folder));
}

async function ready(
  kind: Database["kind"],
  pool: pg.Pool,
  log: Log,
  close: () => Promise<void>,
  provesRoom: () => void = () => undefined,
): Promise<Database> {
  // Without a listener, a connection that breaks would end the process. The pool listens to those that are idle, and replaces them;
  // in a transaction nobody does, and the question under way is told the error anyway.
  pool.on("error", (error) => log.warn({ err: error }, "a database connection broke"));
  pool.on("connect", (client) => client.on("error", (error) => log.debug({ err: error }, "a connection in use broke")));
  await untilStarted(pool);
  // Reading says little: a database on a full disk still reads. Anybody may ask, so the answer serves all of a second.
  const write = async (): Promise<ProbeResult> => {
    provesRoom();
    await pool.query(PROBE_WRITE);
    return { ok: true, detail: kind };
  };
  let last: { readonly at: number; readonly answer: Promise<ProbeResult> } | undefined;
  const probe: Probe = {
    name: "database",
    check() {
      const now = performance.now();
      if (last === undefined || now - last.at > PROBE_MS) last = { at: now, answer: write() };
      return last.answer;
    },
  };
  return { kind, pool, orm: drizzle(pool), probe, close };
}

/** On a full disk the embedded database still writes into pages that it has, and fails at the next new one. @throws then */
function writeProbeFile(folder: string): void {
  const file = join(folder, PROBE_FILE);
  writeFileSync(file, PROBE_BYTES);
  rmSync(file);
}

/** A PostgreSQL that is just starting, as after a reboot of both, is waited for; any other failure is told at once. */
async function untilStarted(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      if (systemCode(error) !== CANNOT_CONNECT_NOW || performance.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
}

function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return host + pathname;
  } catch {
    return "not a valid URL";
  }
}
