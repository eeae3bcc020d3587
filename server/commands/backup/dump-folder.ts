/**
 * The files of a data folder, also while a server writes there. The journal goes first: a day that is archived meanwhile
 * is then in both places, as after a crash, and never in none. Of a folder with a manifest (a day of the archive) the
 * manifest goes last, after every file that it can name, and again where it changed meanwhile.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../platform/start-error.ts";
import type { BackupWriter } from "./backup-writer.ts";
import { FILES, SECRETS_FILE } from "./layout.ts";

const JOURNAL = "journal";
const DAY_MANIFEST = "manifest.json";
/** The database is dumped as rows; the version is the restoring server's own; secrets are asked for by name. */
const LEFT_OUT = new Set(["pg", "version", SECRETS_FILE]);

export interface DumpedFiles {
  readonly files: number;
}

/** @param withSecrets whether the generated master secret goes along. */
export async function dumpFolder(writer: BackupWriter, dataDir: string, withSecrets: boolean): Promise<DumpedFiles> {
  let files = 0;
  const copied = async (path: string): Promise<void> => {
    if (await writer.addFile(FILES + path, join(dataDir, path))) files++;
  };

  async function copyFolder(folder: string): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      const manifest = await bytesIfThere(join(dataDir, folder, DAY_MANIFEST));
      for (const entry of await entriesOf(join(dataDir, folder))) {
        const path = join(folder, entry.name);
        if (done.has(path) || entry.name === DAY_MANIFEST || isPassing(entry.name)) continue;
        done.add(path);
        if (entry.isDirectory()) await copyFolder(path);
        else if (entry.isFile()) await copied(path);
      }
      const after = await bytesIfThere(join(dataDir, folder, DAY_MANIFEST));
      if (!isSame(manifest, after)) continue;
      if (manifest === undefined) return;
      await writer.add(`${FILES}${join(folder, DAY_MANIFEST)}`, manifest);
      files++;
      return;
    }
  }

  const top = (await entriesOf(dataDir)).filter(({ name }) => !LEFT_OUT.has(name) && !isPassing(name));
  for (const entry of top.sort((a, b) => Number(b.name === JOURNAL) - Number(a.name === JOURNAL))) {
    if (entry.isDirectory()) await copyFolder(entry.name);
    else if (entry.isFile()) await copied(entry.name);
  }
  if (withSecrets) await copied(SECRETS_FILE);
  return { files };
}

/** What a process that is alive, or was killed, leaves beside the files. */
const isPassing = (name: string): boolean => /\.(sock|new|draft)$|-socket$/.test(name);

const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other);

const entriesOf = (path: string) =>
  readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });

const bytesIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
