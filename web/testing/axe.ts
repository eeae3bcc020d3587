/** What axe finds against a page: in a test, and in the suite of every screen, whatever engine runs it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** A script that defines `axe`. */
export const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Axe {
  run(
    root: Document,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
    }[];
  }>;
}

/** In the page, after the script: rule, element, why. @param rules only these; undefined: all */
export async function runAxe(rules: readonly string[] | undefined): Promise<readonly string[]> {
  const { axe } = globalThis as unknown as { readonly axe: Axe };
  const some = rules ? { runOnly: { type: "rule", values: rules } } : {};
  // What passes is not described: every element of a page passes many rules.
  const { violations } = await axe.run(document, { ...some, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}

/** The same in a page of Playwright, as it is at this moment. */
export async function faultsNow(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(runAxe, rules);
}

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
  return faultsNow(page, rules);
}
