import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Axe's rules about colours: in another theme nothing else is another one. */
export const COLOURS: readonly string[] = ["color-contrast", "link-in-text-block"];

/** The same in the theme that is on and in the other one, which is on from then. */
export async function faultsInBothThemes(page: Page): Promise<readonly string[]> {
  const found = await faults(page);
  await page.getByRole("button", { name: /^(Light|Dark)$/ }).click();
  return [...found, ...(await faults(page, COLOURS))];
}

/**
 * What axe finds against the page as it is shown: rule, element, why. Empty: nothing.
 *
 * @param rules only these
 */
export async function faults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // A page that is still being made has neither landmark nor heading.
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // What fades in has too little contrast until it is there.
  await page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ends.map(({ finished }) => finished)).then(() => undefined);
  });
  // The other mode opens a page of its own, for frames of other origins. Here are none.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? builder.withRules([...rules]) : builder).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
