/** `npm run verify`: everything that a change must pass but the browser tests, in the order of how soon it fails. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const STEPS = [
  ["format and lint", ["npx", "biome", "check", "--error-on-warnings"]],
  ["import rules", ["node", ".ci/import-rules.mjs"]],
  ["unused", ["npm", "run", "--silent", "unused"]],
  ["quant core", ["node", "assembly/build.mjs"]],
  ["types", ["npx", "tsc", "-b", ".", "bench"]],
  ["unit tests", ["npx", "vitest", "run", "--reporter=dot"]],
  ["build", ["npm", "run", "--silent", "build"]],
  ["sizes", ["node", ".ci/sizes.mjs"]],
  ["short bench", ["npm", "run", "--silent", "bench", "--", "decode", "--short"]],
];

for (const [name, [command, ...args]] of STEPS) {
  const started = performance.now();
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
