/**
 * What the browser downloads of a build, by what it is for: kB (1000 bytes) of gzip. It follows the graph of the build:
 * the page, the manifest, and what each worker imports. Read by sizes.mjs and the startup bench.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const KB = 1000;
const WORKSPACE = "app/workspace/View.tsx";
const PALETTE = "app/palette/Palette.tsx";
const FIRST_VIEW = "screens/option-chain-new/View.tsx";

const gzip = (file) => gzipSync(readFileSync(file), { level: 9 }).length / KB;
const sum = (values) => values.reduce((total, value) => total + value, 0);
const sizeOf = (files) => sum([...files].map(gzip));

/**
 * `firstScreen`: the page's scripts and preloads, and the chain's view. `largestRoute`: what a view loads beyond that and
 * the list of screens (the menus load it on every page, and it grows with the number of screens); uPlot is not counted:
 * every chart screen has it. `workspace`: its own code, without what its panes are made of. `palette`: its own
 * code, without what it knows of screens and workspaces, which has its row. `workers`: each worker, the
 * largest of the derivations that the quant worker loads when they are asked for, and the largest build of the WASM core; a
 * browser loads one of them.
 * `all`: every script and WASM module of the build.
 * @param web folder of a build with its manifest.
 * @returns {{ firstScreen: number, largestRoute: number, workspace: number, palette: number, workers: number, all: number }}
 * @throws Error where there is no build, or it lacks a chunk that is measured.
 */
export function bundleSizes(web) {
  const file = path.join(web, ".vite/manifest.json");
  if (!existsSync(file)) throw new Error(`no build in ${web} (npm run build)`);
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const first = firstScreenFiles(web, manifest);
  const assets = path.join(web, "assets");
  const every = readdirSync(assets).filter((name) => /\.(js|wasm)$/.test(name));
  return {
    firstScreen: sizeOf(first),
    largestRoute: largestRoute(web, manifest, new Set([...first, ...screenListFiles(web, manifest)])),
    workspace: ownCode(web, manifest, [WORKSPACE, /^_layouts-/]),
    palette: ownCode(web, manifest, [PALETTE, /^_Keys-/]),
    workers: workers(assets),
    all: sizeOf(every.map((name) => path.join(assets, name))),
  };
}

/** What index.html names, scripts and preloads, and all that these import statically; the chain's view with it. */
function firstScreenFiles(web, manifest) {
  const page = readFileSync(path.join(web, "index.html"), "utf8");
  const named = new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file));
  const keys = Object.keys(manifest).filter((key) => named.has(manifest[key].file));
  if (keys.length === 0) throw new Error("index.html names no chunk of the build");
  // Without a chunk of its own it is part of one that the page preloads.
  return filesOf(web, manifest, FIRST_VIEW in manifest ? [...keys, FIRST_VIEW] : keys);
}

/** What all screens declare of themselves, in one chunk for menus and router. */
const screenListFiles = (web, manifest) =>
  filesOf(
    web,
    manifest,
    Object.keys(manifest).filter((key) => /^_screens-/.test(key)),
  );

/** The JavaScript files of modules and of what they import statically. */
function filesOf(web, manifest, keys) {
  const seen = new Set();
  const visit = (key) => {
    if (!manifest[key]) throw new Error(`the build has no chunk of ${key}`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return new Set([...seen].map((key) => path.join(web, manifest[key].file)).filter((file) => file.endsWith(".js")));
}

function largestRoute(web, manifest, shared) {
  const uPlot = gzip(path.join(ROOT, "node_modules/uplot/dist/uPlot.iife.min.js"));
  const own = Object.keys(manifest)
    .filter((key) => /^screens\/[^/]+\/View\.tsx$/.test(key) && key !== FIRST_VIEW)
    .map((key) => {
      const files = [...filesOf(web, manifest, [key])].filter((file) => !shared.has(file));
      const hasPlot = files.some((file) => readFileSync(file, "utf8").includes("u-cursor-pt"));
      return sizeOf(files) - (hasPlot ? uPlot : 0);
    });
  if (own.length === 0) throw new Error("the build has no view but the chain's");
  return Math.max(...own);
}

/** Of chunks by their names or patterns of these. */
function ownCode(web, manifest, chunks) {
  // A chunk's style sheet stands under the chunk's name, too; their hashes say which comes first.
  const scripts = Object.keys(manifest).filter((key) => manifest[key].file.endsWith(".js"));
  const files = chunks.map((chunk) => {
    const key = scripts.find((one) => (typeof chunk === "string" ? one === chunk : chunk.test(one)));
    if (!key) throw new Error(`the build has no chunk of ${chunk}`);
    return path.join(web, manifest[key].file);
  });
  return sizeOf(files);
}

/** The manifest does not list what workers import, so their own import statements are followed. */
function workers(assets) {
  const named = readdirSync(assets);
  const base = new Set();
  const derivations = new Set();
  const visit = (name, seen, lazy) => {
    if (seen.has(name)) return;
    seen.add(name);
    const code = readFileSync(path.join(assets, name), "utf8");
    for (const next of importsOf(code, /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) visit(next, seen, lazy);
    for (const next of importsOf(code, /import\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) lazy.add(next);
  };
  for (const name of named.filter((one) => /\.worker.*\.js$/.test(one))) visit(name, base, derivations);
  const beyond = [...derivations].map((name) => {
    const files = new Set();
    visit(name, files, new Set());
    return sizeOf([...files].filter((file) => !base.has(file)).map((file) => path.join(assets, file)));
  });
  const cores = named.filter((name) => name.endsWith(".wasm")).map((name) => gzip(path.join(assets, name)));
  if (base.size === 0 || cores.length === 0) throw new Error("the build has no worker or no WASM core");
  return sizeOf([...base].map((name) => path.join(assets, name))) + Math.max(0, ...beyond) + Math.max(...cores);
}

const importsOf = (code, pattern) => [...code.matchAll(pattern)].map(([, name]) => name);
