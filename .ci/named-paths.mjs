/**
 * Files that comments and READMEs name by a path ('market/open-day/book.ts') have to be there: moves leave names behind.
 * A path may begin anywhere above its file, as people write them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** Two steps or more: a name alone may be that of many. */
const NAMED = /(?<![\w@*{}<>./-])(?:\.{1,2}\/)*((?:[\w-][\w.-]*\/)+[\w.-]+\.(?:tsx?|mjs|md|sql|css))(?![\w*])/g;
const COMMENT = /^\s*(?:\*|\/[/*]|#)|\s\/\/ /;
const RECORD = "CHANGELOG.md"; // of what was

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(path.join(ROOT, file)));
const known = new Set(files.flatMap((file) => file.split("/").map((_, at, steps) => steps.slice(at).join("/"))));
const missing = [];
for (const file of files.filter((name) => /\.(tsx?|mjs|md|css|jsonc|yaml)$/.test(name) && name !== RECORD)) {
  for (const [at, line] of readFileSync(path.join(ROOT, file), "utf8").split("\n").entries()) {
    if (!file.endsWith(".md") && !COMMENT.test(line)) continue;
    for (const [, name = ""] of line.matchAll(NAMED)) if (!known.has(name)) missing.push(`${file}:${at + 1}: ${name}`);
  }
}
for (const line of missing) console.error(`there is no such file: ${line}`);
console.log(`named paths: ${files.length} files, ${missing.length} missing`);
process.exitCode = missing.length > 0 ? 1 : 0;
