/**
 * A broker's ticker that falls silent in part, as its readers see it: the server listens to a ticker of the test's own,
 * in the middle of a session whenever the test runs, and the panes of what is silent say so, those of the rest do not.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { chartOf } from "../web/testing/chart.ts";
import { enterReplay, replayIcon } from "../web/testing/day-strip.ts";
import { expect, test } from "../web/testing/fixtures.ts";
import { gridOf } from "../web/testing/grid.ts";
import { freshness } from "../web/testing/pane.ts";
import { type Product, startProduct } from "../web/testing/product.ts";
import { logIn } from "../web/testing/session.ts";
import { addDays, istDate, nextTradingDay } from "../workers/contract/domain/reference/calendar.ts";
import { epochMs, type IsoDate } from "../workers/contract/domain/units.ts";
import { kiteInstruments, writeKiteInstruments } from "./testing/market/kite-instruments.ts";
import { type KiteTickerServer, startKiteTicker } from "./testing/market/kite-ticker.ts";

const SILENCE_S = 3;
const TICK_MS = 250;
const SENSEX = { exchange: { exchange: "BSE" }, lastExSymbol: { BSE: ["SENSEX", 20, 100, 0] } };
const NIFTY = { exchange: { exchange: "NSE" }, lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };
const WORDS = /^BSE F&O: silent since 11:\d\d$/;
/** The first day on this feed: what it lacks is said while all is well. */
const LACKS =
  /^no open interest and volume of \d{4}-\d\d-\d\d, the day before: import its end-of-day files to have them$/;

test.describe.configure({ timeout: 150_000 });

let folder = "";
let ticker: KiteTickerServer;
let product: Product | undefined;
let ticking: ReturnType<typeof setInterval> | undefined;
/** Of the contracts of BSE: whether they are sent. */
let isBseHeard = true;

/** The list of instruments with its nearest expiries moved to the week of `date`. */
function instrumentsOf(date: IsoDate): string {
  const day = (days: number): string => addDays(date, days);
  return kiteInstruments()
    .replaceAll("2026-07-28", day(1))
    .replaceAll("2026-07-29", day(2))
    .replaceAll("2026-07-30", day(3));
}

/** Each of them says something new. */
function sendAll(now: number, bse: ReadonlySet<number>): void {
  const tokens = ticker.subscriptions.flatMap((modes) => [...modes.keys()]);
  const heard = tokens.filter((token) => isBseHeard || !bse.has(token));
  for (const token of heard) {
    const figures = ticker.figures.get(token);
    if (figures === undefined) continue;
    figures.time = now;
    figures.volume += 20;
    figures.lastPrice = 10_000 + ((figures.lastPrice - 10_000 + 5) % 100);
  }
  ticker.send(heard);
}

test.beforeAll(async () => {
  test.setTimeout(150_000);
  const date = nextTradingDay("equity-derivatives", istDate(epochMs(Date.now())));
  // Soon there is a whole minute to replay.
  const ahead = Date.parse(`${date}T11:00:35+05:30`) - Date.now();
  const seconds = (): number => Math.floor((Date.now() + ahead) / 1000);
  const text = instrumentsOf(date);
  const lines = text.split("\n").map((line) => line.split(","));
  const bse = new Set(lines.filter((cells) => cells.at(-1) === "BFO").map(([token]) => Number(token)));
  folder = mkdtempSync(join(tmpdir(), "strikeboard-trouble-"));
  ticker = await startKiteTicker(seconds);
  product = await startProduct({
    env: {
      FEED: "kite",
      FEED_SILENCE: String(SILENCE_S),
      KITE_API_KEY: "key",
      KITE_ACCESS_TOKEN: "access",
      KITE_TICKER_URL: ticker.url,
      KITE_INSTRUMENTS: writeKiteInstruments(folder, text),
      CLOCK_AHEAD_MS: String(ahead),
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "testing/processes/clock-ahead.mjs")}`,
    },
  });
  ticking = setInterval(() => sendAll(seconds(), bse), TICK_MS);
});
test.afterAll(async () => {
  clearInterval(ticking);
  await product?.stop();
  await ticker?.close();
  rmSync(folder, { recursive: true, force: true });
});
test.use({ baseURL: async ({ browserName: _ }, use) => use(product?.url ?? "") });

const words = (page: Page): Locator => freshness(page).getByRole("status");

test("the panes of a silent exchange say so, the others do not, and it passes", async ({ page }) => {
  isBseHeard = true;
  await logIn(page, SENSEX);
  await page.goto("/option-chain-new");
  const grid = gridOf(page);
  await expect.poll(() => grid.rows(), { timeout: 30_000 }).toBe(3);
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh");
  await expect(words(page)).toHaveText(LACKS);

  isBseHeard = false;
  await expect(words(page)).toHaveText(WORDS, { timeout: 30_000 });
  await expect(freshness(page)).not.toHaveAttribute("data-state", "fresh");
  await expect(freshness(page)).toHaveAttribute("title", WORDS);
  await expect.poll(async () => (await grid.cell(0, "ce:LTP")).stale).toBe(true);

  // Told at connect, too, and to charts.
  await page.goto("/maxpain");
  await chartOf(page, "Maxpain ( In").ready();
  await expect(words(page)).toHaveText(WORDS);
  await expect(page.locator("[data-stale]")).toHaveCount(1);

  await logIn(page, NIFTY);
  await page.goto("/option-chain-new");
  await grid.ready(); // the six strikes of NIFTY
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh");
  await expect(words(page)).toHaveText(LACKS);
  await expect.poll(async () => (await grid.cell(0, "ce:LTP")).stale).toBe(false);

  await logIn(page, SENSEX);
  await page.goto("/option-chain-new");
  await expect(words(page)).toHaveText(WORDS);
  // Figures of a minute that is over are none the worse for it.
  await enterReplay(page);
  await expect(words(page)).toBeEmpty();
  await replayIcon(page).click();
  await expect(words(page)).toHaveText(WORDS);

  isBseHeard = true;
  await expect(words(page)).toHaveText(LACKS, { timeout: 30_000 });
  await expect(freshness(page)).toHaveAttribute("data-state", "fresh");
  await expect.poll(async () => (await grid.cell(0, "ce:LTP")).stale).toBe(false);
});
