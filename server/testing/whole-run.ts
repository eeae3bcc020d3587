/**
 * Runs once around all tests: their temporary folder and that of their bundles are their own, and go with them. A process of the tests is killed
 * at its end, so it cannot remove what it kept for all of its files.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Packages are found from there. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "sb-")); // short, for the paths of sockets
  chmodSync(folder, 0o711); // PostgreSQL runs as a user of its own
  process.env["TMPDIR"] = folder;
  mkdirSync(CACHE, { recursive: true });
  const bundles = mkdtempSync(join(CACHE, "bundles-"));
  process.env["TEST_BUNDLES"] = bundles;
  return () => {
    for (const own of [folder, bundles]) rmSync(own, { recursive: true, force: true, maxRetries: 3 });
  };
}
