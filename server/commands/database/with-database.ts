/** What the commands that work on the database share: the environment, the folder, and the database opened alone. */
import { type DataFolder, openDataFolder } from "../../platform/data-folder/data-folder.ts";
import { type Database, openDatabase } from "../../platform/database/db.ts";
import type { Env } from "../../platform/env/env.ts";
import { readEnv } from "../../platform/env/read-environment.ts";
import { silentLog } from "../../platform/log.ts";
import { oneLine } from "../../platform/start-error.ts";

/**
 * Runs `task` on the database of the environment, and ends the process with its outcome. PostgreSQL is shared with a
 * running server; the embedded database needs the server stopped, and says so.
 */
export async function withDatabase(task: (database: Database, env: Env) => Promise<void>): Promise<void> {
  let folder: DataFolder | undefined;
  let database: Database | undefined;
  try {
    const env = readEnv();
    if (env.databaseUrl === undefined) folder = await openDataFolder(env.dataDir);
    database = await openDatabase({
      url: env.databaseUrl,
      folder: folder?.path ?? env.dataDir,
      log: silentLog,
      onFailure: (error) => {
        console.error(oneLine(error));
        process.exit(1);
      },
    });
    await task(database, env);
  } catch (error) {
    console.error(oneLine(error));
    process.exitCode = 1;
  } finally {
    await database?.close();
    await folder?.release();
  }
}
