/**
 * The database that needs nothing installed: PGlite in a worker thread, reached with `pg` through a unix socket, so
 * that one driver, one type mapping and one code path serve it and PostgreSQL. It has a single session: statements
 * of two connections interleave inside one, so the pool holds one connection and nothing leans on SET, temporary
 * tables or advisory locks. The data folder's lock keeps a second process out; PGlite itself would let it in.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import { startThread } from "../thread.ts";

/** What the worker is started with. */
export interface PGliteRequest {
  readonly folder: string;
  /** Path to listen on; undefined only creates the database. */
  readonly socket: string | undefined;
}

export interface EmbeddedDatabase {
  /** Folder of the socket, as `pg` takes it for `host`. */
  readonly host: string;
  stop(): Promise<void>;
}

/** The file name that `pg` makes of port 5432. */
const SOCKET_NAME = ".s.PGSQL.5432";
/** The kernel's limit is 108 bytes with the final zero (104 on macOS). */
const MAX_SOCKET_PATH = 103;
/** An empty database that the build leaves beside the server. */
const TEMPLATE = fileURLToPath(new URL("../empty-database", import.meta.url));

/**
 * @param folder where the database lives; created on first use.
 * @param onFailure called once if the thread dies while in use.
 */
export async function startEmbedded(folder: string, onFailure: (error: Error) => void): Promise<EmbeddedDatabase> {
  if (!existsSync(join(folder, "PG_VERSION"))) await createDatabase(folder);
  const { host, remove } = socketFolder(folder);
  const socket = join(host, SOCKET_NAME);
  rmSync(socket, { force: true }); // left by a killed process
  const worker = await startWorker({ folder, socket });
  const fail = (error: Error): void => onFailure(error);
  worker.once("error", fail);
  return {
    host,
    async stop() {
      worker.off("error", fail);
      await stopWorker(worker);
      remove();
    },
  };
}

/** Copies the template: to create a database takes seconds. */
async function createDatabase(folder: string): Promise<void> {
  if (existsSync(TEMPLATE) && !existsSync(folder)) {
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true }); // left by a killed process
    // At once: a thousand files would each wait for a turn of the event loop, which the market's start keeps busy.
    cpSync(TEMPLATE, draft, { recursive: true });
    renameSync(draft, folder);
    return;
  }
  // It takes 800 MB that WebAssembly never gives back; the thread that did it does, by ending.
  const creator = await startWorker({ folder, socket: undefined });
  await stopWorker(creator);
}

/** Beside the database where the path is short enough for a socket, else in the temporary folder. */
function socketFolder(folder: string): { host: string; remove: () => void } {
  const beside = `${folder}-socket`;
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= MAX_SOCKET_PATH) {
    mkdirSync(beside, { recursive: true, mode: 0o700 });
    return { host: beside, remove: () => rmSync(beside, { recursive: true, force: true }) };
  }
  const host = mkdtempSync(join(tmpdir(), "strikeboard-"));
  return { host, remove: () => rmSync(host, { recursive: true, force: true }) };
}

function startWorker(request: PGliteRequest): Promise<Worker> {
  const worker = startThread("pglite.worker", import.meta.url, request);
  return new Promise((resolve, reject) => {
    worker.once("message", () => {
      worker.off("error", reject);
      resolve(worker);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the embedded database ended before it was ready")));
  });
}

async function stopWorker(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage("stop");
  await ended;
}
