/** Recorded days beside the simulated ones, and the way to a minute of one. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { recordingsFolder } from "../../server/testing/market/recordings.ts";
import { dragHead, replayTime } from "./day-strip.ts";
import { expect } from "./fixtures.ts";
import type { Product } from "./product.ts";
import { importFiles } from "./server-commands.ts";

/** Absent: MARKET_DATA names no folder with the recorded chains. */
export const RECORDINGS = recordingsFolder();

/** Puts days into the archive of a product that runs, as an operator does. @param files of the folder of recorded chains */
export async function importRecorded(product: Product, ...files: readonly string[]): Promise<void> {
  await importFiles(product.folder, ...files.map((file) => join(RECORDINGS ?? "", file)));
}

/** Drags the head of the replay to a minute of the IST day. @param words as the strip says it: '10:43' */
export async function goToMinute(page: Page, minute: number, words: string): Promise<void> {
  await expect(async () => {
    await dragHead(page, minute);
    await expect(replayTime(page)).toHaveText(words, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
}
