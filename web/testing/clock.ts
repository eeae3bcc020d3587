import type { Page } from "@playwright/test";

/** The page's clock stands from now on, and moves by `page.clock.runFor` alone: what is brief is brief on any machine. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}
