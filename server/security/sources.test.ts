/** What the sources and the lock file must not hold: SQL made of strings, ways out of the server, licences nobody read. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "server/*.ts"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file.endsWith(".ts") && !/\.(test|e2e)\.ts$|\/testing\//.test(file));

/** Files where the pattern stands. */
const filesWith = (pattern: RegExp): readonly string[] =>
  sources.filter((file) => pattern.test(readFileSync(ROOT + file, "utf8"))).sort();

test("SQL gets its values as parameters: none is made of strings", () => {
  // They move whole tables, whose names are those of the database's own catalogue, quoted.
  const backup = ["server/commands/backup/dump-tables.ts", "server/commands/backup/load-tables.ts"];
  expect(filesWith(/\.query(<[^>]*>)?\(\s*`[^`]*\$\{/)).toEqual(backup);
  expect(filesWith(/\bsql\s*\.\s*raw\b/)).toEqual([]);
  expect(filesWith(/\.(?:query|execute)(?:<[^>]*>)?\(\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`]*`)\s*\+/)).toEqual([]);
});

test("the server speaks to whom the configuration names, from few places", () => {
  // The providers of payments; the exchange feed's broker; the bucket of finished days.
  expect(filesWith(/(?<![.\w])fetch\(/)).toEqual(["server/feeds/kite/instruments.ts", "server/platform/outbound.ts"]);
  expect(filesWith(/from "aws4fetch"/)).toEqual(["server/market/archive/s3/s3-store.ts"]);
  // What leaves by a chosen address of this machine: the same way out, which nothing else knows.
  const client = /import [^;]*\b(?:request|get)\b[^;]* from "node:https?"|from "node:https"/;
  expect(filesWith(client)).toEqual(["server/platform/http/fetch-from.ts"]);
  expect(filesWith(/from "[^"]*\/fetch-from\.ts"/)).toEqual(["server/platform/outbound.ts"]);
  expect(filesWith(/new WebSocket\(/)).toEqual(["server/platform/http/lasting-socket.ts"]);
});

test("the keys that are derived from the master secret are those of the README", () => {
  const derived = sources.flatMap((file) => [
    ...readFileSync(ROOT + file, "utf8").matchAll(/\.derive\(\s*["`]([^"`]+)["`]/g),
  ]);
  // A link's purpose begins with that of its message: to confirm an address, to reset a password.
  const brokers = ["broker client", "broker vault", "order owner"];
  const accounts = ["backup mark", "checkout webhook", "device cookie", "user settings", "link", "trial address"];
  const purposes = [...accounts, ...brokers];
  expect(derived.map((match) => match[1]?.replace(/\$\{\w+\} /, "")).sort()).toEqual(purposes.sort());
});

test("nothing is evaluated, and no program is run by a shell", () => {
  expect(filesWith(/(?<![.\w])eval\(|new Function\(/)).toEqual([]);
  expect(filesWith(/\bexecSync\(|\bexec\(\s*[`"']|shell: true/)).toEqual([]);
});

test("every package that is shipped has a licence that allows it", () => {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, "utf8")) as {
    packages: Record<
      string,
      { dev?: boolean; license?: string; resolved?: string; integrity?: string; link?: boolean }
    >;
  };
  const shipped = Object.entries(packages).filter(([path, { dev, link }]) => path !== "" && !dev && !link);
  expect(shipped.length).toBeGreaterThan(50);
  const allowed =
    /^\(?(?:MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|Unlicense|OFL-1\.1)(?: (?:OR|AND) [\w.-]+)*\)?$/;
  /** Its package.json names MIT in the old way, which the lock file leaves out. */
  const read = ["node_modules/xmlhttprequest-ssl"];
  const others = shipped.filter(([path, { license = "" }]) => !allowed.test(license) && !read.includes(path));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  // What is not of the registry, or not pinned by its digest, could be anything.
  const strange = Object.entries(packages).filter(
    ([path, { resolved = "", integrity, link }]) =>
      path.includes("node_modules/") && !link && !(integrity && /^(https:\/\/registry\.npmjs\.org\/|$)/.test(resolved)),
  );
  expect(strange.map(([path]) => path)).toEqual([]);
});
