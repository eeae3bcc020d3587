/**
 * The live builder in the built product, main thread slowed six times, with six legs of two expiries: what it costs while
 * prices tick, and how long a move of the what-if's slider takes until the payoff is painted with it.
 */
import { expect, type Page } from "@playwright/test";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { ChartElement } from "../../web/charts/use-chart.ts";
import type { PaneElement } from "../../web/state/pane/pane.ts";
import { NIFTY } from "../../web/testing/session.ts";
import { openProduct } from "../browser/built-product.ts";
import { tracePage } from "../browser/main-thread.ts";
import { absent, median, note, quantile, type Row, row } from "../report.ts";

const THROTTLE = 6;
const SETTLE_MS = 3000;
const LIVE_MS = 15_000;
/** Of a live builder in that time: its prices tick several times a second. */
const LEAST_PAINTS = 5;
const MOVES = 60;

const BUSY = "live builder, 6 legs, 6x: main thread busy";
const TO_PAINT = "what-if slider, 6x: input to paint, p95";
const LONG_TASKS = "what-if slider, 6x: tasks over 50 ms in 60 moves";

export async function builderRows(question: string, short: boolean): Promise<Row[]> {
  if (short)
    return [BUSY, TO_PAINT, LONG_TASKS].map((what) =>
      absent(question, what, "in the long form: it builds the product"),
    );
  const env = { SIM_START: "2026-11-20T12:15", SIM_SEED: "7", SIM_SYMBOLS: "indices" };
  const bench = await openProduct(env);
  try {
    const { page, cdp, throttle } = await bench.open("/strategy-builderv3", NIFTY);
    await addLegs(page, 2);
    await page.getByLabel("Expiry", { exact: true }).selectOption({ index: 1 });
    await addLegs(page, 1);
    await page.getByRole("button", { name: "What-if" }).click();
    await page.getByLabel("Spot, slider").waitFor();
    await throttle(THROTTLE);
    await page.waitForTimeout(SETTLE_MS);
    let paints = 0;
    const live = await tracePage(cdp, async () => {
      paints = await page.evaluate(paintsIn, LIVE_MS);
    });
    // A page that stands still costs nothing, too.
    expect(paints, "pictures of the live builder").toBeGreaterThan(LEAST_PAINTS);
    let moves: readonly number[] = [];
    const dragged = await tracePage(cdp, async () => {
      moves = await page.evaluate(dragSlider, MOVES);
    });
    return [
      row(question, BUSY, live.busy * 100),
      row(question, TO_PAINT, quantile(moves, 0.95)),
      note(question, "what-if slider, 6x: input to paint, median", median(moves), "ms"),
      row(question, LONG_TASKS, dragged.longTasks),
    ];
  } finally {
    await bench.close();
  }
}

/** Sells the call and the put of so many strikes, from the money up. */
async function addLegs(page: Page, strikes: number): Promise<void> {
  const rows = page.getByRole("toolbar", { name: "Contracts" }).locator("> div");
  await page.locator("[data-atm]").waitFor();
  // While the rows of another expiry come, none is at the money.
  let atm = -1;
  await expect
    .poll(async () => {
      atm = await rows.evaluateAll((all) => all.findIndex((one) => one.hasAttribute("data-atm")));
      return atm;
    })
    .toBeGreaterThanOrEqual(0);
  for (let i = 0; i < strikes; i++)
    for (const type of ["CE", "PE"])
      await rows
        .nth(atm + i)
        .getByRole("button", { name: new RegExp(`^Sell .* ${type}$`) })
        .click();
}

/** In the page: how often the pane paints in so many ms. */
async function paintsIn(ms: number): Promise<number> {
  const slider = document.querySelector("[aria-label='Spot, slider']");
  const pane = slider?.closest<PaneElement>("[data-pane]")?.paneHandle;
  if (!pane) throw new Error("the builder has no pane");
  let paints = 0;
  pane.onPainted = () => {
    paints++;
  };
  await new Promise((resolve) => setTimeout(resolve, ms));
  delete pane.onPainted;
  return paints;
}

/**
 * In the page: moves the slider so often. It asks the pane, which knows when it painted what, and the chart, which knows when
 * that is on its canvas: looking at each frame would itself cost the page a frame a look.
 *
 * @returns ms from each input to the picture that has it on the canvas
 */
async function dragSlider(count: number): Promise<readonly number[]> {
  const slider = document.querySelector<HTMLInputElement>("[aria-label='Spot, slider']");
  const root = slider?.closest<PaneElement>("[data-pane]");
  const pane = root?.paneHandle;
  const chart = [...(root?.querySelectorAll<ChartElement>("div") ?? [])].find((each) => each.chartHandle)?.chartHandle;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  if (!slider || !pane || !chart || !setValue) throw new Error("the builder has no slider, no pane or no payoff");
  const [from, to] = [Number(slider.min), Number(slider.max)];
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const wanted = Math.round(from + ((to - from) * (i + 1)) / (count + 2));
    const started = performance.now();
    const isShown = new Promise<number>((resolve, reject) => {
      const gaveUp = setTimeout(() => reject(new Error("the payoff did not follow the slider")), 10_000);
      pane.onPainted = ({ snapshot }) => {
        if (Math.abs((snapshot as StrategySnapshot).valuation.spot - wanted) > 1e-6) return;
        chart.onShown = (at) => {
          clearTimeout(gaveUp);
          delete chart.onShown;
          resolve(at);
        };
      };
    });
    setValue.call(slider, String(wanted));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    times.push((await isShown) - started);
  }
  delete pane.onPainted;
  return times;
}
