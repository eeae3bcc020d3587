import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { Fenced, takeFence } from "./fence.ts";

test("the last leader passes, those before it are fenced, and none comes back with an old term", () => {
  const folder = temporaryFolder();
  const first = takeFence(folder, 100);
  first.check();
  const second = takeFence(folder, 103);
  second.check();
  expect(() => first.check()).toThrow(Fenced);
  expect(() => takeFence(folder, 101)).toThrow("another process leads (term 103, ours was 101)");
  expect(readFileSync(join(folder, "leader"), "utf8")).toBe("103\n");
});
