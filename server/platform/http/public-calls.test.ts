import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentOf } from "./document-call.ts";
import { PUBLIC_CALLS } from "./public-calls.ts";

test("the committed document is in sync (npm run openapi)", () => {
  const committed: unknown = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
  expect(JSON.parse(JSON.stringify(documentOf(PUBLIC_CALLS)))).toEqual(committed);
});

test("every call that the contract defines is in it, each path and method once", () => {
  const folder = new URL("../../../workers/contract/wire/http/", import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const defined = texts.join("").match(/^export const \w+ = defineCall\(/gm) ?? [];
  expect(PUBLIC_CALLS).toHaveLength(defined.length);
  expect(new Set(PUBLIC_CALLS.map(({ method, path }) => `${method} ${path}`)).size).toBe(PUBLIC_CALLS.length);
});
