import { expect, test } from "vitest";
import { compileScan } from "#contract/domain/formula/scan.ts";
import { FIRST_SCAN, READY_MADE } from "./ready-made-scans.ts";

test("every ready-made scan can be scanned", () => {
  expect(READY_MADE.has(FIRST_SCAN)).toBe(true);
  for (const [name, { formula }] of READY_MADE) expect(compileScan(formula).ok, name).toBe(true);
});
