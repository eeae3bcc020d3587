/**
 * Can a low-end laptop watch every screen live? The product's own workspace, with every screen mounted in tabs of six and a
 * second chain in letter B, over the real server, workers and wire, on the simulated market at 2 frames a second, with the
 * main thread slowed six times. Each tab is looked at; then they take turns.
 */
import type { Page } from "@playwright/test";
import type { PaneElement } from "../../web/state/pane/pane.ts";
import { type BenchedPage, openProduct } from "../browser/built-product.ts";
import { type MainThreadWork, traceMainThread } from "../browser/main-thread.ts";
import { logPaintings, type Painting, takePaintings } from "../browser/paint-log.ts";
import { note, quantile, type Row, row } from "../report.ts";
import { wallLink } from "./link.ts";

export const question = "wall";

const THROTTLE = 6;
const WARM_UP_MS = 6000;
/** After a tab was opened: its first figures and layouts are another question. */
const SETTLE_MS = 2000;
const TURN_MS = 5000;

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const [first, rest] = short ? [5000, 5000] : [60_000, 15_000];
  const wall = await wallLink();
  const bench = await openProduct({
    name: "wall",
    env: { SIM_START: "2026-11-20T12:15", SIM_SEED: "7", SIM_SYMBOLS: "indices,futures" },
  });
  try {
    const opened = await bench.open(wall.path);
    const { page, throttle } = opened;
    // From the last to the first: all are mounted then, and the first is looked at.
    for (const tab of wall.tabs.toReversed()) await openTab(page, tab);
    await page.waitForTimeout(WARM_UP_MS);
    const panes = await logPaintings(page);
    if (panes !== wall.panes) throw new Error(`${panes} of ${wall.panes} panes are mounted`);
    await throttle(THROTTLE);
    const looks: Look[] = [];
    for (const tab of wall.tabs) {
      await openTab(page, tab);
      await page.waitForTimeout(SETTLE_MS);
      looks.push(await look(opened, looks.length === 0 ? first : rest));
    }
    const turns = await look(opened, Math.max(rest, TURN_MS * 2), () => takeTurns(page, wall.tabs));
    const worst = (read: (one: Look) => number): number => Math.max(...looks.map(read));
    return [
      row(
        question,
        "main thread busy, 6x throttle",
        worst(({ busy }) => busy),
      ),
      row(question, "tasks over 50 ms of CPU, 6x throttle", looks[0]?.longTasks ?? Number.NaN),
      row(
        question,
        "p95 tick to paint, 6x throttle",
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
      note(question, "tabs in turn, 5 s each: busy", turns.busy, ""),
      note(question, "tabs in turn, 5 s each: longest task", turns.longest, "ms"),
      note(question, "panes mounted", panes, ""),
      note(question, "snapshots painted a second, first tab", looks[0]?.paintings ?? Number.NaN, "1/s"),
    ];
  } finally {
    await bench.close();
  }
}

interface Look extends MainThreadWork {
  /** Milliseconds from a frame's arrival to the painting that shows it, of the pane where that takes longest. */
  readonly p95: number;
  /** That pane. */
  readonly worst: string;
  /** A second. */
  readonly paintings: number;
}

async function look({ page, cdp }: BenchedPage, ms: number, meanwhile = (): Promise<void> => page.waitForTimeout(ms)) {
  await takePaintings(page);
  const started = performance.now();
  const work = await traceMainThread(cdp, meanwhile);
  const seconds = (performance.now() - started) / 1000;
  const paintings = (await takePaintings(page)).filter(({ frameAt }) => !Number.isNaN(frameAt));
  const ranked = [...new Set(paintings.map(({ pane }) => pane))].map((pane) => ({
    pane,
    p95: quantile(paintings.filter((one) => one.pane === pane).map(latency), 0.95),
  }));
  const worst = ranked.sort((a, b) => b.p95 - a.p95)[0];
  if (!worst) throw new Error("no pane painted anything");
  return { ...work, p95: worst.p95, worst: worst.pane, paintings: paintings.length / seconds } satisfies Look;
}

const latency = ({ at, frameAt }: Painting): number => at - frameAt;

/** Opens a tab, and waits until each of its panes has figures. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click({ timeout: 60_000 });
  await page.waitForFunction(
    () => {
      const panes = [...document.querySelectorAll<PaneElement>("[data-workspace]:not([inert]) section[data-pane]")];
      const frames = document.querySelectorAll("[data-workspace]:not([inert]) > [data-place]").length;
      return panes.length === frames && panes.every((pane) => pane.paneHandle?.state().status === "ready");
    },
    undefined,
    { timeout: 120_000 },
  );
}

async function takeTurns(page: Page, tabs: readonly string[]): Promise<void> {
  for (const tab of tabs) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForTimeout(TURN_MS);
  }
}
