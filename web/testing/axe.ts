import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds against the page as it is shown: rule, element, why. Empty: nothing. */
export async function faults(page: Page): Promise<readonly string[]> {
  // A page that is still being made has neither landmark nor heading.
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // What fades in has too little contrast until it is there.
  await page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ends.map(({ finished }) => finished)).then(() => undefined);
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
