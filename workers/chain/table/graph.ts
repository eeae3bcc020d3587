/** The OI graph: current and previous open interest of each strike, and the day's extremes, as bar lengths. */

import { OI } from "#contract/domain/columns.ts";
import {
  CALLS,
  GRAPH_CURRENT,
  GRAPH_HIGH,
  GRAPH_LOW,
  GRAPH_OI,
  GRAPH_OI_CHANGE,
  GRAPH_OI_CHANGE_LAKH,
  GRAPH_PREVIOUS,
  graphSlot,
  PUTS,
  type SideIndex,
} from "#contract/domain/snapshots/chain-table.ts";
import { LAKH } from "#contract/domain/units.ts";
import type { ChainMoment } from "#market/chain.ts";
import { createDayFold, type DayFold } from "#market/lines/day-fold.ts";
import { copyExtremes, createOiExtremes, type Extremes, foldOi, foldOiMoment } from "#market/lines/extremes.ts";
import { cellOf } from "#market/reference/moment.ts";
import type { FillContext } from "./context.ts";

/** The day's extremes: of the closed minutes, and those with the moment that is shown. */
export interface Graph {
  closed: Extremes;
  shown: Extremes;
  readonly fold: DayFold<void>;
}

export function createGraph(): Graph {
  const graph: Graph = {
    closed: createOiExtremes(0),
    shown: createOiExtremes(0),
    fold: createDayFold({
      reset({ day }) {
        graph.closed = createOiExtremes(day.tokens.length);
        graph.shown = createOiExtremes(day.tokens.length);
      },
      add: ({ day }, from, to) => foldOi(graph.closed, day.minutes, day.tokens.length, from, to),
    }),
  };
  return graph;
}

export function fillGraph(graph: Graph, context: FillContext, at: ChainMoment): void {
  graph.fold.upTo(at);
  copyExtremes(graph.shown, graph.closed);
  foldOiMoment(graph.shown, at.moment, at.day.tokens.length);
  const highest = highestOf(context, graph.shown);
  fillSide(context, graph.shown, CALLS, highest);
  fillSide(context, graph.shown, PUTS, highest);
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
    values[at + GRAPH_OI_CHANGE_LAKH] = oi < 0 || before < 0 ? Number.NaN : (oi - before) / LAKH;
    values[at + GRAPH_CURRENT] = share(oi);
    values[at + GRAPH_PREVIOUS] = share(before);
    values[at + GRAPH_HIGH] = seen[row] ? share(high[row]!) : Number.NaN;
    values[at + GRAPH_LOW] = seen[row] ? share(low[row]!) : Number.NaN;
  }
}
