/**
 * Runs once around all tests: their temporary folder is one of their own, and goes with them. A process of the tests is killed
 * at its end, so it cannot remove what it kept for all of its files.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "sb-")); // short, for the paths of sockets
  chmodSync(folder, 0o711); // PostgreSQL runs as a user of its own
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
