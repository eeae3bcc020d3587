/**
 * What does a large portfolio cost: 200 strategies with 1,000 legs in 300 contracts of twenty expiries? In the built product,
 * on the simulated exchange: days that its opening loads, bytes of its prices, and how long a price takes to the screen while
 * the main thread is slowed six times. What is shown is added up before anything is timed.
 */
import type { Page } from "@playwright/test";
import { workerMemory } from "../../web/testing/page-memory.ts";
import { openProduct } from "../browser/built-product.ts";
import { tracePage } from "../browser/main-thread.ts";
import { logPaintings, takePaintings } from "../browser/paint-log.ts";
import { median, note, quantile, type Row, row } from "../report.ts";
import { keepLargePortfolio, STRATEGIES } from "./large-portfolio.ts";

export const question = "portfolio";

const LEGS = 1000;
const THROTTLE = 6;
const SETTLE_MS = 3000;
/** Looked at for so long, in which prices come twice a second. */
const LIVE_MS = { short: 10_000, full: 40_000 };
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
  const bench = await openProduct(ENV);
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
    const work = await tracePage(cdp, () => page.waitForTimeout(short ? LIVE_MS.short : LIVE_MS.full));
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

/** In the page: every strategy is listed, and those in the window have a profit. */
function isPriced(count: number): boolean {
  const cells = [...document.querySelectorAll("[data-live='strategy']")];
  const listed = Number(document.querySelector("table[aria-rowcount]")?.ariaRowCount) - 2; // heading and total
  return listed === count && cells.length > 0 && cells.every(({ textContent }) => /\d/.test(textContent ?? ""));
}

/**
 * Every leg as its CSV file has it, lots x (price - average), beside the total that is shown and the strategies in the window:
 * at one moment, for ticks go on. @throws when they differ by 0.01
 */
async function addUp(page: Page): Promise<void> {
  const { legs, total, expected, wrong } = await page.evaluate(() => {
    const amount = (text: string | null | undefined): number =>
      Number((text ?? "").replaceAll(",", "").replace("−", "-").replace("+", ""));
    const table = document.querySelector<HTMLElement & { csvHandle?: () => string }>("[data-csv='strategies']")!;
    const lines = (table.csvHandle?.() ?? "").trimEnd().split("\r\n").slice(1);
    const paise = new Map<string, number>();
    for (const line of lines) {
      // A contract is quoted where its strike has a comma.
      const [name = "", , quantity, average, price] = line.replace(/"[^"]*"/g, "").split(",");
      const own = amount(quantity) * Math.round((amount(price) - amount(average)) * 100);
      paise.set(name, (paise.get(name) ?? 0) + own);
    }
    const shown = [...table.querySelectorAll("[data-live='strategy']:has(+ [data-live='strategy'])")];
    const wrong = shown.filter((cell) => {
      const name = cell.closest("tr")?.querySelector("b")?.textContent ?? "";
      return !(Math.abs(amount(cell.textContent) - (paise.get(name) ?? Number.NaN) / 100) < 0.01);
    });
    return {
      legs: lines.length,
      total: amount(table.querySelector("[data-live='whole']")?.textContent),
      expected: [...paise.values()].reduce((sum, one) => sum + one, 0) / 100,
      wrong: shown.length === 0 ? "no strategy is shown" : (wrong[0]?.closest("tr")?.textContent ?? ""),
    };
  });
  if (legs !== LEGS) throw new Error(`there are ${legs} legs`);
  if (wrong !== "") throw new Error(`another profit than its legs': ${wrong}`);
  if (!(Math.abs(expected - total) < 0.01)) throw new Error(`the legs add up to ${expected}, the total is ${total}`);
}
