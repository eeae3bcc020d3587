/** A browser on the workspace with every screen in it, whose tabs are opened in turn all day. */
import { setTimeout as sleep } from "node:timers/promises";
import { residentMegabytes } from "../../../../server/testing/soak/process-figures.ts";
import type { PaneElement } from "../../../state/pane/pane.ts";
import { type Debugger, mainMemory, workerMemory } from "../../page-memory.ts";
import { isTabReady, wallLink } from "../../wall.ts";
import { logIn, storeIn, until } from "../board-tab.ts";
import { openRealBrowser, type PageDebugger, type RealBrowser, type RealTab } from "../real-browser.ts";
import type { User } from "./deployment.ts";

const LOOKS_MS = 8000;
/** For the figures of a tab, whatever has been ended meanwhile. */
const PATIENCE_MS = 120_000;
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

export async function openWall(url: string, user: User): Promise<WallPage> {
  const wall = await wallLink();
  const browser = await openRealBrowser({ hasWindow: false });
  const tab = await browser.openTab();
  const complaints: string[] = [];
  await hearComplaints(await tab.debug(), (words) => complaints.push(words));
  const { cookie, items } = await logIn(url, user);
  await browser.setCookies(url, cookie);
  await storeIn(tab, url, items);
  await tab.goto(`${url}${wall.path}`);

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
      await open(tab, name);
      visits.set(name, (visits.get(name) ?? 0) + 1);
    } catch (error) {
      complaints.push(
        `${name}: ${await inPage(tab, unready)}: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
      );
    }
  }
  for (const name of wall.tabs.toReversed()) await visit(name);
  const memory = await tab.debug();
  const renderer = await largestOf(browser);
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
        return weightOf(memory, renderer);
      }),
    suspend: (ms) =>
      inTurn(async () => {
        process.kill(-browser.group, "SIGSTOP");
        await sleep(ms);
        process.kill(-browser.group, "SIGCONT");
      }),
    async stop() {
      isOver = true;
      rotating.catch(() => undefined); // a tab that is waited for goes with the page
      await browser.close();
    },
  };
}

async function weightOf(memory: Debugger, renderer: number): Promise<PageWeight> {
  const [main, workers] = [await mainMemory(memory), await workerMemory(memory)];
  return { main, workers, resident: residentMegabytes(renderer) };
}

/** The process of the page: of the browser's pages the others are empty. */
async function largestOf(browser: RealBrowser): Promise<number> {
  const pages = [...(await browser.pages())];
  return pages.sort((a, b) => residentMegabytes(b) - residentMegabytes(a))[0] ?? 0;
}

/** That the network failed is what the soak does to it. */
const OF_NETWORK = /^(Failed to load resource|WebSocket connection to)/;

/** What the page and its workers throw and tell the console as an error, and what the browser says against them. */
async function hearComplaints(page: PageDebugger, complain: (words: string) => void): Promise<void> {
  async function hear(debug: PageDebugger): Promise<void> {
    debug.on("Runtime.exceptionThrown", ({ exceptionDetails: { text, exception } }) =>
      complain(exception?.description ?? text),
    );
    debug.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type === "error") complain(args.map(({ value, description }) => String(value ?? description)).join(" "));
    });
    debug.on("Log.entryAdded", ({ entry: { level, text } }) => {
      if (level === "error" && !OF_NETWORK.test(text)) complain(text);
    });
    await debug.send("Runtime.enable");
    await debug.send("Log.enable");
  }
  page.on("Target.attachedToTarget", ({ sessionId }) => hear(page.at(sessionId)).catch(() => undefined));
  await hear(page);
  await page.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
}

/** The transpiler names functions by a helper, also those that go into the page. */
const inPage = <T>(tab: RealTab, run: () => T): Promise<T> =>
  tab.evaluate(`((__name) => (${String(run)})())((named) => named)`);

/** Opens a tab of the workspace, and waits until each of its panes has figures. */
async function open(tab: RealTab, name: string): Promise<void> {
  const found = `[...document.querySelectorAll("[role=tab]")].find((tab) => tab.textContent.startsWith(${JSON.stringify(name)}))`;
  await until(() => tab.evaluate<true | undefined>(`${found}?.click() ?? (${found} && true)`), `a tab ${name}`);
  await until(async () => (await inPage(tab, isTabReady)) || undefined, "figures in each pane", PATIENCE_MS);
}

/** The screens of the tab that have no figures. */
const unready = (): string =>
  [...document.querySelectorAll<PaneElement>("[data-workspace]:not([data-aside]) section[data-pane]")]
    .map((pane) => `${pane.ariaLabel} is ${pane.paneHandle?.state().status}`)
    .filter((words) => !words.endsWith(" ready"))
    .join(", ");
