/** The page that follows a tick from the exchange to the pixel is kept true: what it links to exists, step by step. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PAGE = new URL("life-of-a-tick.md", import.meta.url);
const text = readFileSync(PAGE, "utf8");
const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);

test.each(links)("%s exists", (target) => {
  const file = fileURLToPath(new URL(target, PAGE));
  expect(existsSync(file) && statSync(file).isFile()).toBe(true);
});

test("there is one diagram, and each of its steps has a row of links", () => {
  const diagrams = [...text.matchAll(/```mermaid\n([\s\S]*?)```/g)];
  expect(diagrams).toHaveLength(1);
  const steps = (diagrams[0]?.[1] ?? "").split("\n").filter((line) => /-?->>/.test(line)).length;
  const rows = text.split("\n").filter((line) => /^\| \d/.test(line));
  const numbered = rows.flatMap((row) => (row.split("|")[1] ?? "").split(",").map(Number));
  expect(numbered).toEqual(Array.from({ length: steps }, (_, i) => i + 1));
  for (const row of rows) expect(row).toMatch(/\]\(/);
});
