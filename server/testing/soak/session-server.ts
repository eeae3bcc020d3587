/**
 * The server's end of `session.ts`, in a process of its own: the simulated exchange at many times its speed, its journal,
 * archive and sockets. Says every few seconds what it weighs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { isoDate, minute } from "#contract/domain/units.ts";
import { readSymbols } from "../../feeds/simulated/exchange/universe.ts";
import { createSimulatedFeed } from "../../feeds/simulated/simulated-feed.ts";
import { createGateway } from "../../gateway.ts";
import { EncodeThread } from "../../market/archive/encode-thread.ts";
import { openArchive } from "../../market/archive/open-archive.ts";
import { createMarket } from "../../market/market.ts";
import { systemClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import { createFixedBanners } from "../sockets/fixed-banners.ts";
import { createFixedIdentities } from "../sockets/fixed-identities.ts";
import { createFixedNews } from "../sockets/fixed-news.ts";

export type SessionReport =
  | { readonly what: "open"; readonly port: number; readonly rooms: readonly string[] }
  | { readonly what: "weight"; readonly rss: number; readonly heap: number; readonly date: string };

const SPEED = Number(process.argv[2]);
const START = { date: isoDate("2026-11-19"), minute: minute(9 * 60 + 15) };
const REPORT_MS = 2000;

const say = (report: SessionReport): void => void process.send?.(report);
const clock = systemClock;
const folder = mkdtempSync(join(tmpdir(), "strikeboard-soak-"));
const encoder = new EncodeThread(clock);
const market = await createMarket({
  feed: createSimulatedFeed({ clock, seed: 7, start: START, speed: SPEED, symbols: readSymbols("indices,futures") }),
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
const known = createFixedIdentities();
// Any ticket is a session of its own.
const sessionOf = async (ticket: string) => {
  const identity = await known.byTicket("live");
  return identity && { ...identity, sessionId: ticket, userId: ticket };
};
const http = createServer();
const gateway = createGateway(http, {
  market,
  identities: { ...known, byTicket: sessionOf },
  news: createFixedNews(),
  banners: createFixedBanners(),
  clock,
  log: silentLog,
  allowedOrigins: [],
});
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
say({ what: "open", port: (http.address() as AddressInfo).port, rooms: [...(market.book.day?.rooms.keys() ?? [])] });
setInterval(() => {
  const { rss, heapUsed, external } = process.memoryUsage();
  say({ what: "weight", rss, heap: heapUsed + external, date: market.day?.date ?? "" });
}, REPORT_MS);
process.once("message", async () => {
  await gateway.stop();
  await market.stop();
  await encoder.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
