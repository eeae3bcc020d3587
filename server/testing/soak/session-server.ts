/**
 * The server's end of `session.ts`, in a process of its own: the simulated exchange at many times its speed, its journal,
 * archive and sockets. Says every few seconds what it weighs.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isoDate, minute } from "#contract/domain/units.ts";
import { readSymbols } from "../../feeds/simulated/exchange/universe.ts";
import { createGateway } from "../../gateway.ts";
import { systemClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import { createFixedBanners } from "../sockets/fixed-banners.ts";
import { createManyIdentities } from "../sockets/fixed-identities.ts";
import { createFixedNews } from "../sockets/fixed-news.ts";
import { startSoakMarket } from "./soak-market.ts";

export type SessionReport =
  | { readonly what: "open"; readonly port: number; readonly rooms: readonly string[] }
  | { readonly what: "weight"; readonly rss: number; readonly heap: number; readonly date: string };

const SPEED = Number(process.argv[2]);
const START = { date: isoDate("2026-11-19"), minute: minute(9 * 60 + 15) };
const REPORT_MS = 2000;

const say = (report: SessionReport): void => void process.send?.(report);
const exchange = await startSoakMarket({ start: START, speed: SPEED, symbols: readSymbols("indices,futures") });
const { market } = exchange;
const http = createServer();
const gateway = createGateway(http, {
  market,
  identities: createManyIdentities(),
  news: createFixedNews(),
  banners: createFixedBanners(),
  clock: systemClock,
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
  await exchange.stop();
  process.exit();
});
