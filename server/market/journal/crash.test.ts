/** A process killed while it keeps a day: what it had published is there again, from the journal alone. */
import { spawn } from "node:child_process";
import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { COMPLETE, type RoomDay } from "#contract/domain/columns.ts";
import { createStandingFeed } from "../../feeds/standing/standing-feed.ts";
import { systemClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import { fieldValue, ltpAt, pastValue } from "../../testing/market/fake-feed.ts";
import { createMemoryArchive } from "../../testing/market/memory-archive.ts";
import { bundledProcess } from "../../testing/processes/bundled-process.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createMarket } from "../market.ts";

/** Kills; CRASH_ROUNDS asks for more. A writer starts over once its day is over. */
const ROUNDS = Number(process.env["CRASH_ROUNDS"] ?? 5);
const DAY_ENDS = 924;

/**
 * Runs the writer, kills it at any moment of its work after some minutes, the writing of a record not excepted, and
 * gives the last minute that it told of; undefined where it came to tell of none.
 */
async function runAndKill(folder: string, afterMinutes: number, ms: number): Promise<number | undefined> {
  const writer = await bundledProcess("journal-writer");
  const child = spawn(process.execPath, [writer, folder], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve) => {
    let text = "";
    let isDue = false;
    child.stdout.on("data", (data) => {
      text += data;
      if (isDue || text.split("\n").length <= afterMinutes) return;
      isDue = true;
      setTimeout(() => child.kill("SIGKILL"), ms);
    });
    child.on("exit", () => {
      // A line that the kill has cut was not told.
      const last = text
        .slice(0, text.lastIndexOf("\n") + 1)
        .trim()
        .split("\n")
        .at(-1);
      resolve(last === "" || last === undefined ? undefined : Number(last));
    });
  });
}

/** Mulberry32: which moments are tried does not change from run to run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function serveJournalOnly(folder: string) {
  const archive = createMemoryArchive();
  const market = await createMarket({
    feed: await createStandingFeed({ archive, journalFolder: folder, clock: systemClock, log: silentLog }),
    archive,
    journalFolder: folder,
    keeps: false,
    origin: "",
    clock: systemClock,
    log: silentLog,
    registry: new Registry(),
  });
  await market.stop();
  return market;
}

describe("kill -9", () => {
  it(
    "loses no published minute, however often it happens",
    async () => {
      let folder = temporaryFolder();
      let last = 0;
      const random = createRandom(20_260_727);
      for (let round = 0; round < ROUNDS; round++) {
        const told = await runAndKill(folder, 1 + Math.floor(random() * 9), random() * 15);
        if (told !== undefined) expect(told).toBeGreaterThan(last);
        last = told ?? last;
        if (last === 0) continue;
        const market = await serveJournalOnly(folder);
        expect(market.time()).toMatchObject({ source: "none", date: "2026-07-27", rate: 0 });
        expect(market.time().minute).toBeGreaterThanOrEqual(last);
        const room = market.book.day?.rooms.get("NIFTY-7/28/2026")?.day as RoomDay;
        for (let at = 555; at <= last; at++) {
          expect(room.minutes.state[at - 555]).toBe(COMPLETE);
          expect(ltpAt(room, at, 60)).toBe(at < 735 ? pastValue(at - 555, 60, 0) : fieldValue(at, 60, 0));
        }
        // The last tick of a standing day is its last minute.
        expect(room.live.columns[0][60]).toBe(ltpAt(room, market.time().minute, 60));
        if (last > DAY_ENDS - 12) [folder, last] = [temporaryFolder(), 0];
      }
    },
    60_000 + ROUNDS * 5_000,
  );

  it("is refused in one line when there is nothing to serve", async () => {
    await expect(serveJournalOnly(temporaryFolder())).rejects.toThrow(/^FEED=none has nothing to serve/);
  });
});
