// Hot: runs for each visible cell of each paint. Bench question: grid.
import {
  CELL_INK,
  CELL_INKS,
  CELL_ITM,
  CELL_RANK,
  CELL_RANK_SHIFT,
  CELL_STALE,
} from "#contract/domain/snapshots/cell-style.ts";
import type { Role } from "../../styles/roles.ts";
import type { PlacedColumn } from "../layout.ts";

/** A cell's look in bits: the style code (bits 0-7) and what the pane adds. Equal bits, text and bar look equal. */
export const lookHover = 1 << 8;
export const lookFlash = 1 << 9;
export const lookRing = 1 << 10;
export const lookRule = 1 << 11;
export const lookChosen = 1 << 12;
export const lookChecked = 1 << 13;

/** The ground under a cell. A flash is stronger than the choice, the choice than the pointer, the pointer than moneyness. */
export function surfaceOf(column: PlacedColumn, look: number): Role {
  if (look & lookFlash) return "flash";
  if (look & lookChosen) return "accent-soft";
  if (look & lookHover) return "hover";
  if (look & CELL_ITM && column.surface === "panel") return "itm";
  return column.surface;
}

/** Rank 0 (none) to 3 of a cell; on a strike 1 is the ATM. */
export function rankOf(look: number): number {
  return (look & CELL_RANK) >> CELL_RANK_SHIFT;
}

/** The colour of a cell's text where it stands on no chip. */
export function inkOf(column: PlacedColumn, look: number, text: string): Role {
  if (column.price && look & CELL_STALE) return "ink-3";
  if (column.link && look & lookHover) return "accent";
  const code = look & CELL_INK;
  if (code !== 0) return CELL_INKS[code] as Role;
  const { ink } = column;
  if (ink !== "sign" && ink !== "negative") return ink;
  // By the text, not the number: what rounds to zero shows no sign and has no direction.
  const first = text.charCodeAt(0);
  if (first === 0x2212) return "down";
  return first === 0x2b && ink === "sign" ? "up" : "ink";
}
