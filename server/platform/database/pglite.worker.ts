/** Thread entry: PGlite, so that a long query never holds up the market. Speaks the PostgreSQL protocol on a unix socket. */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import type { PGliteRequest } from "./embedded-database.ts";

/** The package reserves 160 MB of buffers for a database of a few megabytes; this saves a third of the server's memory. */
const SMALL = ["shared_buffers=8MB", "wal_buffers=256kB", "max_connections=4"].flatMap((setting) => ["-c", setting]);

const { folder, socket } = workerData as PGliteRequest;
const db = new PGlite({ dataDir: folder, startParams: [...PGlite.defaultStartParams, ...SMALL] });
await db.waitReady;
const server = socket === undefined ? undefined : new PGLiteSocketServer({ db, path: socket, maxConnections: 4 });
await server?.start();
parentPort?.on("message", async () => {
  await server?.stop();
  await db.close();
  parentPort?.close();
});
parentPort?.postMessage("ready");
