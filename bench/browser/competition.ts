/** Pages side by side in one Chromium, measured in turn. */
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { CHROMIUM, SWITCHES } from "../../web/testing/chromium.ts";
import type { CellText } from "./bench-page.ts";
import { type PageServer, servePages } from "./page-server.ts";

const VIEWPORT = { width: 1366, height: 768 };
const READY_MS = 60_000;

/** One competitor: a page in a browser context, and so a renderer process, of its own. */
export interface Competitor {
  readonly name: string;
  readonly page: Page;
  readonly cdp: CDPSession;
}

export interface Competition {
  readonly competitors: readonly Competitor[];
  /** CPU milliseconds of the whole browser, all processes and threads, since its start. */
  browserMs(): Promise<number>;
  close(): Promise<void>;
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...SWITCHES,
      "--disable-background-timer-throttling",
      "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows",
    ],
  });
}

/**
 * Opens one page each.
 * @param pages name to entry file, relative to bench/
 * @throws Error when a page reports an error or is not ready in a minute
 */
export async function openCompetition(pages: Readonly<Record<string, string>>): Promise<Competition> {
  const server: PageServer = await servePages(pages);
  const browser = await launchChromium();
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    const competitors: Competitor[] = [];
    for (const name of Object.keys(pages)) competitors.push(await open(browser, name, server.url(name)));
    const cdp = await browser.newBrowserCDPSession();
    return { competitors, browserMs: () => browserMs(cdp), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** CPU milliseconds of all its processes since it was started. @param cdp the browser's own session */
export async function browserMs(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}

async function open(browser: Browser, name: string, url: string): Promise<Competitor> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await page.goto(url);
  try {
    await page.waitForFunction(() => globalThis.benchPage !== undefined, undefined, { timeout: READY_MS });
  } catch (error) {
    throw new Error(`the page ${name} is not ready: ${failures.join("; ") || "no error was reported"}`, {
      cause: error,
    });
  }
  const cdp = await context.newCDPSession(page);
  // CPU time of the main thread, not wall time: neighbours on a busy machine take wall time only. Throttling spins on
  // the same thread, so it counts.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return { name, page, cdp };
}

/**
 * CPU milliseconds that the page's main thread works while `work` runs.
 * @param throttle how many times slower the main thread is; only this page, only now: a throttled thread spins
 */
export async function mainThreadMs(
  competitor: Competitor,
  throttle: number,
  work: () => Promise<void>,
): Promise<number> {
  const { cdp, page } = competitor;
  await page.bringToFront();
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  try {
    const before = await taskSeconds(cdp);
    await work();
    return ((await taskSeconds(cdp)) - before) * 1000;
  } finally {
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const metric = metrics.find(({ name }) => name === "TaskDuration");
  if (metric === undefined) throw new Error("this Chromium reports no TaskDuration");
  return metric.value;
}

/** Lets the page tick by itself; nothing crosses from here while it does. */
export async function runTicks(competitor: Competitor, ticks: number, intervalMs: number): Promise<void> {
  await competitor.page.evaluate(([n, ms]) => globalThis.benchPage!.run(n, ms), [ticks, intervalMs] as const);
}

/**
 * A figure counts only if what is on the screen is what the data say; some show it a little later than others.
 * @throws Error naming the first cell that differs
 */
export async function assertShown(competitor: Competitor): Promise<void> {
  let cells: readonly CellText[] = [];
  for (let attempt = 0; attempt < 50; attempt++) {
    cells = await competitor.page.evaluate(() => globalThis.benchPage!.read?.() ?? []);
    if (cells.every(({ shown, expected }) => shown === expected)) return;
    await competitor.page.waitForTimeout(100);
  }
  const wrong = cells.find(({ shown, expected }) => shown !== expected);
  throw new Error(
    `${competitor.name} shows ${wrong?.shown ?? "nothing"} for ${wrong?.expected} in row ${wrong?.row}, column ${wrong?.column}`,
  );
}

/** What cannot be read back as text has to look different after ticks. @throws Error when the picture stands still */
export async function assertRepaints(competitor: Competitor): Promise<void> {
  const before = await competitor.page.screenshot();
  await runTicks(competitor, 4, 40);
  const after = await competitor.page.screenshot();
  if (before.equals(after)) throw new Error(`${competitor.name} shows the same picture after four ticks`);
}
