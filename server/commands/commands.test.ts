import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What lies here becomes a command of the image; what commands share lies in folders. */
const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));

it.each(sources)("%s is a command, not a module of one", (name) => {
  expect(readFileSync(`${import.meta.dirname}/${name}`, "utf8")).not.toMatch(/^export /m);
});
