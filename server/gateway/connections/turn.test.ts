import { expect, test } from "vitest";
import { firstOf, flushEarly } from "./turn.ts";

test("lines that are to answer are written before the others, when the turn ends", async () => {
  const packet = Buffer.from("tick");
  const flushed: string[] = [];
  const lineOf = (name: string) => ({ flush: () => void flushed.push(name) });
  const lines = ["a", "b", "c"].map(lineOf);
  for (const line of lines) firstOf(line, packet);
  for (const line of lines.slice(1)) flushEarly(line);
  expect(flushed).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([...new Set(flushed)]).toEqual(["b", "c", "a"]);
});
