/** The recorded days as they are archived. An import costs seconds of CPU: each file is imported once for all tests of a run. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Archive } from "../../market/archive/archive.ts";
import { importFiles } from "../../market/importers/import-files.ts";
import { madeOnce } from "../processes/made-once.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { createFileArchive } from "./file-archive.ts";

/** What the import said of the file, and of its day. */
export type ImportedDay = Awaited<ReturnType<typeof importDay>>;

/** @param files with their folders. @returns an archive of the caller's own, of their days */
export async function recordedArchive(files: readonly string[]): Promise<Archive> {
  const folder = join(temporaryFolder(), "archive");
  for (const file of files) await importInto(folder, file);
  return createFileArchive({ folder });
}

/** @param folder of the caller's own archive, which has the day afterwards */
export async function importInto(folder: string, path: string): Promise<ImportedDay> {
  // The temporary folder is the run's own.
  const imported = await madeOnce(join(tmpdir(), "recorded", basename(path)), async (draft) => {
    mkdirSync(draft);
    writeFileSync(join(draft, "said"), serialize(await importDay(join(draft, "archive"), path)));
  });
  cpSync(join(imported, "archive"), folder, { recursive: true });
  return deserialize(readFileSync(join(imported, "said")));
}

async function importDay(folder: string, path: string) {
  const progress = { begin: () => undefined, update: () => undefined, end: () => undefined };
  const { files, days } = await importFiles([path], { archive: createFileArchive({ folder }), progress });
  if (files[0]?.error !== undefined) throw new Error(`${path}: ${files[0].error}`);
  return { file: files[0], day: days[0] };
}
