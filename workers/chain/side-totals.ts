/** Totals of the chosen calls and puts by slot. */

import type { ChosenRows } from "#contract/domain/choices/strike-choice.ts";
import { MISSING_MINUTE } from "#contract/domain/columns.ts";
import type { SeriesKernel } from "#kernel/calls/series-calls.ts";
import type { Stretch } from "#market/lines/day-lines.ts";

/** Totals by slot, in the field's own unit. */
export interface SideTotalLines {
  readonly ce: Float64Array;
  readonly pe: Float64Array;
}

export const createSideTotalLines = (slots: number): SideTotalLines => ({
  ce: new Float64Array(slots),
  pe: new Float64Array(slots),
});

/**
 * Adds a quantity (OI or volume) up over the chosen rows of each side, for the slots of the stretch; NaN for missing
 * minutes, where no contract of a side has the figure, and where the source lacks the field.
 */
export function totalsOverSlots(
  kernel: Pick<SeriesKernel, "sumSides">,
  out: SideTotalLines,
  field: number,
  rows: ChosenRows,
  { minutes, from, to }: Omit<Stretch<never>, "lines">,
): void {
  const cells = minutes.columns[field];
  if (!cells || cells.length === 0) {
    out.ce.fill(Number.NaN, from, to);
    out.pe.fill(Number.NaN, from, to);
    return;
  }
  kernel.sumSides({ cells, stride: minutes.stride }, rows.ce, rows.pe, from, to, out.ce, out.pe);
  for (let slot = from; slot < to; slot++) {
    if (minutes.state[slot] === MISSING_MINUTE) out.ce[slot] = out.pe[slot] = Number.NaN;
  }
}
