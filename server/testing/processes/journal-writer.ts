/**
 * A process that keeps a day until somebody kills it: opens the fake day on the journal folder given as its argument,
 * runs minute after minute, and prints each once it has been published.
 */
import { createWriteStream } from "node:fs";
import { Registry } from "prom-client";
import { createMarket } from "../../market/market.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock } from "../manual-clock.ts";
import { FakeFeed, fakeDay } from "../market/fake-feed.ts";
import { createMemoryArchive } from "../market/memory-archive.ts";

const feed = new FakeFeed({ at: 735, day: fakeDay(undefined, 60) });
feed.knowsPast = true;
const clock = createManualClock();
const market = await createMarket({
  feed,
  archive: createMemoryArchive(),
  journalFolder: process.argv[2] ?? "",
  keeps: true,
  origin: "test",
  clock,
  log: silentLog,
  registry: new Registry(),
});
const out = createWriteStream("", { fd: 1 });
market.book.listen({
  opened: () => undefined,
  changed: () => undefined,
  extended: () => undefined,
  learned: () => undefined,
  made: () => undefined,
  clockChanged: () => undefined,
  minuteClosed: (at) => out.write(`${at}\n`),
});
// A resumed feed stands at the minute after the last one kept.
for (let at = Math.floor(feed.at); at < 925; at++) {
  for (const room of feed.day.rooms) {
    feed.at = at + 0.5;
    feed.tick(room, at);
  }
  for (const part of [0.95, 0.97, 0.99, 0.999]) {
    feed.at = at + part;
    for (const room of feed.day.rooms) feed.tick(room, at, [at % room.tokens.length]);
    clock.advance(100);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  feed.at = at + 1.001;
  for (const room of feed.day.rooms) feed.tick(room, 0, [0]);
  await market.book.settled();
  await new Promise((resolve) => setTimeout(resolve, 5));
}
