/** Suites that need a program from outside: named as skipped where it is missing, failed there when STRICT=1. */
import { describe, test } from "vitest";

export function unlessMissing(
  title: string,
  found: string | undefined,
  what: string,
  suite: (found: string) => void,
): void {
  if (found !== undefined) {
    describe(title, () => suite(found));
  } else if (process.env["STRICT"] === "1") {
    test(`${title}: ${what} is not installed`, () => {
      throw new Error(`STRICT=1 allows no skip: install ${what}`);
    });
  } else {
    describe.skip(`${title} (skipped: ${what} is not installed)`, () => test("skipped", () => undefined));
  }
}
