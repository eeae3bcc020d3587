/** axe for engines that Playwright does not drive: the copy that it brings, put into the page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ofPlaywright = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));

/** A script that defines `axe`. */
export const AXE_SOURCE = readFileSync(ofPlaywright.resolve("axe-core"), "utf8");

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
  const { violations } = await axe.run(document, rules ? { runOnly: { type: "rule", values: rules } } : {});
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
