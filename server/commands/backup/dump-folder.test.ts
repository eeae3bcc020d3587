import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { BackupWriter } from "./backup-writer.ts";
import { dumpFolder } from "./dump-folder.ts";

const put = (folder: string, name: string, text = name): void => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text);
};

/** @param meanwhile runs when a file is copied: what a server does at that moment. */
async function dumped(folder: string, meanwhile: (name: string) => void): Promise<{ names: string[]; last: string }> {
  const names: string[] = [];
  let last = "";
  const writer: BackupWriter = {
    async add(name, bytes) {
      names.push(name);
      last = bytes.toString();
    },
    async addFile(name) {
      meanwhile(name);
      names.push(name);
      return true;
    },
    finish: async () => undefined,
    abandon: async () => undefined,
  };
  await dumpFolder(writer, folder, false);
  return { names, last };
}

test("the journal goes before the archive, and a day's manifest after its blobs", async () => {
  const folder = temporaryFolder();
  for (const name of ["archive/sim/d/manifest.json", "archive/sim/d/z.br", "journal/j", "pg/x", "secrets.json"]) {
    put(folder, name);
  }
  expect((await dumped(folder, () => undefined)).names).toEqual([
    "files/journal/j",
    "files/archive/sim/d/z.br",
    "files/archive/sim/d/manifest.json",
  ]);
});

test("a day that is imported again meanwhile is copied as it is then", async () => {
  const folder = temporaryFolder();
  put(folder, "archive/sim/d/manifest.json", "a");
  put(folder, "archive/sim/d/a.br");
  const { names, last } = await dumped(folder, (name) => {
    if (!name.endsWith("a.br")) return;
    put(folder, "archive/sim/d/b.br");
    put(folder, "archive/sim/d/manifest.json", "b");
    rmSync(join(folder, "archive/sim/d/a.br"));
  });
  expect(names.slice(-2)).toEqual(["files/archive/sim/d/b.br", "files/archive/sim/d/manifest.json"]);
  expect(last).toBe("b");
});
