import { expect, it } from "vitest";
import { readTag, strategyKey, writeTag } from "./revisions.ts";

it("a tag says the revision of each key, and survives what proxies do to it", () => {
  const tag = writeTag([
    ["userColumns", 3],
    ["workspaces", 0],
  ]);
  expect(tag).toBe('"userColumns:3+workspaces:0"');
  const read = new Map([
    ["userColumns", 3],
    ["workspaces", 0],
  ]);
  for (const marked of [tag, `W/${tag}`, tag.replace(/"$/, '-gzip"')]) expect(readTag(marked)).toEqual(read);
});

it.each(["", "*", '"abc"', '"userColumns"', '"userColumns:-1"', '"userColumns:1234567890123456"'])(
  "%j says nothing",
  (tag) => {
    expect(readTag(tag)).toEqual(new Map());
  },
);

it("a portfolio of 200 strategies has a tag that headers have room for", () => {
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
  expect(writeTag(ids.map((id) => [strategyKey(id), 9_999])).length).toBeLessThan(3000);
});
