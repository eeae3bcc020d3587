import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { runCommand } from "../../testing/processes/command.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

const compare = (...words: readonly string[]) => runCommand("market", ["compare", ...words]);

/** Two days of a spot that swings by 3 bp a minute. */
function spotFile(folder: string): string {
  const lines = ["Instrument,Date,Time,Open,High,Low,Close"];
  for (const date of ["2024-05-02", "2024-05-03"]) {
    let price = 22_500;
    for (let i = 0; i < 375; i++) {
      const at = 555 + i;
      const time = `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
      const close = price * (1 + (i % 3 === 0 ? 3e-4 : -1.5e-4));
      lines.push(["NIFTY", date, time, price, price, price, close].join(","));
      price = close;
    }
  }
  const path = join(folder, "spot.csv.gz");
  writeFileSync(path, gzipSync(lines.join("\n")));
  return path;
}

it("explains itself, and says what to import where there is nothing to compare with", async () => {
  const empty = temporaryFolder();
  const [help, nothing, badDays, stray, noFile] = await Promise.all([
    compare("--help"),
    compare("--data-dir", empty),
    compare("--days", "0"),
    compare("day.csv"),
    compare("--files", join(empty, "none.csv")),
  ]);
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("npm run market -- compare") });
  expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining("npm run market -- import <files>") });
  expect(badDays).toMatchObject({ code: 2, err: expect.stringContaining("--days is a whole number from 1 to 100") });
  expect(stray).toMatchObject({ code: 2, err: expect.stringContaining("takes files after --files") });
  expect(noFile).toMatchObject({ code: 2, err: expect.stringContaining("none.csv: no such file") });
}, 60_000);

it("sets the simulated spot beside a file of it, for people and for machines", async () => {
  const file = spotFile(temporaryFolder());
  const [text, json] = await Promise.all([
    compare("--files", file, "--days", "1"),
    compare("--files", file, "--days", "1", "--json"),
  ]);
  expect(text).toMatchObject({ code: 1, out: expect.stringContaining("spot: NIFTY") });
  expect(text.out).toMatch(/sd of a 1-min return, whole day, bp +2\.12/);
  const data = JSON.parse(json.out) as { spotDays: number; facts: { group: string; verdict: string }[] };
  expect(data.spotDays).toBe(2);
  expect(data.facts.every(({ group }) => group === "spot")).toBe(true);
}, 60_000);
