/**
 * How long the end of a day holds the event loop: the whole simulated market under its journal, from the equity close
 * until the next day is open and the finished one is archived.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { isoDate, minute } from "#contract/domain/units.ts";
import { createSimulatedFeed } from "../../feeds/simulated/simulated-feed.ts";
import { EncodeThread } from "../../market/archive/encode-thread.ts";
import { openArchive } from "../../market/archive/open-archive.ts";
import { createMarket } from "../../market/market.ts";
import { systemClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import { watchLoop } from "./loop-watch.ts";

const START = { date: isoDate("2026-11-20"), minute: minute(939) };
/** After the opening: the finished day is archived meanwhile. */
const AFTER_MS = 15_000;
const MUST_MS = 50;

const clock = systemClock;
const folder = mkdtempSync(join(tmpdir(), "strikeboard-soak-"));
const encoder = new EncodeThread(clock);
const feed = createSimulatedFeed({ clock, seed: 7, start: START, threads: 1 });
const market = await createMarket({
  feed,
  archive: openArchive({
    folder: `${folder}/archive`,
    bucket: undefined,
    clock,
    onFault: console.error,
    encode: (room) => encoder.encode(room),
  }),
  journalFolder: `${folder}/journal`,
  keeps: true,
  origin: "soak",
  clock,
  log: silentLog,
  registry: new Registry(),
});
while ((feed.remarks?.() ?? []).length > 0) await sleep(200);
const first = market.day?.date;
const loop = watchLoop();
while (market.day?.date === first) await sleep(20);
const opened = Number(process.hrtime.bigint()) / 1e6;
await sleep(AFTER_MS);
loop.stop();
const holds = loop.longest(5);
const longest = holds[0]?.cpuMs ?? 0;
console.log(
  `roll-over to ${market.day?.date}: a turn had ${longest.toFixed(0)} ms of CPU at most (must ${MUST_MS}); the longest turns:`,
);
for (const { at, wallMs, cpuMs } of holds) {
  const seconds = ((at - opened) / 1000).toFixed(2);
  console.log(`  ${cpuMs.toFixed(0)} ms of CPU, ${wallMs.toFixed(0)} ms by the clock, ${seconds} s after the opening`);
}
process.exitCode = longest > MUST_MS ? 1 : 0;
await market.stop();
await encoder.stop();
rmSync(folder, { recursive: true, force: true });
process.exit();
