/**
 * Where an archive's bytes lie: a folder, or a bucket. Keys are paths with '/' between their names; an object is there
 * whole or not at all.
 */

export interface StoredObject {
  readonly bytes: Buffer;
  /** Tells this version of the object from the next. */
  readonly version: string;
}

/** Somebody else wrote the object meanwhile. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";
}

export interface ObjectStore {
  /** For people: a folder, or 's3://bucket/prefix'. */
  readonly place: string;
  /** An object as messages name it. */
  nameOf(key: string): string;
  /** Names of the folders in a folder ('' is the top); none where it is not there. */
  folders(folder: string): Promise<readonly string[]>;
  /** Names of the objects in a folder, those in its folders left out. */
  names(folder: string): Promise<readonly string[]>;
  /** The same names, each with its version. */
  versions(folder: string): Promise<ReadonlyMap<string, string>>;
  /** The object; undefined where there is none. @throws Error with why */
  read(key: string): Promise<StoredObject | undefined>;
  /** A part of the object's bytes: fewer where it ends earlier, undefined where there is none. @throws Error with why */
  readPart(key: string, at: number, length: number): Promise<Buffer | undefined>;
  version(key: string): Promise<string | undefined>;
  /**
   * Durable when it resolves.
   * @param replaces the version that it replaces, undefined for none; left out: whatever is there.
   * @throws ConflictError when another is there.
   */
  write(key: string, bytes: Uint8Array, condition?: { readonly replaces: string | undefined }): Promise<void>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
  /** One writer at a time. @returns what gives the lock back. @throws ArchiveError when another keeps it for too long. */
  lock(): Promise<() => Promise<void>>;
}
