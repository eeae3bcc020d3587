/** Reads a backup file: first all of it, against its own list of contents, then entry by entry. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { StartError, systemCode } from "../../platform/start-error.ts";
import { CONTENTS, Contents, FORMAT, MANIFEST, Manifest, ManifestHead } from "./layout.ts";

/** Has to read the bytes to their end. */
export type OnEntry = (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>;

/** @throws StartError where the file cannot be read; whatever `onEntry` throws. */
export async function readEntries(file: string, onEntry: OnEntry): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  reading.catch(() => undefined); // told below: the entries break with it
  let fault: unknown;
  const bytesOf = async function* (entry: AsyncIterable<Buffer>) {
    try {
      yield* entry;
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  let isHandling = false;
  try {
    for await (const entry of tar) {
      isHandling = true;
      await onEntry(entry.header.name, bytesOf(entry as AsyncIterable<Buffer>));
      isHandling = false;
      entry.resume();
    }
    await reading;
  } catch (error) {
    if (isHandling && fault === undefined) throw error;
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): Error {
  const code = systemCode(error);
  if (code === "ENOENT") return new StartError(`There is no file ${file}.`);
  if (code === "EACCES" || code === "EISDIR" || code === "EIO")
    return new StartError(`${file} cannot be read (${code}).`);
  return damaged(file, "it cannot be unpacked to its end");
}

export interface VerifiedBackup {
  readonly manifest: Manifest;
  readonly contents: Contents;
}

/** Reads all of it. @throws StartError in one line where it is no backup, a newer one, or damaged. */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const seen: Contents["entries"] = {};
  let manifest: Manifest | undefined;
  let listed: Contents | undefined;
  await readEntries(file, async (name, chunks) => {
    const hash = createHash("sha256");
    const kept: Buffer[] = [];
    let bytes = 0;
    const isOurs = name === MANIFEST || name === CONTENTS;
    if (manifest === undefined && name !== MANIFEST) throw new StartError(`${file} is not a backup of Strikeboard.`);
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      if (isOurs) kept.push(chunk);
    }
    if (name === CONTENTS) {
      listed = Contents.safeParse(json(kept)).data;
      return;
    }
    if (name === MANIFEST) manifest = readManifest(file, json(kept));
    seen[name] = { bytes, sha256: hash.digest("hex") };
  });
  if (manifest === undefined) throw new StartError(`${file} is not a backup of Strikeboard.`);
  if (listed === undefined) throw damaged(file, "its end is missing");
  const names = new Set([...Object.keys(seen), ...Object.keys(listed.entries)]);
  const wrong = [...names].find((name) => seen[name]?.sha256 !== listed?.entries[name]?.sha256);
  if (wrong !== undefined) throw damaged(file, `${wrong} is not what was written`);
  return { manifest, contents: listed };
}

function readManifest(file: string, value: unknown): Manifest {
  const head = ManifestHead.safeParse(value);
  if (!head.success) throw new StartError(`${file} is not a backup of Strikeboard.`);
  if (head.data.format > FORMAT) {
    throw new StartError(
      `${file} was made by a newer Strikeboard (format ${head.data.format}, this one knows ${FORMAT}): update Strikeboard.`,
    );
  }
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) throw damaged(file, `its ${MANIFEST} is not complete`);
  return manifest.data;
}

const damaged = (file: string, why: string): StartError =>
  new StartError(`${file} is damaged: ${why}. Nothing was restored; use another backup.`);

function json(chunks: readonly Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}
