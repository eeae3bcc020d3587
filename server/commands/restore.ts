/** `npm run restore -- <file>`: what `npm run backup` made, into an empty data folder and an empty database. */
import { openDataFolder } from "../platform/data-folder/data-folder.ts";
import { openDatabase } from "../platform/database/db.ts";
import { readEnv } from "../platform/env/read-environment.ts";
import { silentLog } from "../platform/log.ts";
import { oneLine } from "../platform/start-error.ts";
import { askedFile } from "./backup/asked-file.ts";
import type { VerifiedBackup } from "./backup/backup-reader.ts";
import { checkRestore, emptyFolder, leaveToOwner, restoreBackup } from "./backup/restore-backup.ts";
import { runToExit } from "./typed/command-line.ts";

const HELP = `Restores a backup into the database and the data folder of the environment (DATABASE_URL, DATA_DIR); both have to be
empty, but for the secrets.json that was kept beside a backup without secrets: put it there before. A backup of the embedded
database can go into PostgreSQL, and the other way.

  npm run restore -- <file>
      --new-secret              although the backup's master secret is gone: settings, strategies and broker logins that
                                it sealed stay closed

The file is read to its end first: a damaged or newer one changes nothing.
`;

async function run(): Promise<void> {
  const asked = askedFile("new-secret", HELP);
  if (asked === undefined) return;
  const { file } = asked;
  const env = readEnv();
  const backup = await checkRestore(file, { ...env, allowsNewSecret: asked.isChosen });
  const folder = await openDataFolder(env.dataDir);
  try {
    const report = await restoreInto(folder.path, env.databaseUrl, file, backup);
    console.log(`${report.rows} rows of ${report.tables} tables and ${report.files} files restored.`);
    const { bucket } = report.manifest;
    if (bucket !== null) console.log(`Finished days were in ${bucket}: set ARCHIVE_URL.`);
  } catch (error) {
    emptyFolder(folder.path, backup);
    throw error;
  } finally {
    await folder.release();
    leaveToOwner(folder.path);
  }
}

async function restoreInto(dataDir: string, url: string | undefined, file: string, backup: VerifiedBackup) {
  const onFailure = (error: Error): void => console.error(oneLine(error));
  const database = await openDatabase({ url, folder: dataDir, log: silentLog, onFailure });
  try {
    return await restoreBackup(file, backup, { database, dataDir });
  } finally {
    await database.close();
  }
}

await runToExit(run, HELP);
