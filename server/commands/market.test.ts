import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDataFolder } from "../platform/data-folder/data-folder.ts";
import { createFileArchive } from "../testing/market/file-archive.ts";
import { ROWS_HEADER, rowChain, writeChain } from "../testing/market/sample-chains.ts";
import { sampleHead, sampleRoom } from "../testing/market/sample-days.ts";
import { runCommand } from "../testing/processes/command.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const market = (...words: readonly string[]) => runCommand("market", words);

it("explains itself, and refuses what it does not know", async () => {
  const [help, nothing, unknown, noFiles, badOption, badDate] = await Promise.all([
    market("--help"),
    market(),
    market("inport"),
    market("import"),
    market("list", "--nope"),
    market("import", "lots.csv", "--as-of", "2026-02-30"),
  ]);
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("npm run market -- import <files...>") });
  expect(nothing.code).toBe(2);
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('there is no command "inport"') });
  expect(noFiles).toMatchObject({ code: 2, err: expect.stringContaining("'import' needs the files to read") });
  expect(help.out).toMatch(/Files of minutes: .*Files of days: .*Lists: /s);
  expect(badDate).toMatchObject({ code: 2, err: expect.stringContaining('--as-of is YYYY-MM-DD, not "2026-02-30"') });
  expect(badOption).toMatchObject({ code: 2, err: expect.stringContaining("--nope") });
}, 120_000);

it("works on the archive of the server whose .env is here", async () => {
  const cwd = temporaryFolder();
  const file = writeChain(cwd, "day.csv.gz", [ROWS_HEADER, ...rowChain(["10:43", "10:44"])]);
  writeFileSync(join(cwd, "folder"), "served\n");
  writeFileSync(join(cwd, ".env"), "DATA_DIR_FILE=folder\n");
  const env = { PATH: process.env["PATH"] };
  const run = (...words: readonly string[]) => runCommand("market", words, { env, cwd });
  expect(await run("import", file)).toMatchObject({ code: 0 });
  expect(readdirSync(join(cwd, "served", "archive", "import"))).toEqual(["2026-08-18"]);
  writeFileSync(
    join(cwd, ".env"),
    "ARCHIVE_URL=s3://days\nS3_ENDPOINT=http://127.0.0.1:1\nS3_ACCESS_KEY_ID=i\nS3_SECRET_ACCESS_KEY=s\n",
  );
  for (const word of ["list", "compare"]) {
    const { code, err } = await run(word, "--data-dir", join(cwd, "served"));
    expect([word, code === 0, err]).toEqual([word, false, expect.stringContaining("s3://days")]);
  }
  expect(await run("reset", "--data-dir", "")).toMatchObject({ code: 1, err: "--data-dir needs a folder.\n" });
}, 60_000);

it("imports beside a running server, lists, verifies, and resets only the simulation", async () => {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  const file = writeChain(folder, "day.csv.gz", [ROWS_HEADER, ...rowChain(["10:43", "10:44"])]);
  const closes = writeChain(folder, "closes.csv", ["symbol,Date,Open,High,Low,Close", "NIFTY,2026-08-17,1,4,1,3"]);
  const lots = writeChain(folder, "lots.csv", ["Stock,Lot_Size", "360ONE,500"]);
  const server = await openDataFolder(data);
  try {
    const dry = await market("import", file, "--dry-run", "--data-dir", data);
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("2026-08-18 (import): not written (dry run)") });
    expect(await market("list", "--data-dir", data)).toMatchObject({
      code: 0,
      out: expect.stringContaining("holds no days"),
    });
    const none = join(folder, "none.csv");
    const imported = await market("import", file, closes, lots, none, "--as-of", "2026-02-01", "--data-dir", data);
    expect(imported).toMatchObject({ code: 1, err: expect.stringContaining("reading day.csv.gz") });
    expect(imported.out).toContain("12 rows read, 12 imported, 0 rejected");
    expect(imported.out).toContain("none.csv: no such file");
    expect(imported.out).toContain("1 row went to reference/lots.json: 1 new");
    expect(existsSync(join(data, "reference", "lots.json"))).toBe(true);
    expect(await market("reset", "--data-dir", data)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is in use by another Strikeboard"),
    });
  } finally {
    await server.release();
  }
  const listed = (await market("list", "--data-dir", data)).out;
  expect(listed).toMatch(/^2026-08-18 +import +NIFTY \(1\)/);
  expect(listed).toContain("import  2026-08-17 to 2026-08-17  1 day  ");
  expect(await market("verify", "--data-dir", data)).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 day checked, 0 faults"),
  });

  const simulated = join(data, "archive", "sim", "2026-08-18");
  mkdirSync(simulated, { recursive: true });
  mkdirSync(join(data, "journal"));
  writeFileSync(join(data, "journal", "2026-08-19-sim.journal"), "x");
  writeFileSync(join(data, "journal", "2026-08-19-kite.journal"), "x");
  const reset = await market("reset", "--data-dir", data);
  expect(reset).toMatchObject({ code: 0, out: "removed 1 simulated journal and 1 archived simulated day\n" });
  expect(existsSync(simulated)).toBe(false);
  expect(readdirSync(join(data, "journal"))).toEqual(["2026-08-19-kite.journal"]);
}, 60_000);

it("names a damaged day, brings it back from a copy, and puts away what it cannot", async () => {
  const data = join(temporaryFolder(), "data");
  const copy = join(temporaryFolder(), "copy");
  for (const folder of [join(data, "archive"), copy])
    await createFileArchive({ folder }).writeDay(sampleHead(), [sampleRoom(50)]);
  const day = join(data, "archive", "import", "2026-08-18");
  const blob = readdirSync(day).find((name) => name.endsWith(".br")) ?? "";
  writeFileSync(join(day, blob), "not brotli");
  const [damaged, nowhere] = await Promise.all([
    market("verify", "--data-dir", data),
    market("repair", "--data-dir", data, "--from", join(data, "nowhere")),
  ]);
  expect(damaged).toMatchObject({ code: 1, out: expect.stringContaining(blob) });
  expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining("there is no such folder") });
  const repaired = await market("repair", "--data-dir", data, "--from", copy);
  expect(repaired).toMatchObject({ code: 0, out: expect.stringMatching(/\(import\): repaired\n {2}rebuilt {2}NIFTY/) });
  expect(await market("verify", "--data-dir", data)).toMatchObject({ code: 0 });
  writeFileSync(join(day, blob), "not brotli");
  expect(await market("repair", "--data-dir", data)).toMatchObject({
    code: 1,
    out: expect.stringContaining("quarantine"),
  });
  expect(await market("verify", "--data-dir", data)).toMatchObject({
    code: 0,
    out: expect.stringContaining("holds no days"),
  });
}, 180_000);
