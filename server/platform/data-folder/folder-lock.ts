/**
 * An exclusive lock on a folder that a killed process cannot leave behind: whoever holds it listens on a socket in
 * the folder, and the kernel stops the listening with the process. A socket file that nobody answers is stale.
 */
import { createHash } from "node:crypto";
import { renameSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError, systemCode } from "../start-error.ts";

/** The kernel's limit of a socket path is 108 bytes with the final zero (104 on macOS). */
const MAX_SOCKET_PATH = 103;
/** Long enough for a rival that saw the same stale socket to have replaced it. */
const SETTLE_MS = 40;
const ANSWER_MS = 2000;
/** The same where the caller has been given the right to replace a holder that is silent. */
const REPLACED_ANSWER_MS = 500;

export interface FolderLockOptions {
  /** Takes the lock from a holder that does not answer, as of a process that was stopped: it must be kept from writing. */
  readonly fromSilent?: boolean;
}

/** @returns what gives the lock back. @throws StartError when another process holds it. */
export async function takeFolderLock(
  folder: string,
  { fromSilent = false }: FolderLockOptions = {},
): Promise<() => Promise<void>> {
  const path = lockPath(folder);
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(path);
    if (server !== undefined) {
      await sleep(SETTLE_MS);
      const own = identityOf(path);
      if (isPipe(path) || (await askHolder(path)) === String(process.pid))
        // To close it removes the file, which may be another's by now.
        return async () => (isPipe(path) || identityOf(path) === own ? close(server) : undefined);
      await close(server);
      break;
    }
    const seen = identityOf(path);
    const holder = await askHolder(path, fromSilent ? REPLACED_ANSWER_MS : ANSWER_MS);
    if (holder !== undefined && !(fromSilent && holder === SILENT)) throw inUse(folder, holder);
    // Nobody answers: stale, unless a rival has just replaced it.
    if (seen !== undefined && identityOf(path) === seen) removeStale(path);
  }
  throw inUse(folder, (await askHolder(path)) ?? SILENT);
}

/** Another process holds the folder. */
export class DataFolderInUse extends StartError {}

const inUse = (folder: string, holder: string): DataFolderInUse =>
  new DataFolderInUse(
    `The data folder ${folder} is in use by another Strikeboard (process ${holder}): stop that one, or set DATA_DIR to another folder.`,
  );

const isPipe = (path: string): boolean => path.startsWith("\\\\.\\pipe\\");

function lockPath(folder: string): string {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 32);
  if (process.platform === "win32") return `\\\\.\\pipe\\strikeboard-${name}`;
  const inside = join(folder, "lock.sock");
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH ? inside : join(tmpdir(), `strikeboard-${name}.sock`);
}

/** @returns undefined when the address is taken. */
function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.unref();
    server.once("error", (error) => {
      if (systemCode(error) === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

/** Connected but silent is a holder all the same: a stopped or very busy process. */
const SILENT = "unknown";

/** The process id of whoever listens, or SILENT; undefined when nobody does. */
function askHolder(path: string, answerMs = ANSWER_MS): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let answer = "";
    let connected = false;
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.once("connect", () => {
      connected = true;
    });
    socket.on("data", (bytes) => {
      answer += bytes.toString();
    });
    socket.once("error", () => socket.destroy());
    socket.once("close", () => resolve(connected ? answer || SILENT : undefined));
  });
}

/** Renames before deleting, so that only one of two rivals removes a given file. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  rmSync(aside, { force: true });
}

/** Which socket file stands at the path: the number alone may be given again to the next file. */
function identityOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? undefined : `${file.ino} ${file.ctimeMs}`;
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
