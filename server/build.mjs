/**
 * Bundles the server into `dist/server`. Also puts compressed copies beside the built browser app, so that no request ever waits for a compressor, and
 * makes an empty embedded database, so that no first start waits for one.
 */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { brotliCompress, constants, gzip } from "node:zlib";
import { bundle } from "./bundle.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUT = here("../dist/server");
const WEB = here("../dist/web");
/** Kept from build to build: it depends on the version of PGlite alone. */
const DATABASE = here("../dist/empty-database");
const COMPRESSED = new Set([".html", ".js", ".css", ".json", ".svg", ".wasm", ".txt", ".webmanifest"]);
/** Below this a reply fits into one packet anyway. */
const MIN_BYTES = 1024;

const started = performance.now();

async function compress() {
  if (!existsSync(WEB)) return;
  const names = readdirSync(WEB, { recursive: true }).filter((name) => COMPRESSED.has(extname(name)));
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  await Promise.all(
    names.map(async (name) => {
      const file = join(WEB, name);
      if (statSync(file).size < MIN_BYTES) return;
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
      if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
      if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
    }),
  );
}

async function makeDatabase() {
  const { version } = JSON.parse(readFileSync(here("../node_modules/@electric-sql/pglite/package.json"), "utf8"));
  const mark = `${DATABASE}.version`;
  if (existsSync(mark) && readFileSync(mark, "utf8") === version) return;
  rmSync(mark, { force: true });
  rmSync(DATABASE, { recursive: true, force: true });
  const worker = new Worker(join(OUT, "pglite.worker.js"), { workerData: { folder: DATABASE, socket: undefined } });
  await once(worker, "message");
  worker.postMessage("stop");
  await once(worker, "exit");
  writeFileSync(mark, version);
}

rmSync(OUT, { recursive: true, force: true });
await Promise.all([bundle(OUT, { sourcemap: true }).then(makeDatabase), compress()]);
console.log(`dist/server built in ${Math.round(performance.now() - started)} ms`);
