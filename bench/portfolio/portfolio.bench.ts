/**
 * What does a large portfolio cost: 200 strategies with 1,000 legs in 300 contracts of twenty expiries? In the built product,
 * on the simulated exchange: days that its opening loads, bytes of its prices, and how long a price takes to the screen while
 * the main thread is slowed six times. What is shown is added up before anything is timed.
 */
import type { Page } from "@playwright/test";
import { openProduct } from "../browser/built-product.ts";
import { tracePage } from "../browser/main-thread.ts";
import { logPaintings, takePaintings } from "../browser/paint-log.ts";
import { workerMemory } from "../browser/worker-memory.ts";
import { absent, median, note, quantile, type Row, row } from "../report.ts";
import { keepLargePortfolio, STRATEGIES } from "./large-portfolio.ts";

export const question = "portfolio";

const THROTTLE = 6;
const SETTLE_MS = 3000;
const LIVE_MS = 40_000;
const READY_MS = 120_000;
const ENV = { SIM_START: "2026-11-20T12:15", SIM_SEED: "7", SIM_SYMBOLS: "indices" };
/** What the board looks at: its day strip shows that day, which is none of the portfolio's. */
const BOARD = { symbol: "USDINR", stored: { lastExSymbol: { NSE: ["USDINR", 1000, 0.25, 0] } } };
/** A day of a room, live or past. */
const DAY_REQUEST = /\/api\/v1\/(?:dbOI|history)/;

const DAYS = "200 strategies, 1,000 legs: room-days loaded at opening";
const WIRE = "200 strategies, 1,000 legs: wire";
const TO_PAINT = "200 strategies, 1,000 legs, 6x: p95 price to paint";

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  if (short)
    return [DAYS, WIRE, TO_PAINT].map((what) => absent(question, what, "in the long form: it builds the product"));
  const bench = await openProduct({ name: "portfolio", env: ENV });
  try {
    const opened = await bench.open("/healthz", BOARD.stored);
    const { page, cdp, throttle } = opened;
    const { contracts, rooms } = await keepLargePortfolio(page, bench.product.url);
    const traffic = watchTraffic(page);
    await page.goto("/portfolio");
    await page.waitForFunction(isPriced, STRATEGIES, { timeout: READY_MS });
    await addUp(page);
    await page.waitForTimeout(SETTLE_MS);
    const days = traffic.days.length;
    const memory = await workerMemory(cdp);
    await throttle(THROTTLE);
    await logPaintings(page);
    await page.waitForTimeout(SETTLE_MS);
    await takePaintings(page);
    traffic.bytes = 0;
    const started = performance.now();
    const work = await tracePage(cdp, () => page.waitForTimeout(LIVE_MS));
    const seconds = (performance.now() - started) / 1000;
    const { bytes } = traffic;
    const paintings = await takePaintings(page);
    const waits = paintings.map(({ at, frameAt }) => at - frameAt).filter((ms) => !Number.isNaN(ms));
    if (waits.length === 0) throw new Error("the portfolio painted no price");
    return [
      row(question, DAYS, days),
      row(question, WIRE, bytes / 1000 / seconds),
      row(question, TO_PAINT, quantile(waits, 0.95)),
      note(question, "price to paint, 6x: median", median(waits), "ms"),
      note(question, "paintings a second", waits.length / seconds, ""),
      note(question, "main thread busy, 6x", work.busy * 100, "%"),
      note(question, "longest task of the main thread, 6x", work.longest, "ms"),
      note(question, "contracts", contracts, ""),
      note(question, "expiries", rooms, ""),
      note(question, "memory of all workers", memory, "MB"),
    ];
  } finally {
    await bench.close();
  }
}

interface Traffic {
  /** Of other rooms than the board's. */
  readonly days: string[];
  /** Of the sockets, as they are after decompression. */
  bytes: number;
}

function watchTraffic(page: Page): Traffic {
  const traffic: Traffic = { days: [], bytes: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (DAY_REQUEST.test(pathname) && !pathname.includes(BOARD.symbol)) traffic.days.push(pathname);
  });
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      traffic.bytes += payload.length;
    }),
  );
  return traffic;
}

/** In the page: every strategy has a profit. */
function isPriced(count: number): boolean {
  const cells = [...document.querySelectorAll("[data-live='strategy']")];
  return cells.length >= count && cells.every(({ textContent }) => /\d/.test(textContent ?? ""));
}

/** Every leg as it is shown, lots x (price - average), beside the total that is shown. @throws when they differ by 0.01 */
async function addUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Expand All" }).click();
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll("[data-live='leg']")].filter(({ textContent }) => /\d/.test(textContent ?? ""))
        .length === 1000,
  );
  const { legs, total } = await page.evaluate(() => {
    const amount = (text: string | null | undefined): number =>
      Number((text ?? "").replaceAll(",", "").replace("−", "-").replace("+", ""));
    const rows = [...document.querySelectorAll("[data-live='leg']")].map((cell) => cell.closest("tr")!);
    const paise = rows.map(({ cells }) => {
      const [quantity = "", , , average, price] = [...cells].map(({ textContent }) => textContent ?? "");
      return amount(quantity) * Math.round((amount(price) - amount(average)) * 100);
    });
    return {
      legs: paise.reduce((sum, one) => sum + one, 0) / 100,
      total: amount(document.querySelector("[data-live='whole']")?.textContent),
    };
  });
  if (!(Math.abs(legs - total) < 0.01)) throw new Error(`the legs add up to ${legs}, the total is ${total}`);
  await page.getByRole("button", { name: "Collapse All" }).click();
}
