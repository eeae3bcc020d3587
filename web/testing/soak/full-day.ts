/**
 * Whole days of the exchange at sixty times its speed, with everything that a deployment has and much of what can happen to it: a
 * leading feed and a standby, two edges, Redis and PostgreSQL; a browser with every screen in turn; 200 clients, of whom one reads
 * slowly and one sleeps; users who place orders; and on the first day the leader and an edge are killed, Redis and PostgreSQL
 * restarted, and the browser's machine sleeps for a minute. At the end nothing may be wrong, lost, told twice or growing.
 *
 *     npm run soak -- full-day [days]
 *
 * Needs a build, Redis, PostgreSQL and Chromium. A day takes eight minutes. Whether anything grows is judged from the fourth on.
 */
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMegabytes } from "../../../server/testing/soak/process-figures.ts";
import { HEADLESS_SHELL } from "../chromium.ts";
import { type Crowd, startCrowd } from "./full-day/crowd.ts";
import { type Deployment, missingService, startDeployment } from "./full-day/deployment.ts";
import type { Findings } from "./full-day/minute-verdict.ts";
import { judgeOrders } from "./full-day/order-verdict.ts";
import { startTrader, type Trader } from "./full-day/trader.ts";
import { type Comparison, compareMinutes } from "./full-day/truth.ts";
import { type Figure, tell } from "./full-day/verdict.ts";
import { openWall, type WallPage } from "./full-day/wall-page.ts";
import { Weights } from "./full-day/weights.ts";

const DAYS = Number(process.argv[2] ?? 6);
/** Exit code where it cannot run. */
const NOT_RUN = 77;
/** A slower machine may be given less of it. */
const { SIM_START = "2026-11-18T09:00", SIM_SYMBOLS = "indices,futures" } = process.env;
const MARKET = { SIM_START, SIM_SYMBOLS, SIM_SEED: "7", FEED_SPEED: "60" };
const TRADERS = 4;
const SECOND_MS = 1000;
const WEIGHED_MS = 10_000;
const SLOW_MS = 15_000;
const ASLEEP_MS = 60_000;
/** After the last day has ended: it is archived, and what is still to be told of orders is told. */
const AFTER_MS = 60_000;
/** Megabytes a minute. */
const MOST_GROWTH = 1;

interface Event {
  /** Seconds after all have begun: a day of the exchange has 480. */
  readonly at: number;
  readonly what: string;
  run(): Promise<unknown>;
}

function eventsOf({ faults }: Deployment, { networks }: Crowd, page: WallPage): readonly Event[] {
  const [slow, asleep] = networks;
  const fault = (at: number, what: string): Event => ({ at, what, run: faults[what] ?? Promise.reject });
  async function standStill(network: typeof slow, ms: number): Promise<void> {
    network?.stall();
    await sleep(ms);
    network?.mend();
  }
  return [
    { at: 30, what: "a client reads nothing for a while", run: () => standStill(slow, SLOW_MS) },
    fault(60, "the leading feed is killed"),
    fault(100, "an edge is killed"),
    fault(140, "Redis is restarted"),
    fault(180, "PostgreSQL is restarted"),
    { at: 220, what: "the browser's machine sleeps", run: () => page.suspend(ASLEEP_MS) },
    { at: 220, what: "a client's machine sleeps", run: () => standStill(asleep, ASLEEP_MS) },
  ];
}

const dateOf = ({ clients }: Crowd): string => clients.at(-1)?.minutes.date ?? "";

/** Until the days are over. @returns the days that were whole */
async function live(deployment: Deployment, crowd: Crowd, page: WallPage, weights: Weights): Promise<string[]> {
  const coming = [...eventsOf(deployment, crowd, page)];
  const running: Promise<unknown>[] = [];
  const dates = new Set<string>();
  const begun = performance.now();
  for (let weighed = 0, paged = 0; dates.size <= DAYS; await sleep(SECOND_MS)) {
    const seconds = (performance.now() - begun) / 1000;
    dates.add(dateOf(crowd));
    while (coming[0] !== undefined && coming[0].at <= seconds) {
      const event = coming.shift() as Event;
      const from = performance.now();
      running.push(
        event
          .run()
          .then(() =>
            console.log(`${stamp(seconds)} ${event.what}: over after ${stamp((performance.now() - from) / 1000)}`),
          ),
      );
    }
    if (seconds * 1000 - weighed < WEIGHED_MS) continue;
    weighed = seconds * 1000;
    const date = dateOf(crowd);
    const servers: string[] = [];
    for (const [role, members] of Object.entries({ feed: deployment.feeds, edge: deployment.edges }))
      for (const [i, { pid }] of members.entries())
        servers.push(`${role} ${i + 1} ${weigh(weights, `${role} ${i + 1}`, date, pid)}`);
    if (seconds - paged < 60) continue;
    paged = seconds;
    running.push(
      weighPage(page, weights, date).then((words) =>
        console.log(`${stamp(seconds)} ${date}: ${words}; ${servers.join(", ")}; load ${loadavg()[0]?.toFixed(1)}`),
      ),
    );
  }
  await Promise.all(running);
  return [...dates].slice(0, DAYS);
}

const stamp = (seconds: number): string => `${seconds.toFixed(0).padStart(4)} s`;

/** @returns MB in words */
function weigh(weights: Weights, name: string, date: string, pid: number | undefined): string {
  try {
    if (pid === undefined) return "-";
    const megabytes = residentMegabytes(pid);
    weights.add(name, date, megabytes);
    return megabytes.toFixed(0);
  } catch {
    return "-"; // it was killed a moment ago
  }
}

async function weighPage(page: WallPage, weights: Weights, date: string): Promise<string> {
  const { main, workers, resident } = await page.weigh();
  weights.add("page: heaps after a collection", date, main + workers);
  weights.add("page: its process", date, resident);
  return `the page has ${main.toFixed(0)} MB and its workers ${workers.toFixed(0)}, its process ${resident.toFixed(0)}`;
}

const REJECTIONS = /unhandled|uncaught|Strikeboard stops/i;

function figuresOf(
  deployment: Deployment,
  minutes: Comparison,
  { ended: endedSessions, warnings }: Crowd,
  traders: readonly Trader[],
  page: WallPage,
  weights: Weights,
  dates: readonly string[],
): readonly Figure[] {
  const orders = judgeOrders(traders);
  const output = deployment.output().split("\n");
  const ended = [...deployment.feeds, ...deployment.edges].flatMap(({ failures }) => failures);
  const rejections = output.filter((line) => REJECTIONS.test(line));
  const visits = [...page.visits.values()];
  const none = (what: string, found: readonly string[]): Figure => ({ what, value: found.length, most: 0, found });
  const noMinutes = (what: string, { count, found, spread }: Findings): Figure => ({
    what,
    value: count,
    most: 0,
    spread,
    found,
  });
  return [
    { what: "minutes of clients compared with the archive's", value: minutes.compared, least: 1 },
    noMinutes("of them wrong", minutes.wrong),
    noMinutes("of them missing", minutes.missing),
    none("days of rooms that the archive lacks", minutes.unarchived),
    none("sessions of clients that were ended", endedSessions),
    {
      what: "warnings of the clients' feeds",
      value: [...warnings.values()].reduce((sum, times) => sum + times, 0),
      found: [...warnings].sort((a, b) => b[1] - a[1]).map(([words, times]) => `${times} x ${words}`),
    },
    { what: "orders, cancellations with them", value: orders.asked },
    { what: "of them taken by the broker", value: orders.accepted, least: 1 },
    none("whose end the socket did not tell", orders.untold),
    none("whose end the socket told more than once", orders.twice),
    none("orders told as placed that no book has", orders.lost),
    none("orders of the book that were told to nobody", orders.doubled),
    none(
      "answers that the contract does not know",
      traders.flatMap(({ strange }) => strange),
    ),
    none(
      "news out of order, again or not kept",
      traders.flatMap(({ disorder }) => disorder),
    ),
    none("processes that ended by themselves", ended),
    none("unhandled errors and rejections of the servers", rejections),
    none("complaints of the page", page.complaints),
    {
      what: `times that each tab of the ${page.panes} panes was opened, at least`,
      value: Math.min(...visits),
      least: 1,
    },
    ...weights.grown(dates).flatMap(({ name, days, most, slope }): Figure[] => [
      { what: `${name}: grows a minute`, value: slope, unit: "MB", most: MOST_GROWTH },
      { what: `${name}: at most (by day ${days.map(Math.round).join(", ")})`, value: Math.round(most), unit: "MB" },
    ]),
  ];
}

async function soak(): Promise<boolean> {
  const deployment = await startDeployment(MARKET);
  try {
    const [viewer, ...users] = await deployment.addUsers(
      ["viewer", ...Array.from({ length: TRADERS }, (_, i) => `trader${i}`)].map((name) => `${name}@soak.example`),
    );
    const crowd = await startCrowd(deployment, DAYS);
    const urls = deployment.edges.map(({ url }) => url);
    const room = crowd.clients.find((client) => client.room.startsWith("NIFTY-"))?.room ?? "";
    const traders: Trader[] = [];
    for (const [i, user] of users.entries())
      traders.push(await startTrader(i % 2 ? urls : urls.toReversed(), user, room));
    // The page is on the edge that is killed.
    const page = await openWall(urls[0] ?? "", viewer ?? { email: "", password: "" });
    const weights = new Weights();
    console.log(
      `${crowd.clients.length} clients, ${traders.length} traders in ${room}, ${page.panes} panes; load ${loadavg()[0]?.toFixed(1)}`,
    );
    const dates = await live(deployment, crowd, page, weights);
    await Promise.all(traders.map((trader) => trader.rest()));
    await sleep(AFTER_MS);
    const minutes = await compareMinutes(deployment.folder, crowd, dates);
    const isWell = tell(figuresOf(deployment, minutes, crowd, traders, page, weights, dates));
    for (const trader of traders) trader.stop();
    await page.stop();
    await crowd.stop();
    return isWell;
  } catch (error) {
    const members = [...deployment.feeds, ...deployment.edges];
    console.log([...members.flatMap(({ failures }) => failures), deployment.output()].join("\n"));
    throw error;
  } finally {
    await deployment.stop();
  }
}

const missing = missingService() ?? (existsSync(HEADLESS_SHELL) ? undefined : "Chromium is not installed");
if (missing !== undefined) {
  console.log(`full-day: not run; ${missing}`);
  process.exit(NOT_RUN);
}
// What was started ends with this process, and only where it ends in order.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.exitCode = (await soak()) ? 0 : 1;
process.exit();
