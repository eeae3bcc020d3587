/** Puts one version of an object in the place of the one that was seen. */
import { ArchiveError } from "./archive-error.ts";
import { ConflictError, type ObjectStore } from "./object-store.ts";

/**
 * Nothing is written where the same bytes are there already.
 * @param replaces the version that was seen; undefined for none.
 * @throws ArchiveError when another writer changed it meanwhile.
 */
export async function replaceObject(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array,
  replaces: string | undefined,
): Promise<void> {
  if (await isSame(store, key, bytes)) return;
  try {
    await store.write(key, bytes, { replaces });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // A write whose answer was lost was sent twice: the second found the first.
    if (await isSame(store, key, bytes)) return;
    throw new ArchiveError(`${store.nameOf(key)} was written by another process meanwhile: try again`, {
      cause: error,
    });
  }
}

/** Writing the same bytes again changes nothing, not even a file's time. */
export async function isSame(store: ObjectStore, key: string, bytes: Uint8Array): Promise<boolean> {
  const there = await store.read(key).catch(() => undefined);
  return there?.bytes.equals(bytes) ?? false;
}
