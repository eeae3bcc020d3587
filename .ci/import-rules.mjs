/**
 * Who may import whom: an allow-list, checked in `npm run verify`. A room is a folder; a rule says what a room's files
 * may import besides their own room. Debt stands at the end of the list, so that it is seen and shrinks.
 * No file may import itself by way of others: imports of types and imports at run time (`import()`) count, too.
 */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** First match wins: a file's room. `$1` keeps a captured folder, so that siblings are rooms of their own. */
const ROOMS = [
  [/^assembly\//, "assembly"],
  [/^workers\/(contract|market|kernel|chain|feed|quant|client)\//, "$1"],
  [/^web\/screens\/([^/]+)\/(?:derive[^/]*|snapshot|screen|job|watch)\.ts$/, "derive:$1"],
  [/^web\/screens\/([^/]+)\//, "screen:$1"],
  [/^web\/components\/[^/]+\/(?:derive[^/]*|snapshot|pane)\.ts$/, "web/panes"],
  [/^web\/(app|components|charts|format|frame|grid|kit|state|styles)\//, "web/$1"],
  [/^server\/modules\/([^/]+)\//, "module:$1"],
  [/^server\/(market|feeds|platform|gateway|roles|brokers|commands|testing)\//, "server/$1"],
  [/^server\/gateway\.ts$/, "server/gateway"],
  [/^server\/[^/]+$/, "server/root"],
  [/^bench\//, "bench"],
];

/** Room (or its kind, before the colon) to the rooms it may import. `screen` and `derive` stand for the same folder's. */
const ALLOWED = {
  assembly: [],
  contract: [],
  market: ["contract"],
  kernel: ["contract", "assembly"],
  // What prices a chain through the day: kernel and market meet here.
  chain: ["contract", "market", "kernel"],
  feed: ["contract"],
  quant: ["contract", "market", "kernel"],
  client: ["contract", "kernel"],
  derive: ["contract", "market", "kernel", "chain"],
  screen: [
    "derive",
    "web/panes", // a pane within the screen, such as the prices of its legs
    "contract",
    "client",
    "web/components",
    "web/charts",
    "web/format",
    "web/grid",
    "web/kit",
    "web/state",
    "web/styles",
  ],
  // What screens are made of; only screens import it, and the app that mounts them.
  "web/kit": [
    "contract",
    "web/panes", // a part with a subscription of its own
    "web/components",
    "web/charts",
    "web/format",
    "web/frame",
    "web/grid",
    "web/state",
    "web/styles",
  ],
  // Parts of the board that subscribe as screens do, on no route of their own.
  "web/panes": ["contract", "market", "kernel", "chain"],
  "web/styles": [],
  "web/format": [],
  "web/frame": [],
  "web/grid": ["contract", "web/format", "web/frame", "web/styles"],
  "web/charts": ["web/frame", "web/styles"],
  "web/state": ["contract", "client", "web/frame"],
  "web/components": ["contract", "web/panes", "web/state", "web/format", "web/frame", "web/styles"],
  "web/app": [
    "contract",
    "client",
    "derive", // by globs
    "screen",
    "web/components",
    "web/charts",
    "web/format",
    "web/frame",
    "web/kit",
    "web/state",
    "web/styles",
  ],
  "server/platform": ["contract"],
  "server/feeds": ["contract", "market", "server/platform", "server/market"],
  "server/market": ["contract", "market", "kernel", "server/platform"],
  "server/gateway": ["contract", "server/platform", "server/market"],
  "server/roles": ["contract", "server/platform", "server/market"],
  "server/brokers": ["contract", "market", "server/platform", "server/market"],
  // Modules know nothing of each other, but all of them may ask what an account is entitled to.
  module: ["contract", "server/platform", "server/market", "server/feeds", "server/brokers", "module:accounts"],
  "server/commands": [
    "contract",
    "kernel",
    "module",
    "server/platform",
    "server/market",
    "server/feeds",
    "server/brokers",
  ],
  "server/root": [
    "contract",
    "module",
    "server/platform",
    "server/market",
    "server/feeds",
    "server/brokers",
    "server/gateway",
    "server/roles",
  ],
};

/** [file, imported file or room, why, and what would end it] */
const DEBT = [];

const roomOf = (file) => {
  for (const [pattern, room] of ROOMS) {
    const match = pattern.exec(file);
    if (match) return room.replace("$1", match[1] ?? "");
  }
  return undefined;
};

const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file) || /(^|\/)(testing|__fixtures__|test)\//.test(file);
const ALIASES = {
  "#contract/": "workers/contract/",
  "#market/": "workers/market/",
  "#kernel/": "workers/kernel/",
  "#chain/": "workers/chain/",
  "#client/": "workers/client/",
};
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g;

function targetOf(file, specifier) {
  for (const [alias, folder] of Object.entries(ALIASES))
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  if (specifier.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return undefined; // a package
}

function isAllowed(from, to) {
  if (from === to) return true;
  const [kind, name] = from.split(":");
  const [toKind, toName] = to.split(":");
  const allowed = ALLOWED[kind] ?? [];
  if (!allowed.includes(toKind) && !allowed.includes(to)) return false;
  const isFolderPair = ["derive", "screen"].includes(kind) && ["derive", "screen"].includes(toKind);
  return !isFolderPair || name === toName;
}

/** One circle for each file where a walk along the imports comes back to a file that it is still in. */
function circlesOf(graph) {
  const circles = [];
  const done = new Set();
  const walk = [];
  const visit = (file) => {
    if (done.has(file)) return;
    const at = walk.indexOf(file);
    if (at >= 0) {
      circles.push(walk.slice(at));
      return;
    }
    walk.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    walk.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return circles;
}

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  // A file that was deleted or moved stays listed until that is committed.
  .filter((file) => file && !file.endsWith(".d.ts") && existsSync(path.join(ROOT, file)));
const broken = [];
/** File to the files that it imports. */
const graph = new Map();
for (const file of files) {
  const from = roomOf(file);
  if (!from || from === "bench" || isTest(file)) continue;
  const imported = [];
  graph.set(file, imported);
  for (const [, specifier] of readFileSync(path.join(ROOT, file), "utf8").matchAll(IMPORT)) {
    const target = targetOf(file, specifier);
    const next = target && (existsSync(path.join(ROOT, target)) ? target : `${target}.ts`); // assembly names no endings
    if (next) imported.push(next);
    const to = target && roomOf(target);
    if (!to) continue;
    if (isTest(target)) broken.push(`${file}: imports test support ${target}`);
    else if (!isAllowed(from, to) && !DEBT.some(([f, t]) => f === file && (t === to || t === target)))
      broken.push(`${file}: ${from} may not import ${to} (${specifier})`);
  }
}
for (const circle of circlesOf(graph)) broken.push(`circle: ${[...circle, circle[0]].join(" -> ")}`);
for (const line of broken) console.error(line);
console.log(`import rules: ${files.length} files, ${broken.length} broken, ${DEBT.length} in debt`);
process.exitCode = broken.length > 0 ? 1 : 0;
