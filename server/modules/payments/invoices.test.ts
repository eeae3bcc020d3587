import { expect, test } from "vitest";
import { financialYear } from "./invoices.ts";

test("the financial year begins on 1 April, IST", () => {
  expect(financialYear(new Date("2026-03-31T18:29:59Z"))).toBe("25-26");
  expect(financialYear(new Date("2026-03-31T18:30:00Z"))).toBe("26-27");
  expect(financialYear(new Date("2099-12-31T00:00:00Z"))).toBe("99-00");
});
