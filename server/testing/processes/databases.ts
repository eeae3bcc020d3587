/** Runs a suite on every kind of database there is here: the embedded one, and PostgreSQL where it is installed. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { type Database, openDatabase } from "../../platform/database/db.ts";
import { startEmbedded } from "../../platform/database/embedded-database.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { silentLog } from "../../platform/log.ts";
import { unlessMissing } from "../skips.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { findPostgres, type Service, startPostgres } from "./services.ts";

/** A created but empty embedded database: making one takes seconds, copying it does not. */
const TEMPLATE = fileURLToPath(new URL("../../../node_modules/.cache/strikeboard/pglite-0.5.14/", import.meta.url));

export async function openTestDatabase(url: string | undefined, folder = temporaryFolder()): Promise<Database> {
  if (url === undefined) cpSync(await embeddedTemplate(), join(folder, "pg"), { recursive: true });
  return openDatabase({ url, folder, log: silentLog, onFailure: (error) => console.error(error) });
}

/** @param suite gets a function that gives the open database, its tables made; call it inside tests and hooks only. */
export function onEachDatabase(title: string, suite: (database: () => Database) => void): void {
  describe(`${title} on the embedded database`, () => {
    suite(openedForSuite(async () => undefined));
  });
  const bin = findPostgres();
  unlessMissing(`${title} on PostgreSQL`, bin, "PostgreSQL (initdb, postgres)", (folder) => {
    suite(openedForSuite(() => startPostgres(folder)));
  });
}

function openedForSuite(start: () => Promise<Service | undefined>): () => Database {
  let service: Service | undefined;
  let database: Database | undefined;
  beforeAll(async () => {
    service = await start();
    database = await openTestDatabase(service?.url);
    await migrate(database);
  });
  afterAll(async () => {
    await database?.close();
    await service?.stop();
  });
  return () => {
    if (database === undefined) throw new Error("the database is open inside tests and hooks only");
    return database;
  };
}

/** Built once for all test processes; whoever loses the race to build it uses the winner's. */
async function embeddedTemplate(): Promise<string> {
  if (existsSync(TEMPLATE)) return TEMPLATE;
  const draft = join(temporaryFolder(), "pg");
  const embedded = await startEmbedded(draft, (error) => console.error(error));
  const pool = new pg.Pool({ host: embedded.host, user: "postgres", database: "postgres", max: 1 });
  await pool.query("select 1");
  await pool.end();
  await embedded.stop();
  mkdirSync(join(TEMPLATE, ".."), { recursive: true });
  const copy = `${TEMPLATE.replace(/\/$/, "")}.${process.pid}`;
  cpSync(draft, copy, { recursive: true });
  try {
    renameSync(copy, TEMPLATE);
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
  return TEMPLATE;
}
