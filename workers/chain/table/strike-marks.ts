/** Hot: the marks that a chain's strikes have by themselves: what is in the money, and which strike stands at it. */
import { CELL_ATM, CELL_ITM } from "#contract/domain/snapshots/cell-style.ts";
import { CALLS, columnSlot, STRIKE } from "#contract/domain/snapshots/chain-table.ts";
import { scaledPrice } from "#contract/domain/units.ts";
import { strikeBelowIndex } from "#market/reference/atm.ts";
import type { FillContext } from "./context.ts";

export interface StrikeMarks {
  /** Starts the styles of a run over. @param atm index of the strike at the money; -1: none */
  write(context: FillContext, atm: number): void;
}

/** Spot crosses a strike now and then, and a run comes with every frame: in between the marks are copied. */
export function createStrikeMarks(): StrikeMarks {
  let kept = new Uint8Array(0);
  let of: readonly unknown[] = [];
  return {
    write(context, atm) {
      const { styles, table, spot, slots, from, inverse } = context;
      const below = strikeBelowIndex(table, scaledPrice(spot));
      const now = [table, slots, from, inverse, atm, below, table.strikes[below] === spot, spot > 0];
      if (kept.length !== styles.length || now.some((one, i) => one !== of[i])) {
        kept = new Uint8Array(styles.length);
        of = now;
        mark(kept, context, atm);
      }
      styles.set(kept);
    },
  };
}

function mark(styles: Uint8Array, { slots, rows, from, inverse, table, spot }: FillContext, atm: number): void {
  const first = columnSlot(0, CALLS, 0);
  const half = (slots - first) / 2;
  for (let i = 0; i < rows; i++) {
    const strike = table.strikes[from + i]!;
    const at = (inverse ? rows - 1 - i : i) * slots;
    if (from + i === atm) styles[at + STRIKE] = CELL_ATM;
    const side = strike < spot ? 0 : strike > spot ? 1 : -1;
    if (side >= 0) styles.fill(CELL_ITM, at + first + side * half, at + first + (side + 1) * half);
  }
}
