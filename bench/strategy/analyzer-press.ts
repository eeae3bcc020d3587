/** The analyzer in the built product, main thread slowed six times: from the press of Analyze to the best of 19,700 candidates on the screen. */
import type { Page } from "@playwright/test";
import type { GridElement } from "../../web/grid/grid-handle.ts";
import { NIFTY } from "../../web/testing/session.ts";
import { openProduct } from "../browser/built-product.ts";
import { absent, median, note, quantile, type Row, row } from "../report.ts";

const THROTTLE = 6;
const CANDIDATES = 19_700;
const PRESSES = 25;
/** Prices have moved by then: other rows are the answer. */
const BETWEEN_MS = 1500;

const TO_ROWS = "analyzer, 19,700 candidates, 6x: press to sorted rows, p95";

export async function analyzerPressRows(question: string, short: boolean): Promise<Row[]> {
  if (short) return [absent(question, TO_ROWS, "in the long form: it builds the product")];
  const bench = await openProduct({ SIM_START: "2026-11-20T12:15", SIM_SEED: "7", SIM_SYMBOLS: "indices" });
  try {
    const { page, throttle } = await bench.open("/strategy-analyzer", NIFTY);
    const times = await timePresses(page, throttle);
    return [
      row(question, TO_ROWS, quantile(times, 0.95)),
      note(question, "analyzer, 19,700 candidates, 6x: press to sorted rows, median", median(times), "ms"),
    ];
  } finally {
    await bench.close();
  }
}

/** @returns ms of each press, the main thread slowed */
async function timePresses(page: Page, throttle: (rate: number) => Promise<void>): Promise<readonly number[]> {
  await widen(page, "Lower Limit", 0);
  await widen(page, "Upper Limit", 1e6);
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.waitForFunction(isListed, CANDIDATES);
  await throttle(THROTTLE);
  const times: number[] = [];
  for (let i = 0; i < PRESSES; i++) {
    await page.waitForTimeout(BETWEEN_MS);
    times.push(await page.evaluate(press));
  }
  return times;
}

/** As far as the analyzer goes. */
async function widen(page: Page, limit: string, strike: number): Promise<void> {
  await page.getByLabel(limit).fill(String(strike));
  await page.getByLabel(limit).press("Enter");
}

/** In the page. */
const isListed = (count: number): boolean =>
  document.querySelector("[aria-label='Candidates']")?.ariaRowCount === String(count + 1);

/** In the page: presses Analyze. @returns ms to the end of the render worker's frame that shows rows of the new prices */
async function press(): Promise<number> {
  const buttons = [...document.querySelectorAll<HTMLElement>("button")];
  const analyze = buttons.find(({ textContent }) => textContent === "Analyze");
  const grid = document.querySelector<GridElement>("[data-grid='Candidates']")?.gridHandle;
  if (!analyze || !grid || grid.rows === 0) throw new Error("there is no analysis to be made anew");
  const before = grid.paintedVersion;
  const started = performance.now();
  const shown = new Promise<number>((resolve, reject) => {
    const gaveUp = setTimeout(() => reject(new Error("the rows stayed as they were")), 10_000);
    grid.onShown = (version, at) => {
      if (version <= before) return;
      clearTimeout(gaveUp);
      resolve(at);
    };
  });
  analyze.click();
  return (await shown) - started;
}
