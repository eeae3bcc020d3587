/** Builds of the product for questions about the whole of it. One is made once for the sources as they are: questions and rounds share it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Inside node_modules, so that the servers find their packages. */
const CACHE = path.join(ROOT, "node_modules/.cache/bench");
/** What a build is made of, besides what a variant adds. */
const SOURCES = ["web", "workers", "server", "assembly", "vite.config.ts", "package-lock.json"];

const COMPILED = path.join(ROOT, "assembly/build/");

/** What `npm run build` leaves. Its page is ready when the manifest is written, its server is built after that. */
const DIST = path.join(ROOT, "dist");
const BUILT = ["web/.vite/manifest.json", "server/main.js"];

/** A build that differs from the product. */
export interface Variant {
  readonly name: string;
  readonly plugins: readonly Plugin[];
  /** Files that it is made of, from the root of the repository. */
  readonly sources: readonly string[];
}

/** @returns the folder of the build: `web` and, beside it, `server`. @throws Error when it cannot be built. */
export async function buildProduct(variant?: Variant): Promise<string> {
  const out = path.join(CACHE, variant?.name ?? "product", "dist");
  const stampFile = path.join(out, "sources");
  const stamp = hashOf([...SOURCES, ...(variant?.sources ?? [])]);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return out;
  rmSync(out, { recursive: true, force: true });
  if (variant) {
    await buildPage(path.join(out, "web"), variant);
    cpSync(path.join(await buildProduct(), "server"), path.join(out, "server"), { recursive: true });
  } else if (isFresh()) {
    // Without the compressed copies, which no other build of a bench has.
    cpSync(DIST, out, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  } else {
    await buildPage(path.join(out, "web"), variant);
    buildServer(path.join(out, "server"));
  }
  writeFileSync(stampFile, stamp);
  return out;
}

/** Whether `dist` was built after the last change of the sources: of a file's content, or of what is in a folder. */
function isFresh(): boolean {
  const built = BUILT.map((file) => statSync(path.join(DIST, file), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const since = Math.min(...built);
  return SOURCES.flatMap((source) => [path.join(ROOT, source), ...within(path.join(ROOT, source))])
    .filter((entry) => !`${entry}/`.startsWith(COMPILED))
    .every((entry) => statSync(entry).mtimeMs < since);
}

/** As the product is built, chunk by chunk. */
async function buildPage(outDir: string, variant: Variant | undefined): Promise<void> {
  await build({
    configFile: path.join(ROOT, "vite.config.ts"),
    root: path.join(ROOT, "web"),
    ...(variant && { plugins: [...variant.plugins], resolve: { dedupe: ["react", "react-dom"] } }),
    build: { outDir, emptyOutDir: true },
    logLevel: "error",
  });
}

function buildServer(outDir: string): void {
  const { status } = spawnSync(process.execPath, ["server/build.mjs"], { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the server could not be built");
  cpSync(path.join(ROOT, "dist/server"), outDir, { recursive: true });
}

/** Of names and contents. */
function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const source of sources)
    for (const file of filesOf(path.join(ROOT, source))) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesOf(source: string): readonly string[] {
  if (path.extname(source) !== "") return [source];
  return within(source)
    .filter((entry) => statSync(entry).isFile())
    .filter((file) => !file.startsWith(COMPILED)) // it follows from the rest
    .sort();
}

/** Files and folders; none in a file. */
function within(source: string): readonly string[] {
  if (path.extname(source) !== "") return [];
  return readdirSync(source, { recursive: true, encoding: "utf8" }).map((entry) => path.join(source, entry));
}
