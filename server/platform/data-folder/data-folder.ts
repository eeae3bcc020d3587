/**
 * The folder with everything this server keeps, held by one process at a time.
 * Each thing that can be wrong with it is one clear line for the operator.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { oneLine, StartError, systemCode } from "../start-error.ts";
import { type FolderLockOptions, takeFolderLock } from "./folder-lock.ts";

/** Raised when an older server could misread what a newer one wrote. */
export const DATA_VERSION = 1;
/** A new embedded database takes 40 MB, and a day's journal as much again. */
const MIN_FREE_BYTES = 100e6;

export interface DataFolder {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Gives the folder back; the process may then end or open it again. */
  release(): Promise<void>;
}

/**
 * Makes the folder if need be, and takes it.
 * @param minFree bytes that have to be free on its disk.
 * @throws StartError
 */
export async function openDataFolder(
  path: string,
  minFree = MIN_FREE_BYTES,
  lock: FolderLockOptions = {},
): Promise<DataFolder> {
  const real = explained(path, () => {
    makeFolder(path);
    return realpathSync(path);
  });
  if (freeBytes(real) < minFree) throw fullDisk(real, minFree);
  const release = await takeFolderLock(real, lock).catch((error: unknown) => {
    throw error instanceof StartError ? error : explanation(path, error);
  });
  try {
    explained(path, () => checkVersion(real));
  } catch (error) {
    await release();
    throw error;
  }
  return { path: real, release };
}

/** Node's own recursive mkdir never returns where the system says that a folder's existing parent does not exist. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new StartError(`The data folder ${path} is not a folder: set DATA_DIR.`);
    return;
  }
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

function checkVersion(path: string): void {
  const file = join(path, "version");
  if (existsSync(file)) {
    const text = readFileSync(file, "utf8").trim();
    if (!/^\d+$/.test(text)) throw new StartError(`${file} is damaged: it should hold a number.`);
    if (Number(text) > DATA_VERSION) {
      throw new StartError(
        `The data folder ${path} was written by a newer Strikeboard (data version ${text}, this one knows ${DATA_VERSION}): update Strikeboard, or set DATA_DIR to another folder.`,
      );
    }
  }
  // Written at every start: it also proves that the folder can be written before anything relies on it.
  writeFileSync(file, `${DATA_VERSION}\n`, { mode: 0o600 });
}

const freeBytes = (path: string): number => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};

function fullDisk(path: string, minFree = MIN_FREE_BYTES): StartError {
  const free = existsSync(path) ? `${Math.floor(freeBytes(path) / 1e6)} MB free` : "no space left";
  return new StartError(
    `The disk of the data folder ${path} is full (${free}, ${minFree / 1e6} MB needed): make room, or set DATA_DIR to another disk.`,
  );
}

/** Runs a step of opening the folder. @throws StartError that says what a system error means for this folder. */
function explained<Result>(path: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw error instanceof StartError ? error : explanation(path, error);
  }
}

function explanation(path: string, error: unknown): StartError {
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT") return fullDisk(path);
  if (code === "EACCES" || code === "ENOENT" || code === "EPERM" || code === "EROFS") {
    return new StartError(`The data folder ${path} cannot be written (${code}): fix its permissions, or set DATA_DIR.`);
  }
  if (code === "ENOTDIR" || code === "EEXIST") {
    return new StartError(`The data folder ${path} is not a folder: set DATA_DIR to another path.`);
  }
  return new StartError(`The data folder ${path} cannot be used: ${oneLine(error)}`);
}

/** What a failure in the middle of the work means, if the data folder's disk explains it. */
export function diskFailure(path: string, error: unknown): StartError | undefined {
  const code = systemCode(error);
  const full = code === "ENOSPC" || code === "EDQUOT" || (existsSync(path) && freeBytes(path) < 1e6);
  return full ? fullDisk(path) : undefined;
}
