/**
 * One writer at a time: the archive has a lock of its own, beside the data folder's, so that an import may run while
 * a server serves. Readers need none.
 */
import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { takeFolderLock } from "../../platform/data-folder/folder-lock.ts";
import { oneLine, StartError } from "../../platform/start-error.ts";
import { ArchiveError } from "./archive-error.ts";

const RETRY_MS = 250;
/** Longer than a server needs to archive a day. */
export const PATIENCE_MS = 60_000;

/**
 * Waits its turn.
 * @returns what gives the lock back.
 * @throws ArchiveError when the folder cannot be made, or another writer keeps it.
 */
export async function takeWriterLock(root: string, patienceMs = PATIENCE_MS): Promise<() => Promise<void>> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ArchiveError(`Cannot write the archive ${root}: ${oneLine(error)}`, { cause: error });
  }
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await takeFolderLock(root);
    } catch (error) {
      if (!(error instanceof StartError)) {
        throw new ArchiveError(`Cannot write the archive ${root}: ${oneLine(error)}`, { cause: error });
      }
      if (performance.now() >= until) {
        const holder = /\(process (\w+)\)/.exec(error.message)?.[1] ?? "unknown";
        throw new ArchiveError(`The archive ${root} is being written by another process (${holder}): try again later.`);
      }
    }
    await sleep(RETRY_MS);
  }
}
