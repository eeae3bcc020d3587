import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { Fenced, isReplaced, takeFence } from "./fence.ts";

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

test("what fails because another process leads is told from what is broken", () => {
  const folder = temporaryFolder();
  const first = takeFence(folder, 100);
  const broken = new Error("the disk is full");
  expect(isReplaced(broken, undefined)).toBe(false);
  expect(isReplaced(broken, first)).toBe(false);
  takeFence(folder, 103);
  expect(isReplaced(broken, first)).toBe(true);
  expect(isReplaced(new Fenced(100, 103), undefined)).toBe(true);
});
