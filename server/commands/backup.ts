/** `npm run backup -- <file>`: the database and the data folder in one file, for `npm run restore`. */
import { existsSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { openDataFolder } from "../platform/data-folder/data-folder.ts";
import { DataFolderInUse } from "../platform/data-folder/folder-lock.ts";
import { openDatabase } from "../platform/database/db.ts";
import { readEnv } from "../platform/env/read-environment.ts";
import { silentLog } from "../platform/log.ts";
import { oneLine, StartError } from "../platform/start-error.ts";
import { askedFile } from "./backup/asked-file.ts";
import { makeBackup } from "./backup/make-backup.ts";
import { runToExit } from "./typed/command-line.ts";

const HELP = `Backs up the database and the data folder of the environment (DATABASE_URL, DATA_DIR) into one file, a gzipped tar.

  npm run backup -- <file>      such as strikeboard-2026-08-18.tar.gz; it must not be there yet
      --with-secrets            also the generated master secret of the data folder, without which settings, strategies and
                                broker logins cannot be opened: keep such a file as safe as the secret itself

With PostgreSQL the server may run meanwhile. The embedded database can only be read while the server is stopped.
Days in a bucket (ARCHIVE_URL) are not part of it.
`;

async function run(): Promise<void> {
  const asked = askedFile("with-secrets", HELP);
  if (asked === undefined) return;
  const env = readEnv();
  const file = resolve(asked.file);
  if (existsSync(file)) throw new StartError(`There is a file ${file} already: choose another name.`);
  if (file.startsWith(env.dataDir + sep))
    throw new StartError(`${file} is inside the data folder: choose another place.`);
  const folder = env.databaseUrl === undefined ? await openStopped(env.dataDir) : undefined;
  const log = silentLog;
  const onFailure = (error: Error): never => {
    console.error(oneLine(error));
    process.exit(1);
  };
  const database = await openDatabase({ url: env.databaseUrl, folder: env.dataDir, log, onFailure });
  try {
    const bucket = env.bucket && `s3://${env.bucket.bucket}/${env.bucket.prefix}`;
    const report = await makeBackup({
      ...env,
      database,
      file,
      withSecrets: asked.isChosen,
      bucket,
      madeAt: new Date(),
    });
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    console.log(`${file}: ${report.rows} rows of ${report.tables} tables, ${report.files} files, ${megabytes} MB`);
    if (bucket !== undefined) console.log(`Finished days are in ${bucket}: they are not part of it.`);
    if (env.appSecret !== undefined) console.log("APP_SECRET is not part of it: keep it, too.");
    else if (!asked.isChosen) {
      console.log(`The master secret is not part of it: keep ${env.dataDir}/secrets.json, too, or add --with-secrets.`);
    }
  } finally {
    await database.close();
    await folder?.release();
  }
}

async function openStopped(dataDir: string) {
  if (!existsSync(dataDir)) throw new StartError(`There is no data folder ${dataDir}: there is nothing to back up.`);
  try {
    return await openDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    throw new StartError(
      `The embedded database of ${dataDir} is in use: stop the server, run the backup, start it again. Only PostgreSQL is backed up while the server runs.`,
    );
  }
}

await runToExit(run, HELP);
