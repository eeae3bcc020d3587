/** A browser on the workspace with every screen in it, whose tabs are opened in turn all day. */
import { setTimeout as sleep } from "node:timers/promises";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { residentMegabytes } from "../../../../server/testing/soak/process-figures.ts";
import type { PaneElement } from "../../../state/pane/pane.ts";
import { HEADLESS_SHELL, SWITCHES } from "../../chromium.ts";
import { mainMemory, workerMemory } from "../../page-memory.ts";
import { logIn } from "../../session.ts";
import { openTab, wallLink } from "../../wall.ts";
import type { User } from "./deployment.ts";

const LOOKS_MS = 8000;
/** Between opening a tab and weighing what the page holds for it. */
const SETTLES_MS = 5000;

export interface PageWeight {
  /** MB after a collection. */
  readonly main: number;
  readonly workers: number;
  /** MB of the page's process as it is. */
  readonly resident: number;
}

export interface WallPage {
  readonly panes: number;
  /** Times that a tab was opened and all its screens had figures, by tab. */
  readonly visits: ReadonlyMap<string, number>;
  /** Tabs that had no figures in time, uncaught errors and rejections of the page and its workers, and what it told the console as an error. */
  readonly complaints: readonly string[];
  /** With its first tab open. */
  weigh(): Promise<PageWeight>;
  /** The whole browser stands still, as on a laptop that is closed. */
  suspend(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** That the network failed is what the soak does to it. */
const OF_NETWORK = /^(Failed to load resource|WebSocket connection to)/;

export async function openWall(url: string, { email, password }: User): Promise<WallPage> {
  const wall = await wallLink();
  const server = await chromium.launchServer({ executablePath: HEADLESS_SHELL, args: SWITCHES });
  const browser = await chromium.connect(server.wsEndpoint());
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } });
  // The transpiler names functions by a helper, also those that go into the page.
  await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !OF_NETWORK.test(message.text())) complaints.push(message.text());
  });
  await logIn(page, {}, { email, password });
  await page.goto(wall.path);
  const cdp = await context.newCDPSession(page);
  const renderer = await rendererOf(await browser.newBrowserCDPSession());

  const visits = new Map<string, number>();
  /** Opening a tab, weighing and sleeping take turns. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  }
  async function visit(name: string): Promise<void> {
    try {
      await openTab(page, name);
      visits.set(name, (visits.get(name) ?? 0) + 1);
    } catch (error) {
      complaints.push(
        `${name}: ${await unready(page)}: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
      );
    }
  }
  for (const name of wall.tabs.toReversed()) await visit(name);
  let isOver = false;
  const rotating = (async () => {
    for (let i = 0; !isOver; i++) {
      await inTurn(() => visit(wall.tabs[i % wall.tabs.length] ?? ""));
      await sleep(LOOKS_MS);
    }
  })();

  return {
    panes: wall.panes,
    visits,
    complaints,
    weigh: () =>
      inTurn(async () => {
        // What the workers hold depends on what is looked at.
        await visit(wall.tabs[0] ?? "");
        await sleep(SETTLES_MS);
        return weightOf(cdp, renderer);
      }),
    suspend: (ms) =>
      inTurn(async () => {
        const group = -(server.process().pid ?? 0);
        process.kill(group, "SIGSTOP");
        await sleep(ms);
        process.kill(group, "SIGCONT");
      }),
    async stop() {
      isOver = true;
      rotating.catch(() => undefined); // a tab that is waited for goes with the page
      await browser.close();
      await server.close();
    },
  };
}

async function weightOf(cdp: CDPSession, renderer: number): Promise<PageWeight> {
  const [main, workers] = [await mainMemory(cdp), await workerMemory(cdp)];
  return { main, workers, resident: residentMegabytes(renderer) };
}

/** The process of the page: the largest of the browser's pages, of which the others are empty. */
async function rendererOf(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  return pages.sort((a, b) => residentMegabytes(b) - residentMegabytes(a))[0] ?? 0;
}

/** The screens of the tab that have no figures. */
const unready = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<PaneElement>("[data-workspace]:not([data-aside]) section[data-pane]")]
      .map((pane) => `${pane.ariaLabel} is ${pane.paneHandle?.state().status}`)
      .filter((words) => !words.endsWith(" ready"))
      .join(", "),
  );
