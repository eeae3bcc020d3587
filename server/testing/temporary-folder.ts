/** Folders for tests, removed when the tests of a file are done. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-test-"));
  made.add(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  made.clear();
}
