/** What every change must pass besides its tests; they run at once. `.ci/run` reads the commands from here, a line each. */
import { fileURLToPath } from "node:url";

/** [what it is, command, its arguments] */
export const CHECKS = [
  ["format and lint", "npx", "biome", "check", "--error-on-warnings"],
  ["import rules", "node", ".ci/import-rules.mjs"],
  ["named paths", "node", ".ci/named-paths.mjs"],
  ["unused", "npm", "run", "--silent", "unused"],
  ["types", "npx", "tsc", "-b", ".", "bench"],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [, ...command] of CHECKS) console.log(command.join(" "));
}
