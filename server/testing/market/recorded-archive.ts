/** The recorded days as they are archived. An import costs seconds of CPU: each file is imported once for all tests of a run. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Archive } from "../../market/archive/archive.ts";
import { createFileArchive } from "../../market/archive/stored-archive.ts";
import { importFiles } from "../../market/importers/import-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** @param files with their folders. @returns an archive of the caller's own, of their days */
export async function recordedArchive(files: readonly string[]): Promise<Archive> {
  const folder = join(temporaryFolder(), "archive");
  for (const file of files) cpSync(await imported(file), folder, { recursive: true });
  return createFileArchive({ folder });
}

/** The temporary folder is the run's own. Whoever loses the race to import a file uses the winner's archive. */
async function imported(file: string): Promise<string> {
  const kept = join(tmpdir(), "recorded");
  const folder = join(kept, basename(file));
  if (existsSync(folder)) return folder;
  mkdirSync(kept, { recursive: true });
  const draft = `${folder}.${process.pid}`;
  const progress = { begin: () => undefined, update: () => undefined, end: () => undefined };
  const { files } = await importFiles([file], { archive: createFileArchive({ folder: draft }), progress });
  if (files[0]?.error !== undefined) throw new Error(`${file}: ${files[0].error}`);
  try {
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
