/** The wall as an address of the product: every screen of the menus, six a tab, and a second chain in letter B. */
import type { Workspace } from "../../web/app/workspace/layout/workspace.ts";
import { type Link, linkOf } from "../../web/app/workspace/link/link.ts";
import { fromReadyMade } from "../../web/app/workspace/ready-made.ts";
import { everyScreen } from "../../web/testing/every-screen/registry.ts";

const A_TAB = 6;
const COLUMNS = 3;
const CHAIN = "option-chain-new";
/** In the first tab beside the chains: tables on canvas and charts, which are compared with those of peers. */
const COMPARED = ["pcr", "multi-strike-chart", "iv-price-oi", "futures-watchlist"];

export interface Wall {
  readonly path: string;
  /** Names of the tabs, in their order. */
  readonly tabs: readonly string[];
  readonly panes: number;
}

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
