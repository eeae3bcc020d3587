/** Writes a backup file entry by entry, keeping what goes into its last one. It appears whole or not at all. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, link, open, unlink } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { StartError, systemCode } from "../../platform/start-error.ts";
import { CONTENTS, type Contents } from "./layout.ts";

export interface BackupWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** A file as long as it is when it is opened. @returns whether it was there. */
  addFile(name: string, path: string): Promise<boolean>;
  /** Writes the last entry, and gives the file its name. @throws StartError where another has it. */
  finish(rows: Contents["rows"]): Promise<void>;
  /** Takes away what was written. */
  abandon(): Promise<void>;
}

export function openBackupWriter(file: string, madeAt: Date): BackupWriter {
  const draft = `${file}.${process.pid}.draft`;
  const tar = pack();
  const output = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
  const written = pipeline(tar, createGzip(), output);
  // When the disk is full, an entry would wait for ever: nobody takes its bytes any more.
  const failed = new Promise<never>((_, reject) => written.catch(reject));
  failed.catch(() => undefined); // told by whatever is being added, or by finish
  const entries: Contents["entries"] = {};

  async function addStream(name: string, size: number, bytes: Readable): Promise<void> {
    const hash = createHash("sha256");
    let read = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        read += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    };
    const entry = tar.entry({ name, size, mode: 0o600, mtime: madeAt });
    await Promise.race([pipeline(bytes, counted, entry), failed]);
    if (read !== size) throw new StartError(`${name} became shorter while it was read: run the backup again.`);
    entries[name] = { bytes: size, sha256: hash.digest("hex") };
  }

  const add = (name: string, bytes: Buffer): Promise<void> => addStream(name, bytes.length, Readable.from([bytes]));

  return {
    add,
    async addFile(name, path) {
      const handle = await openIfThere(path);
      if (handle === undefined) return false;
      try {
        const { size } = await handle.stat();
        const bytes = size === 0 ? Readable.from([]) : handle.createReadStream({ end: size - 1, autoClose: false });
        await addStream(name, size, bytes);
        return true;
      } finally {
        await handle.close();
      }
    },
    async finish(rows) {
      const contents: Contents = { entries: { ...entries }, rows };
      await add(CONTENTS, Buffer.from(JSON.stringify(contents)));
      tar.finalize();
      await written;
      await named(draft, file);
    },
    async abandon() {
      tar.destroy();
      await written.catch(() => undefined);
      await unlink(draft).catch(() => undefined);
    },
  };
}

/** Never in the place of another file. */
async function named(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (systemCode(error) === "EEXIST") throw new StartError(`There is a file ${file} already: choose another name.`);
    throw error;
  }
  await unlink(draft);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
