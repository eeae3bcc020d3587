/**
 * Can a low-end laptop watch every screen live? The product's own workspace, with every screen mounted in tabs of six and a
 * second chain in letter B, over the real server, workers and wire, on the simulated market at 2 frames a second, with the
 * main thread slowed six times. Each tab is looked at; then they take turns. At 1x: what the threads cost and hold, and the
 * whole browser beside a page of AG Grid and ECharts.
 */
import { mainMemory, workerMemory } from "../../web/testing/page-memory.ts";
import { openTab, type Wall, wallLink } from "../../web/testing/wall.ts";
import { type BenchedPage, openProduct } from "../browser/built-product.ts";
import { tracePage } from "../browser/main-thread.ts";
import { logPaintings } from "../browser/paint-log.ts";
import { note, type Row, row } from "../report.ts";
import { longTableRows } from "./long-table.ts";
import { type Look, look } from "./look.ts";
import { peerRows } from "./peer.ts";
import { settleTab, takeTurns, toFigures } from "./tabs.ts";

export const question = "wall";
export const needsPeers = true;

const THROTTLE = 6;
const WARM_UP_MS = 6000;
/** Long tasks that are named of a tab. */
const NAMED = 5;

interface Lengths {
  /** Whether it is also said what no bound is for: the long tasks by name, and the tabs in turn. */
  readonly explains: boolean;
  readonly first: number;
  readonly rest: number;
  readonly quick: number;
}

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const lengths = short
    ? { explains: false, first: 5000, rest: 5000, quick: 5000 }
    : { explains: true, first: 60_000, rest: 15_000, quick: 15_000 };
  const wall = await wallLink();
  const bench = await openProduct({ SIM_START: "2026-11-20T12:15", SIM_SEED: "7", SIM_SYMBOLS: "indices,futures" });
  try {
    const opened = await bench.open(wall.path);
    const { page, throttle } = opened;
    // From the last to the first: all are mounted then, and the first is looked at.
    for (const tab of wall.tabs.toReversed()) await openTab(page, tab);
    await page.waitForTimeout(WARM_UP_MS);
    const panes = await logPaintings(page);
    if (panes !== wall.panes) throw new Error(`${panes} of ${wall.panes} panes are mounted`);
    await throttle(THROTTLE);
    const slow = await slowRows(opened, wall, lengths);
    await throttle(1);
    return [
      ...slow,
      note(question, "panes mounted", panes, ""),
      ...(await quickRows(opened, wall, lengths)),
      ...(await peerRows(question, bench, opened, lengths.quick)),
      ...(await longTableRows(question, bench, short)),
    ];
  } finally {
    await bench.close();
  }
}

async function slowRows(opened: BenchedPage, { tabs }: Wall, { explains, first, rest }: Lengths): Promise<Row[]> {
  const { page, cdp } = opened;
  const looks: Look[] = [];
  let growth = Number.NaN;
  for (const tab of tabs) {
    // The collection takes the slowed thread a second or two. It comes before the tab settles: what waited is not looked at, nor
    // is that V8 collects what the opening left behind, which it would do some 18 seconds later, in a task of 150 ms.
    await openTab(page, tab);
    const before = await mainMemory(cdp);
    const grows = performance.now();
    await settleTab(page, tab);
    looks.push(await look(opened, looks.length === 0 ? first : rest));
    if (looks.length === 1) growth = ((await mainMemory(cdp)) - before) / ((performance.now() - grows) / 60_000);
  }
  const worst = (read: (one: Look) => number): number => Math.max(...looks.map(read).filter(Number.isFinite));
  const first6 = looks[0]!;
  return [
    row(
      question,
      "main thread busy, 6x throttle",
      worst(({ busy }) => busy),
    ),
    row(
      question,
      "tasks over 50 ms of CPU, 6x throttle",
      looks.reduce((sum, { longTasks }) => sum + longTasks, 0),
    ),
    row(
      question,
      "p95 tick (Scanner: tick or answer) to paint, 6x throttle",
      worst(({ p95 }) => p95),
    ),
    ...looks.map((one, i) => note(question, `tab ${i + 1}: busy`, one.busy, "")),
    ...looks.map((one, i) => note(question, `tab ${i + 1}: p95 of ${one.worst}`, one.p95, "ms")),
    ...looks.map((one, i) => note(question, `tab ${i + 1}: tasks over 50 ms`, one.longTasks, "")),
    note(
      question,
      "longest task",
      worst(({ longest }) => longest),
      "ms",
    ),
    note(
      question,
      "Scanner: p95 of an answer to paint",
      worst(({ answerP95 }) => answerP95),
      "ms",
    ),
    note(question, "snapshots painted a second, first tab", first6.paintings.length / first6.seconds, "1/s"),
    note(question, "main heap, growth a minute", growth, "MB"),
    ...(explains ? [...(await namedRows(opened, tabs, looks, rest)), ...(await turnRows(opened, tabs))] : []),
  ];
}

/** The long tasks of each tab that had some. */
async function namedRows(
  opened: BenchedPage,
  tabs: readonly string[],
  looks: readonly Look[],
  ms: number,
): Promise<Row[]> {
  const named: Row[] = [];
  for (const [tab, { longTasks }] of looks.entries())
    if (longTasks > 0) named.push(...(await namesOf(opened, tabs, tab, ms)));
  return named;
}

async function turnRows(opened: BenchedPage, tabs: readonly string[]): Promise<Row[]> {
  let turns: Awaited<ReturnType<typeof takeTurns>> = [];
  const turning = await look(opened, 0, async () => {
    turns = await takeTurns(opened.page, tabs);
  });
  return [
    note(question, "tabs in turn, 5 s each: busy", turning.busy, ""),
    note(question, "tabs in turn, 5 s each: longest task", turning.longest, "ms"),
    note(question, "tabs in turn, 5 s each: p95 press to new figures", toFigures(turns, turning.paintings), "ms"),
  ];
}

/** The long tasks of a tab by the functions that ran in them, out of another look: a profile costs time. */
async function namesOf(opened: BenchedPage, tabs: readonly string[], tab: number, ms: number): Promise<Row[]> {
  const { page, cdp, build } = opened;
  await settleTab(page, tabs[tab]!);
  const { named } = await tracePage(cdp, () => page.waitForTimeout(ms), { naming: build });
  return named
    .slice(0, NAMED)
    .map((task) => note(question, `tab ${tab + 1}: a task of ${task.by.join(", ") || "no script"}`, task.ms, "ms"));
}

/** Workers are not slowed by the throttle: what they cost is said at 1x. */
async function quickRows(opened: BenchedPage, { tabs }: Wall, { quick }: Lengths): Promise<Row[]> {
  await settleTab(opened.page, tabs[0]!);
  const { workers, busy } = await look(opened, quick);
  return [
    row(question, "CPU of all workers, 1x", workers),
    note(question, "main thread busy, 1x", busy, ""),
    row(question, "memory of all workers", await workerMemory(opened.cdp)),
    note(question, "memory of the main thread", await mainMemory(opened.cdp), "MB"),
  ];
}
