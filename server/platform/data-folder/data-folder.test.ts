import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openSecrets } from "../secrets.ts";
import { openDataFolder } from "./data-folder.ts";

test("the folder is made for its owner alone, and given back whole", async () => {
  const path = join(temporaryFolder(), "deep", "data");
  const folder = await openDataFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(path, "version"), "utf8")).toBe("1\n");
  await folder.release();
  await (await openDataFolder(path)).release();
});

test("a second opener is refused, and told who holds it", async () => {
  const path = temporaryFolder();
  const folder = await openDataFolder(path);
  await expect(openDataFolder(path)).rejects.toThrow(`in use by another Strikeboard (process ${process.pid})`);
  await folder.release();
});

test("of many at once, one gets it", async () => {
  const path = temporaryFolder();
  writeFileSync(join(path, "version"), "1\n");
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(path)));
  const held = results.filter((result) => result.status === "fulfilled");
  expect(held).toHaveLength(1);
  for (const { value } of held) await value.release();
});

test("a killed process leaves a stale socket behind, which is no lock", async () => {
  const path = temporaryFolder();
  const socket = join(path, "lock.sock");
  const code = `require("node:net").createServer().listen(${JSON.stringify(socket)}, () => console.log("held"))`;
  const child = spawn(process.execPath, ["-e", code]);
  await once(child.stdout, "data");
  await expect(openDataFolder(path)).rejects.toThrow("in use");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(existsSync(socket)).toBe(true);
  await (await openDataFolder(path)).release();
});

test("a path too long for a socket is locked all the same", async () => {
  const path = join(temporaryFolder(), "x".repeat(120));
  const folder = await openDataFolder(path);
  await expect(openDataFolder(path)).rejects.toThrow("in use");
  await folder.release();
});

test("data of a newer version, a damaged version and a file in the way are each one clear line", async () => {
  const path = temporaryFolder();
  writeFileSync(join(path, "version"), "99\n");
  await expect(openDataFolder(path)).rejects.toThrow(
    /written by a newer Strikeboard \(data version 99, this one knows 1\)/,
  );
  writeFileSync(join(path, "version"), "");
  await expect(openDataFolder(path)).rejects.toThrow(/version is damaged/);
  await expect(openDataFolder(join(path, "version"))).rejects.toThrow(/is not a folder/);
  await expect(openDataFolder(join(path, "version", "below"))).rejects.toThrow(/is not a folder/);
});

test("a folder that cannot be written is one clear line", async () => {
  // Nobody can make a folder there, root included.
  await expect(openDataFolder("/proc/strikeboard")).rejects.toThrow(/^The data folder .* cannot be (written|used)/);
});

test("a full disk is one clear line that says how much is missing", async () => {
  const path = temporaryFolder();
  await expect(openDataFolder(path, 1e18)).rejects.toThrow(/is full \(\d+ MB free, 1000000000000 MB needed\)/);
  await (await openDataFolder(path)).release();
});

test("secrets are generated once, for the owner alone, and a damaged file is not replaced", () => {
  const path = temporaryFolder();
  const first = openSecrets(undefined, path).derive("user settings", "u1");
  expect(statSync(join(path, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(openSecrets(undefined, path).derive("user settings", "u1")).toEqual(first);
  expect(openSecrets(undefined, path).derive("user settings", "u2")).not.toEqual(first);
  expect(openSecrets("another secret", path).derive("user settings", "u1")).not.toEqual(first);
  writeFileSync(join(path, "secrets.json"), "{");
  expect(() => openSecrets(undefined, path)).toThrow(/damaged/);
});
