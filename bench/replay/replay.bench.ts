/**
 * Does a replay step on time on a low-end laptop, that of a chain and that of a watch list of every future, and does the chain
 * follow a finger on the day strip? The product as it is served, its main thread slowed six times, replaying the simulated day
 * at half a second a step.
 */
import type { Page } from "@playwright/test";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import { type BenchedPage, type BenchedProduct, openProduct } from "../browser/built-product.ts";
import { logPaintings, type Painting, takePaintings } from "../browser/paint-log.ts";
import { median, note, quantile, type Row, row } from "../report.ts";

export const question = "replay";

const THROTTLE = 6;
const STEP_MS = 500;
const CHAIN = "Option Chain";
const WATCH_LIST = "Watch List";
/** Fewer futures than these are no watch list of a whole exchange. */
const LEAST_FUTURES = 200;

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const bench = await openProduct({ SIM_START: "2026-11-20T14:30", SIM_SEED: "7", SIM_SYMBOLS: "indices,futures" });
  try {
    const opened = await openReplay(bench, "/option-chain-new");
    const { page } = opened;
    const steps = await playedSteps(opened, CHAIN, short ? 20 : 60);
    const scrubs: Scrub[] = [];
    for (let round = 0; round < (short ? 3 : 7); round++) scrubs.push(await scrub(page, round % 2 === 0));
    await page.close();
    const watched = await openReplay(bench, "/futures-watchlist");
    const futures = await watched.page
      .locator("[data-grid]")
      .evaluate((grid: GridElement) => grid.gridHandle?.rows ?? 0);
    if (futures < LEAST_FUTURES) throw new Error(`the watch list has ${futures} futures`);
    const rows = await playedSteps(watched, WATCH_LIST, short ? 12 : 60);
    return [
      row(question, "steps painted on time, 0.5 s a step, 6x throttle", steps.onTime),
      row(question, "steps of a watch list painted on time, 0.5 s a step, 6x throttle", rows.onTime),
      row(question, "p95 slot to paint while dragging a day, 6x throttle", median(scrubs.map(({ p95 }) => p95))),
      note(question, "p95 lateness of a step", steps.p95, "ms"),
      note(question, "p95 lateness of a step of a watch list", rows.p95, "ms"),
      note(question, "futures of the watch list", futures, ""),
      note(question, "median slot to paint while dragging", median(scrubs.map(({ middle }) => middle)), "ms"),
      note(question, "slots painted in a drag over the day", median(scrubs.map(({ slots }) => slots)), ""),
    ];
  } finally {
    await bench.close();
  }
}

/** At live's end of the day so far, at half a second a step, slowed. */
async function openReplay(bench: BenchedProduct, path: string): Promise<BenchedPage> {
  const opened = await bench.open(path, { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } });
  const { page, throttle } = opened;
  await page.getByRole("slider", { name: "Replay time" }).waitFor({ timeout: 60_000 });
  await page.locator("[data-grid]").waitFor();
  await page.waitForTimeout(3000);
  await logPaintings(page);
  await page.getByLabel("Speed", { exact: true }).selectOption("0.5");
  await throttle(THROTTLE);
  return opened;
}

interface Steps {
  /** Share of the minutes that were on the screen before the next one was due. */
  readonly onTime: number;
  /** Milliseconds behind the beat. */
  readonly p95: number;
}

async function playedSteps({ page }: BenchedPage, pane: string, count: number): Promise<Steps> {
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(4 * STEP_MS); // loading the day, and the first steps
  await takePaintings(page);
  await page.waitForTimeout((count + 1) * STEP_MS);
  const paintings = (await takePaintings(page)).filter((painting) => painting.pane === pane);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const first = Math.min(...paintings.map(({ minute }) => minute));
  /** When each minute was first on the screen, less its beat. */
  const offsets = new Map<number, number>();
  for (const { minute, at } of paintings) {
    if (!offsets.has(minute)) offsets.set(minute, at - (minute - first) * STEP_MS);
  }
  // The beat is where the least late step stands: a clock that drifts makes later steps late.
  const beat = Math.min(...offsets.values());
  const lateness = Array.from({ length: count }, (_, i) => (offsets.get(first + i) ?? Number.POSITIVE_INFINITY) - beat);
  return { onTime: lateness.filter((ms) => ms < STEP_MS).length / count, p95: quantile(lateness, 0.95) };
}

interface Scrub {
  /** Milliseconds from the pointer's move to the frame that shows its minute. */
  readonly p95: number;
  readonly middle: number;
  readonly slots: number;
}

interface Move {
  readonly at: number;
  readonly minute: number;
}

const MOVES = 40;

/** Drags the head over the day, forth or back, and pairs each painting with the move that asked for its minute. */
async function scrub(page: Page, isForth: boolean): Promise<Scrub> {
  const slider = page.getByRole("slider", { name: "Replay time" });
  const box = await slider.boundingBox();
  if (!box) throw new Error("the day strip is not on the screen");
  await logMoves(page);
  await takePaintings(page);
  // The day up to now, which is the part that can be replayed.
  const [from, to] = [box.x + 0.03 * box.width, box.x + 0.75 * box.width];
  const xAt = (share: number): number => from + (to - from) * (isForth ? share : 1 - share);
  const y = box.y + box.height / 3;
  await page.mouse.move(xAt(0), y);
  await page.mouse.down();
  for (let i = 1; i <= MOVES; i++) {
    await page.mouse.move(xAt(i / MOVES), y);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
  await page.waitForTimeout(500);
  const moves = await page.evaluate(() => globalThis.moveLog ?? []);
  const paintings = (await takePaintings(page)).filter(({ pane }) => pane === CHAIN);
  const latencies = paintings.flatMap((painting) => latencyOf(painting, moves));
  if (latencies.length < MOVES / 4) throw new Error(`a drag over the day painted ${latencies.length} slots only`);
  return { p95: quantile(latencies, 0.95), middle: median(latencies), slots: latencies.length };
}

/** Nothing where no move asked for the minute: the painting was of something else. */
function latencyOf({ minute, at }: Painting, moves: readonly Move[]): number[] {
  const asked = moves.findLast((move) => move.minute === minute && move.at <= at);
  return asked ? [at - asked.at] : [];
}

declare global {
  var moveLog: Move[] | undefined;
}

/** The minute under the pointer, as the strip reckons it: the head itself comes with the figures. */
async function logMoves(page: Page): Promise<void> {
  await slideListener(page);
  await page.evaluate(() => globalThis.moveLog?.splice(0));
}

async function slideListener(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (globalThis.moveLog) return;
    const log: Move[] = [];
    globalThis.moveLog = log;
    const slider = document.querySelector("[role=slider]");
    const { left, width } = slider!.getBoundingClientRect();
    const [open, close] = ["aria-valuemin", "aria-valuemax"].map((name) => Number(slider!.getAttribute(name)));
    // After the page's own listener: the slot was chosen just now.
    window.addEventListener("pointermove", ({ clientX }) => {
      const minute = Math.round(open! + ((clientX - left) / width) * (close! - open!));
      if (log.at(-1)?.minute !== minute) log.push({ at: performance.now(), minute });
    });
  });
}
