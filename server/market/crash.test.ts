/** A process killed while it keeps a day: what it had published is there again, from the journal alone. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { COMPLETE, type RoomDay } from "#contract/domain/columns.ts";
import { systemClock } from "../platform/clocks.ts";
import { silentLog } from "../platform/log.ts";
import { fieldValue, ltpAt, pastValue } from "../testing/fake-feed.ts";
import { createMemoryArchive } from "../testing/memory-archive.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createMarket } from "./market.ts";

const WRITER = fileURLToPath(new URL("../testing/journal-writer.ts", import.meta.url));
const ROUNDS = 4;

/** Runs the writer for a while, kills it, and gives the last minute that it told of. */
function runAndKill(folder: string, afterMinutes: number): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", WRITER, folder], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.split("\n").length > afterMinutes) child.kill("SIGKILL");
    });
    child.on("exit", () => resolve(Number(text.trim().split("\n").at(-1))));
  });
}

async function serveJournalOnly(folder: string) {
  const market = await createMarket({
    feed: undefined,
    archive: createMemoryArchive(),
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
  it("loses no published minute, however often it happens", async () => {
    const folder = temporaryFolder();
    let last = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const told = await runAndKill(folder, 3 + round * 4);
      expect(told).toBeGreaterThan(last);
      last = told;
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
    }
  }, 60_000);

  it("is refused in one line when there is nothing to serve", async () => {
    await expect(serveJournalOnly(temporaryFolder())).rejects.toThrow(/^FEED=none has nothing to serve/);
  });
});
