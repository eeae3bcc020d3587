/** Workspaces that everybody begins with, and may open again. */
import type { LinkLetter } from "../../state/pane/letters.ts";
import { splitOf } from "./layout/tree.ts";
import type { PaneFacts, Workspace } from "./layout/workspace.ts";

/** A screen, or a screen in another letter than A, or with settings that suit a small pane. */
type Cell = string | readonly [screen: string, letter: LinkLetter, settings?: PaneFacts["settings"]];

interface ReadyMade {
  readonly name: string;
  /** From top to bottom, each from left to right. */
  readonly rows: readonly (readonly Cell[])[];
  /** Of the rows, in proportion; absent: all have the same. */
  readonly heights?: readonly number[];
}

/** The chain with the columns that a third of a window has room for. */
const NARROW_CHAIN: Cell = [
  "option-chain-new",
  "A",
  { optionChainView: { chain: { columns: ["OI Lakh", "LTP"], strikeRange: 0, pcr: false } } },
];

export const READY_MADE: readonly ReadyMade[] = [
  {
    name: "Index day",
    rows: [
      [NARROW_CHAIN, "oigraph", "pcr"],
      ["multi-strike-chart", "ce-pe-difference", "futures-chart"],
    ],
  },
  {
    name: "Expiry day",
    rows: [
      [NARROW_CHAIN, "oigraph", "maxpain"],
      ["straddle-strangle", "premium-decay", ["futures-watchlist", "B"]],
    ],
  },
  {
    name: "Futures",
    rows: [
      ["futures-watchlist", "top-futures"],
      ["futures-chart", "futures-analysis", "advance-decline"],
    ],
  },
  {
    name: "Strategy desk",
    rows: [["strategy-builderv3"], [NARROW_CHAIN, "straddle-strangle", "volatility"]],
    heights: [3, 2],
  },
];

/** @param id of the workspace; those of its panes are numbers */
export function fromReadyMade({ name, rows, heights }: ReadyMade, id: string): Workspace {
  const cells = rows.map((row, r) => row.map((cell, c) => [`p${r}${c}`, factsOf(cell)] as const));
  const root = splitOf(
    "column",
    cells.map((row, r) => ({
      node: splitOf(
        "row",
        row.map(([node]) => ({ node, size: 1 })),
      ),
      size: heights?.[r] ?? 1,
    })),
  );
  return {
    id,
    name,
    root,
    panes: Object.fromEntries(cells.flat()),
  };
}

function factsOf(cell: Cell): PaneFacts {
  const [screen, letter, settings]: Exclude<Cell, string> = typeof cell === "string" ? [cell, "A"] : cell;
  return { screen, letter, ...(settings && { settings }) };
}
