/** What the commands that work on the database share: the environment, the folder, and the database opened alone. */
import { existsSync, readFileSync } from "node:fs";
import { type DataFolder, openDataFolder } from "../data-folder/data-folder.ts";
import { type Env, parseEnv } from "../env/env.ts";
import { silentLog } from "../log.ts";
import { oneLine } from "../start-error.ts";
import { type Database, openDatabase } from "./db.ts";

/**
 * Runs `task` on the database of the environment, and ends the process with its outcome. PostgreSQL is shared with a
 * running server; the embedded database needs the server stopped, and says so.
 */
export async function withDatabase(task: (database: Database, env: Env) => Promise<void>): Promise<void> {
  let folder: DataFolder | undefined;
  let database: Database | undefined;
  try {
    if (existsSync(".env")) process.loadEnvFile(".env");
    const env = parseEnv(process.env, (path) => readFileSync(path, "utf8"));
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
