/** The archive's bytes as files of a folder. */
import { mkdir, open, readdir, readFile, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { oneLine, systemCode } from "../../platform/start-error.ts";
import { ArchiveError } from "./archive-error.ts";
import { writeAtomically } from "./atomic-write.ts";
import type { ObjectStore } from "./object-store.ts";
import { takeWriterLock } from "./writer-lock.ts";

const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "");

/** @param root made when the first object is written. */
export function createFileStore(root: string): ObjectStore {
  const pathOf = (key: string): string => join(root, key);

  async function list(folder: string, isWanted: (entry: { isDirectory(): boolean }) => boolean): Promise<string[]> {
    const path = pathOf(folder);
    try {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.filter(isWanted).map(({ name }) => name);
    } catch (error) {
      if (isMissing(error)) return [];
      throw new ArchiveError(`Cannot read ${path}: ${oneLine(error)}`, { cause: error });
    }
  }

  async function version(key: string): Promise<string | undefined> {
    try {
      const { ino, mtimeMs, size } = await stat(pathOf(key));
      return `${ino} ${mtimeMs} ${size}`;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    place: root,
    nameOf: pathOf,
    folders: (folder) => list(folder, (entry) => entry.isDirectory()),
    names: (folder) => list(folder, (entry) => !entry.isDirectory()),
    version,

    async versions(folder) {
      const names = await list(folder, (entry) => !entry.isDirectory());
      const known = await Promise.all(names.map((name) => version(`${folder}/${name}`)));
      return new Map(names.flatMap((name, i) => (known[i] === undefined ? [] : [[name, known[i]] as const])));
    },

    async readPart(key, at, length) {
      const file = await open(pathOf(key), "r").catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      try {
        const read = await file?.read(Buffer.alloc(length), 0, length, at);
        return read?.buffer.subarray(0, read.bytesRead);
      } finally {
        await file?.close();
      }
    },

    async read(key) {
      const known = await version(key);
      if (known === undefined) return undefined;
      try {
        return { bytes: await readFile(pathOf(key)), version: known };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    // The writer lock keeps others out: there is no condition to check.
    async write(key, bytes) {
      const path = pathOf(key);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      } catch (error) {
        throw new ArchiveError(`Cannot write ${dirname(path)}: ${oneLine(error)}`, { cause: error });
      }
      await writeAtomically(path, bytes);
    },

    async remove(key) {
      const path = pathOf(key);
      await unlink(path).catch((error: unknown) => {
        if (!isMissing(error)) throw new ArchiveError(`Cannot remove ${path}: ${oneLine(error)}`, { cause: error });
      });
      // An empty folder is no folder in a bucket either; one that is not empty stays.
      await rmdir(dirname(path)).catch(() => undefined);
    },

    lock: () => takeWriterLock(root),
  };
}
