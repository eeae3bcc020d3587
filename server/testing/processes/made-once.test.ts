import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { madeOnce } from "./made-once.ts";

test("who asks while it is being made waits, and has what was made", async () => {
  const place = join(temporaryFolder(), "made");
  let made = 0;
  const make = async (draft: string): Promise<void> => {
    await sleep(20);
    writeFileSync(draft, `${++made}`);
    expect(existsSync(place)).toBe(false);
  };
  await Promise.all([madeOnce(place, make), madeOnce(place, make)]);
  await madeOnce(place, make);
  expect(readFileSync(place, "utf8")).toBe("1");
});

test("who fails leaves the turn to the next, and so does a process that is gone", async () => {
  const place = join(temporaryFolder(), "made");
  const fails = () => Promise.reject(new Error("the disk is full"));
  await expect(madeOnce(place, fails)).rejects.toThrow("the disk is full");
  writeFileSync(`${place}.turn`, "99999999"); // beyond the highest number of a process
  await madeOnce(place, async (draft) => writeFileSync(draft, "whole"));
  expect(readFileSync(place, "utf8")).toBe("whole");
  expect(existsSync(`${place}.turn`)).toBe(false);
});

test("a turn of long ago is lost, though another process has its number by now", async () => {
  const place = join(temporaryFolder(), "made");
  const turn = `${place}.turn`;
  writeFileSync(turn, `${process.pid}`);
  const long = Date.now() / 1000 - 180;
  utimesSync(turn, long, long);
  await madeOnce(place, async (draft) => writeFileSync(draft, "whole"));
  expect(readFileSync(place, "utf8")).toBe("whole");
});

test("who lost the turn meanwhile has what the other made", async () => {
  const folder = temporaryFolder();
  const place = join(folder, "made");
  await madeOnce(place, async (draft) => {
    for (const made of [draft, place])
      mkdirSync(join(made, "of", made === place ? "the other" : "us"), { recursive: true });
  });
  expect(readdirSync(folder)).toEqual(["made"]);
  expect(readdirSync(join(place, "of"))).toEqual(["the other"]);
});
