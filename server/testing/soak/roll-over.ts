/**
 * How long the end of a day holds the event loop: the whole simulated market under its journal, from the equity close
 * until the next day is open and the finished one is archived.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isoDate, minute } from "#contract/domain/units.ts";
import { watchLoop } from "./loop-watch.ts";
import { startSoakMarket } from "./soak-market.ts";

const START = { date: isoDate("2026-11-20"), minute: minute(939) };
/** After the opening: the finished day is archived meanwhile. */
const AFTER_MS = 15_000;
const MUST_MS = 50;

const exchange = await startSoakMarket({ start: START, threads: 1 });
const { market, feed } = exchange;
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
await exchange.stop();
process.exit();
