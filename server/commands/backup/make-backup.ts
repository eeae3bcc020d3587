/** Makes a backup file of a database and a data folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATA_VERSION } from "../../platform/data-folder/data-folder.ts";
import type { Database } from "../../platform/database/db.ts";
import { openBackupWriter } from "./backup-writer.ts";
import { dumpFolder } from "./dump-folder.ts";
import { dumpTables } from "./dump-tables.ts";
import { FORMAT, MANIFEST, type Manifest, SECRETS_FILE, TABLES } from "./layout.ts";
import { secretMark } from "./secret-mark.ts";

export interface BackupRequest {
  readonly database: Database;
  /** Need not be there: with PostgreSQL and a bucket nothing of importance is in it. */
  readonly dataDir: string;
  /** The file to make. */
  readonly file: string;
  readonly appSecret: string | undefined;
  /** Whether the generated master secret goes along. */
  readonly withSecrets: boolean;
  /** Where finished days are when they are not in the data folder. */
  readonly bucket: string | undefined;
  readonly madeAt: Date;
}

export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

/** @throws StartError in one line; there is no file then. */
export async function makeBackup(request: BackupRequest): Promise<BackupReport> {
  const { database, dataDir, file, appSecret, bucket, madeAt } = request;
  const writer = openBackupWriter(file, madeAt);
  try {
    const { rows } = await dumpTables(database, {
      async begin(migrations) {
        const manifest: Manifest = {
          product: "strikeboard",
          format: FORMAT,
          madeAt: madeAt.toISOString(),
          dataVersion: DATA_VERSION,
          migrations,
          secret: secretMark(appSecret, dataDir) ?? null,
          bucket: bucket ?? null,
        };
        await writer.add(MANIFEST, Buffer.from(JSON.stringify(manifest, undefined, 2)));
      },
      part: (table, n, json) => writer.add(`${TABLES}${table}/${String(n).padStart(6, "0")}.json`, Buffer.from(json)),
    });
    const { files } = await dumpFolder(writer, dataDir, request.withSecrets && existsSync(join(dataDir, SECRETS_FILE)));
    await writer.finish(rows);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    return { tables: Object.keys(rows).length, rows: total, files };
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
