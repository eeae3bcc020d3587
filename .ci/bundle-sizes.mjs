/** What the browser downloads of a build, by what it is for: kB (1000 bytes) of gzip. Read by sizes.mjs and the startup bench. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const KB = 1000;
const APP = "app/start-app.tsx";
const FIRST_VIEW = "screens/option-chain-new/View.tsx";

const gzip = (file) => gzipSync(readFileSync(file), { level: 9 }).length / KB;
const sum = (values) => values.reduce((total, value) => total + value, 0);

/**
 * @param web folder of a build with its manifest.
 * @returns {{ firstScreen: number, largestRoute: number, threads: number }}
 * @throws Error where there is no build, or it lacks a chunk that is measured.
 */
export function bundleSizes(web) {
  const file = path.join(web, ".vite/manifest.json");
  if (!existsSync(file)) throw new Error(`no build in ${web} (npm run build)`);
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const first = firstScreenFiles(web, manifest);
  return {
    firstScreen: sum([...first].map(gzip)),
    largestRoute: largestRoute(web, manifest, first),
    threads: threads(web),
  };
}

/** The entry, the app that it starts, and the view of the chain: main.ts imports the last two by name, dynamically. */
function firstScreenFiles(web, manifest) {
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  return filesOf(web, manifest, [entry, APP, FIRST_VIEW]);
}

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

/** What a view loads beyond the first screen. uPlot is every chart screen's, thus no route's own. */
function largestRoute(web, manifest, shared) {
  const uPlot = gzip(path.join(ROOT, "node_modules/uplot/dist/uPlot.iife.min.js"));
  const own = Object.keys(manifest)
    .filter((key) => /^screens\/[^/]+\/View\.tsx$/.test(key) && key !== FIRST_VIEW)
    .map((key) => {
      const files = [...filesOf(web, manifest, [key])].filter((file) => !shared.has(file));
      const hasPlot = files.some((file) => readFileSync(file, "utf8").includes("u-cursor-pt"));
      return sum(files.map(gzip)) - (hasPlot ? uPlot : 0);
    });
  return Math.max(0, ...own);
}

/** Every worker, and of the quant core's builds the largest: a browser loads one of them (workers/kernel/variant.ts). */
function threads(web) {
  const assets = path.join(web, "assets");
  const sizes = (pattern) =>
    readdirSync(assets)
      .filter((file) => pattern.test(file))
      .map((file) => gzip(path.join(assets, file)));
  return sum(sizes(/worker.*\.js$/)) + Math.max(...sizes(/\.wasm$/));
}
