/** The OI graph: current and previous open interest of each strike, and the day's extremes, as bar lengths. */
import { lastFilledSlot, OI } from "#contract/domain/columns.ts";
import { LAKH } from "#contract/domain/units.ts";
import { createOiExtremes, type Extremes, foldOi, foldOiMoment } from "#market/extremes.ts";
import { cellOf } from "#market/moment.ts";
import type { FillContext } from "./derive-columns.ts";
import {
  CALLS,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_PREVIOUS,
  graphSlot,
  PUTS,
  type SideIndex,
} from "./snapshot.ts";

/** Extremes grow minute by minute; what they were grown from is remembered. */
export interface Graph {
  structure: number;
  extremes: Extremes;
  /** Slots taken in so far. */
  folded: number;
}

export const createGraph = (): Graph => ({ structure: -1, extremes: createOiExtremes(0), folded: 0 });

/** @param slot the slot shown, or -1 for the live columns. */
export function fillGraph(graph: Graph, context: FillContext, structure: number, slot: number): void {
  const { day, moment } = context;
  const rows = day.tokens.length;
  const upTo = slot < 0 ? lastFilledSlot(day.minutes) + 1 : slot + 1;
  if (graph.structure !== structure || upTo < graph.folded) {
    graph.structure = structure;
    graph.extremes = createOiExtremes(rows);
    graph.folded = 0;
  }
  foldOi(graph.extremes, day.minutes, rows, graph.folded, upTo);
  foldOiMoment(graph.extremes, moment, rows);
  graph.folded = upTo;
  const highest = highestOf(context, graph.extremes);
  fillSide(context, graph.extremes, CALLS, highest);
  fillSide(context, graph.extremes, PUTS, highest);
}

/** The longest bar: the highest of all day highs and previous figures shown. */
function highestOf({ rows, from, table, day }: FillContext, { high, seen }: Extremes): number {
  let highest = 0;
  const { prevOi } = day.tokens;
  for (let i = 0; i < rows; i++) {
    const ce = table.ce[from + i]!;
    const pe = table.pe[from + i]!;
    if (ce >= 0) highest = Math.max(highest, seen[ce] ? high[ce]! : 0, prevOi[ce]!);
    if (pe >= 0) highest = Math.max(highest, seen[pe] ? high[pe]! : 0, prevOi[pe]!);
  }
  return highest;
}

function fillSide(context: FillContext, { high, low, seen }: Extremes, side: SideIndex, highest: number): void {
  const { values, slots, rows, from, inverse, table, day, moment } = context;
  const rowsOfSide = side === CALLS ? table.ce : table.pe;
  const share = (value: number): number => (value < 0 || highest === 0 ? Number.NaN : value / highest);
  for (let i = 0; i < rows; i++) {
    const row = rowsOfSide[from + i]!;
    if (row < 0) continue;
    const at = (inverse ? rows - 1 - i : i) * slots + graphSlot(side);
    const oi = cellOf(moment, OI, row);
    const before = day.tokens.prevOi[row]!;
    values[at + GRAPH_OI] = oi < 0 ? Number.NaN : oi / LAKH;
    values[at + GRAPH_OI_CHANGE] = oi < 0 || before <= 0 ? Number.NaN : Math.round(((oi - before) / before) * 100);
    values[at + GRAPH_CURRENT] = share(oi);
    values[at + GRAPH_PREVIOUS] = share(before);
    values[at + GRAPH_HIGH] = seen[row] ? share(high[row]!) : Number.NaN;
    values[at + GRAPH_LOW] = seen[row] ? share(low[row]!) : Number.NaN;
  }
}
