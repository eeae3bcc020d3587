/**
 * Whether a server grows: the simulated exchange at sixty times its speed with 200 clients, each with a session of its own,
 * who follow rooms, acknowledge what they read, join anew when a day opens, and of whom one reconnects each second.
 *
 *     npm run soak -- session [minutes]
 *
 * The slope of its memory is that of a line through all weights after the first two days: a server holds a day anyway, and
 * from the second on the threads that archive the one before. What these took is printed beside it.
 */
import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { io, type Socket } from "socket.io-client";
import * as liveParser from "#contract/wire/live-parser.ts";
import { LIVE_PATH, OI_PRICE_LIVE, OPTION_LIVE } from "#contract/wire/socket-events.ts";
import { imageAllocator } from "../processes/image-allocator.ts";
import { slopeOf } from "./line.ts";
import type { SessionReport } from "./session-server.ts";

const MINUTES = Number(process.argv[2] ?? 40);
const CLIENTS = 200;
const ROOMS_A_CLIENT = 3;
const SPEED = 60;
/** Megabytes a minute. */
const MUST_SLOPE = 1;

type Weight = Extract<SessionReport, { what: "weight" }> & { readonly minute: number };

const allocator = imageAllocator();
if (allocator === undefined)
  console.log("libjemalloc2 is not installed: what is weighed here is the C library's allocator");

const server = fork(fileURLToPath(new URL("./session-server.ts", import.meta.url)), [String(SPEED)], {
  env: { ...process.env, ...allocator },
});
process.once("exit", () => server.kill("SIGKILL"));
const weights: Weight[] = [];
const begun = performance.now();
const opened = await new Promise<Extract<SessionReport, { what: "open" }>>((resolve, reject) => {
  server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  server.on("message", (report: SessionReport) => {
    if (report.what === "open") resolve(report);
    else weights.push({ ...report, minute: (performance.now() - begun) / 60_000 });
  });
});

let bytes = 0;
function client(number: number): readonly Socket[] {
  const url = `http://127.0.0.1:${opened.port}`;
  const options = {
    path: LIVE_PATH,
    transports: ["websocket"],
    parser: liveParser,
    auth: { token: `client ${number}` },
  };
  const ticks = io(`${url}${OPTION_LIVE}`, { ...options, forceNew: true });
  const minutes = io(`${url}${OI_PRICE_LIVE}`, { ...options, forceNew: true });
  ticks.on("turn", (turn: number) => ticks.io.engine.send(liveParser.encodeAck(turn)));
  for (const socket of [ticks, minutes]) {
    const join = (): void => {
      for (let i = 0; i < ROOMS_A_CLIENT; i++) socket.emit("joinRoom", roomOf(number + i));
    };
    socket.on("connect", join);
    socket.onAny((event: string, value: unknown) => {
      if (event.endsWith("-init")) join();
      if (value instanceof Uint8Array) bytes += value.length;
    });
  }
  return [ticks, minutes];
}
const roomOf = (number: number): string => opened.rooms[number % opened.rooms.length] ?? "";

const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
for (let second = 0; second < MINUTES * 60; second++) {
  await sleep(1000);
  const number = second % CLIENTS;
  for (const socket of clients[number] ?? []) socket.disconnect();
  clients[number] = client(number);
  if (second % 60 === 59) console.log(words(weights.at(-1)));
}
for (const socket of clients.flat()) socket.disconnect();
server.removeAllListeners("exit");
server.send("stop");

function words(weight: Weight | undefined): string {
  if (weight === undefined) return "";
  const { minute, date, rss, heap } = weight;
  return `minute ${minute.toFixed(0)}, ${date}: ${megabytes(rss)} MB, ${megabytes(heap)} of it heap and buffers; ${megabytes(bytes)} MB sent; load ${loadavg()[0]?.toFixed(1)}`;
}

/** Megabytes a minute. */
const growthOf = (values: readonly Weight[], figure: "rss" | "heap"): number =>
  slopeOf(values.map((weight) => ({ at: weight.minute, value: weight[figure] / 1e6 })));

const SETTLING_DAYS = 2;
const dates = [...new Set(weights.map(({ date }) => date))];
const settling = dates.slice(0, SETTLING_DAYS);
const later = weights.filter(({ date }) => !settling.includes(date));
// A day begun is half filled: the line goes through whole days where there are some.
const last = dates.at(-1);
const whole = later.filter(({ date }) => date !== last);
const judged = whole.length > 0 && whole[0]?.date !== whole.at(-1)?.date ? whole : later;
const days = new Set(judged.map(({ date }) => date)).size;
const slope = growthOf(judged, "rss");
const peak = (figure: "rss" | "heap"): string => megabytes(Math.max(...weights.map((each) => each[figure])));
const held = settling.map((date) => megabytes(weights.findLast((weight) => weight.date === date)?.rss ?? 0));
console.log(`at the end of the first days: ${held.join(" and ")} MB`);
console.log(
  `${MINUTES} minutes, ${days} days judged: RSS grows by ${slope.toFixed(2)} MB a minute (must ${MUST_SLOPE}), heap and buffers by ${growthOf(judged, "heap").toFixed(2)}; at most ${peak("rss")} and ${peak("heap")} MB`,
);
process.exitCode = slope < MUST_SLOPE ? 0 : 1;

function megabytes(count: number): string {
  return (count / 1e6).toFixed(0);
}
