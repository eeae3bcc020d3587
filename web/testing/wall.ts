/** Workspaces of the tests: the wall, which is every screen of the menus, six a tab, and a second chain in letter B; or a few panes. */
import type { Page } from "@playwright/test";
import type { Workspace } from "../app/workspace/layout/workspace.ts";
import { type Link, linkOf } from "../app/workspace/link/link.ts";
import { fromReadyMade } from "../app/workspace/ready-made.ts";
import type { PaneElement } from "../state/pane/pane.ts";
import { everyScreen } from "./every-screen/registry.ts";
import { DEMO } from "./product.ts";

const A_TAB = 6;
const COLUMNS = 3;
const CHAIN = "option-chain-new";
/** In the first tab beside the chains: tables on canvas and charts, which are compared with those of peers. */
const COMPARED = ["pcr", "multi-strike-chart", "iv-price-oi", "futures-watchlist"];

export interface Wall {
  /** Its address in the product. */
  readonly path: string;
  /** Names of the tabs, in their order. */
  readonly tabs: readonly string[];
  readonly panes: number;
}

type ReadyMade = Parameters<typeof fromReadyMade>[0];

/** What a browser has stored whose user's workspaces are these: who asks about two panes need not wait for the six of the first one. */
export const storedBoardOf = (user: string, ...workspaces: readonly ReadyMade[]) => ({
  workspaces: { user, isPending: false, workspaces: workspaces.map((one, i) => fromReadyMade(one, `w${i}`)) },
});
export const storedBoard = (...workspaces: readonly ReadyMade[]) => storedBoardOf(DEMO.email, ...workspaces);

export async function wallLink(): Promise<Wall> {
  // A screen of no menu stands in no pane.
  const screens = (await everyScreen()).filter(({ menu }) => menu !== undefined);
  const ids = screens.map(({ id }) => id).filter((id) => id !== CHAIN && !COMPARED.includes(id));
  const cells = [CHAIN, [CHAIN, "B"] as const, ...COMPARED, ...ids];
  const workspaces: Workspace[] = [];
  for (let from = 0; from < cells.length; from += A_TAB) {
    const tab = cells.slice(from, from + A_TAB);
    const rows = [tab.slice(0, COLUMNS), tab.slice(COLUMNS)].filter((row) => row.length > 0);
    workspaces.push(fromReadyMade({ name: `Wall ${workspaces.length + 1}`, rows }, `w${workspaces.length}`));
  }
  const letters: Link["letters"] = {
    A: { exchange: "NSE", symbol: "NIFTY" },
    B: { exchange: "NSE", symbol: "BANKNIFTY" },
  };
  return {
    path: `/workspace${await linkOf({ workspaces, letters })}`,
    tabs: workspaces.map(({ name }) => name),
    panes: cells.length,
  };
}

/** Whether each pane of the tab that is open has figures. Runs in the page. */
export function isTabReady(): boolean {
  const panes = [...document.querySelectorAll<PaneElement>("[data-workspace]:not([data-aside]) section[data-pane]")];
  const frames = document.querySelectorAll("[data-workspace]:not([data-aside]) > [data-place]").length;
  return panes.length === frames && panes.every((pane) => pane.paneHandle?.state().status === "ready");
}

/** Opens a tab, and waits until each of its panes has figures. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click({ timeout: 60_000 });
  await page.waitForFunction(isTabReady, undefined, { timeout: 120_000 });
}
