/**
 * `npm run verify`: what a change must pass, in the order of how soon it fails: all checks, the unit tests that the change
 * reaches, the build, the sizes, a short bench. `npm test` runs every unit test, and the browser tests.
 */
import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CHECKS } from "./checks.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** What is not committed; without that, the last commit. Undefined where there is no history: then all tests run. */
function changedSince() {
  const git = (...args) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    return git("rev-parse", git("status", "--porcelain").trim() === "" ? "HEAD~1" : "HEAD").trim();
  } catch {
    return undefined;
  }
}

const since = changedSince();
const changed = since === undefined ? [] : ["--changed", since, "--passWithNoTests"];

/** Those of one group run at once. */
const GROUPS = [
  [["quant core", "node", "assembly/build.mjs"]],
  CHECKS,
  [
    [
      since === undefined ? "unit tests" : "unit tests of the change",
      "npx",
      "vitest",
      "run",
      "--reporter=dot",
      ...changed,
    ],
  ],
  [["build", "npm", "run", "--silent", "build"]],
  [["sizes", "node", ".ci/sizes.mjs"]],
  [["short bench", "npm", "run", "--silent", "bench", "--", "decode", "--short"]],
];

/** @returns whether it passed */
function run([name, command, ...args]) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit" });
    child.on("error", (error) => console.error(error.message));
    child.on("close", (status) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
      resolve(status === 0);
    });
  });
}

for (const group of GROUPS) {
  const passed = await Promise.all(group.map(run));
  if (passed.includes(false)) process.exit(1);
}
