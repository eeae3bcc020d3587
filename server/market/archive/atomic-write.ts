/** A file is there whole or not at all, and stays there after a power cut. */
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { oneLine } from "../../platform/start-error.ts";
import { ArchiveError } from "./archive-error.ts";

/** @throws ArchiveError naming the file; the old file, if any, is then as it was. */
export async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await writeDurably(temporary, bytes);
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw new ArchiveError(`Cannot write ${path}: ${oneLine(error)}`, { cause: error });
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using(await open(path, "w", 0o600), async (file) => {
    await file.writeFile(bytes);
    await file.datasync();
  });
}

/** Makes a rename or a removal in the folder itself durable. */
async function syncFolder(path: string): Promise<void> {
  await using(await open(path, "r"), (folder) => folder.sync());
}

async function using(file: FileHandle, task: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await task(file);
  } finally {
    await file.close();
  }
}
