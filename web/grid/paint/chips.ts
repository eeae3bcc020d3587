import { contrastRatio } from "../../styles/contrast.ts";
import type { Role, Theme } from "../../styles/roles.ts";
import type { PlacedColumn } from "../layout.ts";
import type { GridView } from "./grid-view.ts";
import type { Pen } from "./pen.ts";

const topRoles = ["top1", "top2", "top3"] as const satisfies readonly Role[];

/**
 * The chip behind a figure: its rank among the highest, or the inverted strike at the money.
 * @returns the colour of the text on it
 */
export function paintChip(pen: Pen, view: GridView, column: PlacedColumn, top: number, rank: number): string {
  const { scale, rowHeight } = view.layout;
  const { colours } = view.theme;
  const inset = Math.round(3 * scale);
  // The strike's chip stays a little off its neighbours.
  const side = column.kind === "strike" ? inset + Math.round(scale) : inset;
  const left = column.boxLeft - view.scrollX + side;
  const width = column.boxRight - column.boxLeft - 2 * side;
  const height = rowHeight - 2 * inset;
  if (column.kind === "strike") {
    pen.fill(colours.atm);
    pen.roundRect(left, top + inset, width, height, 2 * scale);
    return colours["atm-ink"];
  }
  const own = view.top.colours?.[rank - 1];
  const colour = own ?? colours[topRoles[rank - 1]!];
  pen.fill(colour);
  // A solid chip would hide the bar under the figure.
  if (view.top.outlined || column.kind === "wide-bar") {
    pen.frame(left, top + inset, width, height, Math.max(1, Math.floor(scale)));
    return colours.ink;
  }
  pen.roundRect(left, top + inset, width, height, 2 * scale);
  return own === undefined ? colours.ink : readableOn(own, view.theme);
}

const readable = new Map<string, string>();

/** On a colour the user chose: ink, or its inverse where that is easier to read. */
function readableOn(colour: string, theme: Theme): string {
  const key = `${theme.scheme}${colour}`;
  let ink = readable.get(key);
  if (ink === undefined) {
    const { ink: usual, "atm-ink": inverse } = theme.colours;
    ink = contrastRatio(usual, colour) >= contrastRatio(inverse, colour) ? usual : inverse;
    readable.set(key, ink);
  }
  return ink;
}
