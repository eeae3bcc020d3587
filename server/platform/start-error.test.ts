import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { oneLine } from "./start-error.ts";

test("a failed statement is told without its values, among which are people's addresses and hashes", () => {
  const cause = new Error("the table\nis gone");
  const failed = new DrizzleQueryError("insert into account values ($1)", ["asha@example.com"], cause);
  expect(oneLine(failed)).toBe("the table is gone");
  expect(oneLine(new DrizzleQueryError("select $1", ["asha@example.com"]))).toBe("a statement failed");
  expect(oneLine(cause)).toBe("the table is gone");
});
