/** Folders for tests, removed when the tests of a file are done. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made = new Set<string>();
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  made.clear();
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-test-"));
  made.add(folder);
  return folder;
}
