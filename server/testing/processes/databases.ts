/** Runs a suite on every kind of database there is here: the embedded one, and PostgreSQL where it is installed. */
import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type Database, openDatabase } from "../../platform/database/db.ts";
import { migrate, readMigrations } from "../../platform/database/migrations.ts";
import { silentLog } from "../../platform/log.ts";
import { unlessMissing } from "../skips.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { madeOnce, TEMPLATES } from "./made-once.ts";
import { findPostgres } from "./services.ts";
import { openShared } from "./shared-database.ts";
import { openOnSharedPostgres } from "./shared-postgres.ts";

/**
 * @param folder the data folder; without one, an embedded database with its tables may be one that an earlier suite of this
 * process has closed, emptied
 * @param tables whether an embedded one has its tables, so that `migrate` finds nothing to do
 */
export async function openTestDatabase(
  url: string | undefined,
  folder?: string,
  tables: "made" | "none" = "made",
): Promise<Database> {
  if (url !== undefined) return open(url, folder ?? temporaryFolder());
  if (folder === undefined && tables === "made") return openShared(() => embeddedTemplate("made"));
  const own = folder ?? temporaryFolder();
  cpSync(await embeddedTemplate(tables), join(own, "pg"), { recursive: true });
  return open(undefined, own);
}

const open = (url: string | undefined, folder: string): Promise<Database> =>
  openDatabase({ url, folder, log: silentLog, onFailure: (error) => console.error(error) });

/** A function that gives the open database, its tables made; call it inside tests and hooks only. */
type Opened = () => Database;

/** Where a suite of many cases tries all of them, and on the other some: PostgreSQL where it is installed, since it takes less CPU. */
export const MAIN_DATABASE: Database["kind"] = findPostgres() === undefined ? "embedded" : "postgresql";

export function onEachDatabase(title: string, suite: (database: Opened, kind: Database["kind"]) => void): void {
  onEmbedded(title, (database) => suite(database, "embedded"));
  const bin = findPostgres();
  unlessMissing(`${title} on PostgreSQL`, bin, "PostgreSQL (initdb, postgres)", (folder) => {
    suite(
      openedForSuite(() => openOnSharedPostgres(folder)),
      "postgresql",
    );
  });
}

/** Runs a suite that is about no database on {@link MAIN_DATABASE}. */
export function onOneDatabase(title: string, suite: (database: Opened) => void): void {
  const bin = findPostgres();
  if (bin === undefined) onEmbedded(title, suite);
  else describe(`${title} on PostgreSQL`, () => suite(openedForSuite(() => openOnSharedPostgres(bin))));
}

function onEmbedded(title: string, suite: (database: Opened) => void): void {
  describe(`${title} on the embedded database`, () => suite(openedForSuite(() => openTestDatabase(undefined))));
}

function openedForSuite(openIt: () => Promise<Database>): Opened {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openIt();
  });
  afterAll(() => database?.close());
  return () => {
    if (database === undefined) throw new Error("the database is open inside tests and hooks only");
    return database;
  };
}

/** The folder of an embedded database that nobody has open, to be copied: with its tables, or empty. */
export async function embeddedTemplate(tables: "made" | "none"): Promise<string> {
  const migrations = readMigrations();
  const hash = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 12);
  return madeOnce(join(TEMPLATES, `pglite-0.5.14-${tables === "made" ? hash : "empty"}`), async (draft) => {
    const folder = temporaryFolder();
    const database =
      tables === "made" ? await openTestDatabase(undefined, folder, "none") : await open(undefined, folder);
    await database.pool.query("select 1");
    if (tables === "made") await migrate(database, migrations);
    await database.close();
    cpSync(join(folder, "pg"), draft, { recursive: true });
  });
}
