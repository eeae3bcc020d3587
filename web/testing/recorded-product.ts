/** Recorded days beside the simulated ones, and the way to a minute of one. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { recordingsFolder } from "../../server/testing/market/recordings.ts";
import { madeOnce } from "../../server/testing/processes/made-once.ts";
import { dragHead, replayTime } from "./day-strip.ts";
import { expect } from "./fixtures.ts";
import { type Product, RECORDED } from "./product.ts";
import { importFiles } from "./server-commands.ts";

/** Absent: MARKET_DATA names no folder with the recorded chains. */
export const RECORDINGS = recordingsFolder();

/** Where imported days lie in a data folder, a folder each. */
const IMPORTED = join("archive", "import");

/**
 * Puts days into the archive of a product that runs, as an import leaves them: each is there at once. An import costs seconds of CPU, so
 * that a file is imported once a run. @param files of the folder of recorded chains
 */
export async function putRecorded(product: Product, ...files: readonly string[]): Promise<void> {
  for (const file of files) {
    const days = await keptDays(file, async (draft) => {
      const folder = mkdtempSync(join(tmpdir(), "strikeboard-import-"));
      await importFiles(folder, join(RECORDINGS ?? "", file));
      renameSync(join(folder, IMPORTED), draft);
      rmSync(folder, { recursive: true });
    });
    for (const date of readdirSync(days)) {
      const own = join(product.folder, IMPORTED, date);
      if (existsSync(own)) continue;
      mkdirSync(join(product.folder, IMPORTED), { recursive: true });
      cpSync(join(days, date), `${own}.new`, { recursive: true });
      renameSync(`${own}.new`, own);
    }
  }
}

/** For the other tests of the run: a day that was imported already. @param folder of the data in which it is */
export async function keepRecorded(folder: string, file: string, date: string): Promise<void> {
  await keptDays(file, async (draft) => {
    cpSync(join(folder, IMPORTED, date), join(draft, date), { recursive: true });
  });
}

/** @returns the folder of a file's days */
function keptDays(file: string, make: (draft: string) => Promise<void>): Promise<string> {
  const run = process.env[RECORDED];
  if (run === undefined) throw new Error("whole-run.ts says where the recorded days of a run are kept");
  return madeOnce(join(run, file), make);
}

/** Drags the head of the replay to a minute of the IST day. @param words as the strip says it: '10:43' */
export async function goToMinute(page: Page, minute: number, words: string): Promise<void> {
  await expect(async () => {
    await dragHead(page, minute);
    await expect(replayTime(page)).toHaveText(words, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}
