/** Puts a backup into an empty place. The file is read to its end and judged before anything is written. */
import { createWriteStream, existsSync, lchownSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { DATA_VERSION } from "../../platform/data-folder/data-folder.ts";
import type { Database } from "../../platform/database/db.ts";
import { readMigrations, refuseUnknown } from "../../platform/database/migrations.ts";
import { StartError } from "../../platform/start-error.ts";
import { readEntries, type VerifiedBackup, verifyBackup } from "./backup-reader.ts";
import { FILES, SECRETS_FILE } from "./layout.ts";
import { loadTables, requireEmpty } from "./load-tables.ts";
import { secretMark } from "./secret-mark.ts";

export interface RestorePlace {
  readonly dataDir: string;
  readonly appSecret: string | undefined;
  /** What the backup's secret sealed may be lost. */
  readonly allowsNewSecret: boolean;
}

export interface RestoreReport {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly manifest: VerifiedBackup["manifest"];
}

/** The lock and the version are there as soon as somebody holds the folder. */
const OWN = new Set(["lock.sock", "version"]);

/**
 * Judges file and place. @throws StartError in one line: damaged, newer, the folder not empty, another master secret.
 */
export async function checkRestore(file: string, place: RestorePlace): Promise<VerifiedBackup> {
  const backup = await verifyBackup(file);
  const { manifest } = backup;
  if (manifest.dataVersion > DATA_VERSION) {
    throw new StartError(
      `${file} was made by a newer Strikeboard (data version ${manifest.dataVersion}, this one knows ${DATA_VERSION}): update Strikeboard.`,
    );
  }
  refuseUnknown(manifest.migrations, readMigrations(), "The backup");
  const { dataDir } = place;
  if (restoredIn(dataDir, backup).length > 0) {
    throw new StartError(`The data folder ${dataDir} is not empty: set DATA_DIR to an empty one.`);
  }
  requireSecret(backup, place);
  return backup;
}

const holdsSecret = ({ contents }: VerifiedBackup): boolean => `${FILES}${SECRETS_FILE}` in contents.entries;

/** What lies in the folder that a restore puts there: nothing before it. A secret that is kept beside backups is put there for it. */
function restoredIn(dataDir: string, backup: VerifiedBackup): string[] {
  const own = holdsSecret(backup) ? OWN : new Set([...OWN, SECRETS_FILE]);
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !own.has(name)) : [];
}

function requireSecret(backup: VerifiedBackup, { appSecret, dataDir, allowsNewSecret }: RestorePlace): void {
  const mark = backup.manifest.secret;
  if (mark === null || allowsNewSecret || (appSecret === undefined && holdsSecret(backup))) return;
  const found = secretMark(appSecret, dataDir);
  if (found === mark) return;
  const why = "without it, settings, strategies and broker logins cannot be opened (--new-secret restores the rest)";
  const kept = join(dataDir, SECRETS_FILE);
  if (found === undefined) {
    throw new StartError(
      `The backup does not hold its master secret: set APP_SECRET to what it was, or put the ${SECRETS_FILE} that was kept at ${kept}; ${why}.`,
    );
  }
  const name = appSecret === undefined ? kept : "APP_SECRET";
  throw new StartError(`${name} is not the one of this backup: set it to what it was; ${why}.`);
}

/**
 * @param backup as `checkRestore` judged it. @param database open, on the place's data folder if it is the embedded one.
 * @throws whatever went wrong; the database is then as it was. Files that were written are the caller's to remove.
 */
export async function restoreBackup(
  file: string,
  backup: VerifiedBackup,
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
): Promise<RestoreReport> {
  await requireEmpty(database);
  const files = await restoreFiles(file, dataDir);
  await loadTables(database, file, backup);
  const { rows } = backup.contents;
  return {
    tables: Object.keys(rows).length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    files,
    manifest: backup.manifest,
  };
}

async function restoreFiles(file: string, dataDir: string): Promise<number> {
  let files = 0;
  await readEntries(file, async (name, bytes) => {
    if (!name.startsWith(FILES)) return;
    const path = insideOf(dataDir, name.slice(FILES.length));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }));
    files++;
  });
  return files;
}

/** @throws StartError for a name that leads out of the folder: only a forged backup has one. */
function insideOf(folder: string, name: string): string {
  const path = normalize(join(folder, name));
  if (!path.startsWith(normalize(folder) + sep)) throw new StartError(`The backup names a file outside: ${name}`);
  return path;
}

/** Empties the folder that a restore failed in: it is as it was before. */
export function emptyFolder(dataDir: string, backup: VerifiedBackup): void {
  for (const name of restoredIn(dataDir, backup)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Root leaves what it wrote to whoever owns the folder: in a container the server is another user, and could not write there. */
export function leaveToOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(dataDir, name), uid, gid);
  }
}
