/** The option chain of one room at one moment. Hot: a few times a second a pane; only what the view shows is computed. */

import { ageCode, type PricingChoice } from "#contract/domain/choices/pricing.ts";
import { FIT_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { OI, VOL } from "#contract/domain/columns.ts";
import type { Source } from "#contract/domain/formula/compile.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { CELL_STALE } from "#contract/domain/snapshots/cell-style.ts";
import {
  AGE_OF_PRICE,
  CALLS,
  type ChainFacts,
  type ChainParams,
  type ChainPreview,
  type ChainSnapshot,
  columnSlot,
  PCR,
  PCR_OI_CHG,
  PCR_VOL,
  PUTS,
  STRADDLE,
  STRIKE,
  slotsOf,
} from "#contract/domain/snapshots/chain-table.ts";
import { inRupees, round2 } from "#contract/domain/units.ts";
import type { DeriveInput } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { type StrikeRange, selectRange, selectRows, strikeBelowIndex } from "#market/reference/atm.ts";
import { cellOf, columnOf } from "#market/reference/moment.ts";
import { isPriceOfToday, pricedLtp, pricedOnOf } from "#market/reference/pricing.ts";
import { agesOf } from "#market/reference/untraded.ts";
import { maxPainIndex } from "#market/strikes/max-pain.ts";
import { createSideTotals, pcrChangeOf, pcrOf, prevPcrOf, sumSides, totalChange } from "#market/strikes/pcr.ts";
import { strikeAt } from "#market/strikes/strikes.ts";
import type { ChainFigures, FillContext } from "./context.ts";
import { createChainFigures } from "./figures.ts";
import { type ColumnWriter, createColumnWriter } from "./fill-columns.ts";
import {
  contextAt,
  createFormulaColumns,
  type FormulaColumns,
  type LookBack,
  lookedBackTo,
} from "./formula-columns.ts";
import { createGraph, fillGraph, type Graph } from "./graph.ts";
import { createStrikeMarks, type StrikeMarks } from "./strike-marks.ts";

/** Rows of a range that fits the height, while the height is not known yet. */
const UNKNOWN_FIT = 21;

export interface ChainScratch {
  readonly chain: ChainReader;
  /** Opens the chain at other minutes, beside the one that is shown. */
  readonly lookedBack: ChainReader;
  values: Float64Array;
  styles: Uint8Array;
  /** Whose figures the values are: of the same params every run writes the same cells. */
  filledFor: ChainParams | undefined;
  readonly marks: StrikeMarks;
  readonly range: StrikeRange;
  readonly totals: ReturnType<typeof createSideTotals>;
  readonly figures: ChainFigures;
  /** By minutes back, or 'open'. */
  readonly pastFigures: Map<Source["lag"], ChainFigures>;
  readonly preview: ChainFigures;
  readonly pastPreview: Map<Source["lag"], ChainFigures>;
  readonly columns: ColumnWriter;
  readonly formulas: FormulaColumns;
  readonly graph: Graph;
}

export const createChainScratch = (): ChainScratch => ({
  chain: createChainReader(),
  lookedBack: createChainReader(),
  values: new Float64Array(0),
  styles: new Uint8Array(0),
  filledFor: undefined,
  marks: createStrikeMarks(),
  range: { from: 0, to: 0 },
  totals: createSideTotals(),
  figures: createChainFigures(),
  pastFigures: new Map(),
  preview: createChainFigures(),
  pastPreview: new Map(),
  columns: createColumnWriter(),
  formulas: createFormulaColumns(),
  graph: createGraph(),
});

type ChainInput = DeriveInput<ChainParams, Kernel>;

/** Undefined while the room is not loaded. What it returns is lent until the next call with this scratch. */
export function deriveChain(input: ChainInput, scratch: ChainScratch): ChainSnapshot | undefined {
  const at = scratch.chain.open(input);
  if (!at) return undefined;
  const { params, clock, kernel } = input;
  const { day, moment, table, spot, atm } = at;
  const { range } = scratch;
  if (params.strikeRange === FIT_STRIKES) selectRows(table, atm, params.fitRows || UNKNOWN_FIT, range);
  else selectRange(table, atm, params.strikeRange, range);

  const rows = range.to - range.from;
  const slots = slotsOf(params);
  if (scratch.values.length !== rows * slots) {
    scratch.values = new Float64Array(rows * slots);
    scratch.styles = new Uint8Array(rows * slots);
    scratch.filledFor = undefined;
  }
  if (scratch.filledFor !== params || params.oiGraph) scratch.values.fill(Number.NaN);
  scratch.filledFor = params;

  const context: FillContext = {
    values: scratch.values,
    styles: scratch.styles,
    slots,
    rows,
    from: range.from,
    inverse: params.inverse,
    day,
    table,
    moment,
    scale: day.priceScale,
    spot: spot.underlying,
  };
  scratch.marks.write(context, atm);
  fillSpine(context, at.pricing);
  if (params.oiGraph) {
    fillGraph(scratch.graph, context, at);
  } else {
    scratch.figures.begin(context, params, kernel, at.pricing);
    scratch.formulas.begin(params, scratch.figures, rows, lookBackFrom(input, scratch, context, scratch.pastFigures));
    scratch.columns.write(context, params, scratch.figures, scratch.formulas);
    markUntraded(context, params.columns, at);
  }
  const split = strikeBelowIndex(table, spot.underlying) + 1 - range.from;
  return {
    facts: readFacts(at, scratch, daysBetween(clock.date, day.expiry)),
    rows,
    slots,
    values: scratch.values,
    styles: scratch.styles,
    atmRow: atm < 0 ? -1 : rowOf(context, atm),
    splitRow: atm < 0 ? -1 : params.inverse ? rows - split : split,
    columns: params.columns,
    oiGraph: params.oiGraph,
    preview: previewOf(input, scratch, context, at),
  };
}

/** Figures of the same strikes at other minutes: each minute is read once a run, and only where a formula asks for it. */
function lookBackFrom(
  input: ChainInput,
  { lookedBack }: ChainScratch,
  context: FillContext,
  kept: Map<Source["lag"], ChainFigures>,
): LookBack {
  const begun = new Map<Source["lag"], ChainFigures | undefined>();
  return (lag) => {
    if (begun.has(lag)) return begun.get(lag);
    const now = lookedBack.open(input);
    const past = now && lookedBackTo(now, lag, lookedBack.moveTo);
    const figures = past && (kept.get(lag) ?? createChainFigures());
    begun.set(lag, figures);
    if (past && figures) {
      if (kept.size > MOST_KEPT) kept.clear();
      kept.set(lag, figures);
      figures.begin(contextAt(context, past), input.params, input.kernel, past.pricing);
    }
    return figures;
  };
}

/** Minutes that scratch is kept for: formulas of one view look back to a few. */
const MOST_KEPT = 20;

function previewOf(
  input: ChainInput,
  scratch: ChainScratch,
  shown: FillContext,
  at: ChainMoment,
): ChainPreview | undefined {
  const { params, kernel } = input;
  if (params.preview === undefined || at.atm < 0) return undefined;
  const context = { ...shown, rows: 1, from: at.atm };
  scratch.preview.begin(context, params, kernel, at.pricing);
  const lookBack = lookBackFrom(input, scratch, context, scratch.pastPreview);
  const strike = inRupees(strikeAt(at.table, at.atm), at.day.priceScale);
  return scratch.formulas.preview(params.preview, strike, scratch.preview, lookBack);
}
/** The row of a strike index under the order in force. */
function rowOf({ inverse, rows, from }: FillContext, strike: number): number {
  return inverse ? rows - 1 - (strike - from) : strike - from;
}

/** Strike, straddle and the ratios of each strike. */
function fillSpine(context: FillContext, pricing: PricingChoice): void {
  const { values, slots, rows, from, table, moment, scale, day } = context;
  const { prevOi } = day.tokens;
  for (let i = 0; i < rows; i++) {
    const strike = from + i;
    const at = rowOf(context, strike) * slots;
    const ce = table.ce[strike]!;
    const pe = table.pe[strike]!;
    values[at + STRIKE] = table.strikes[strike]! / scale;
    const call = pricedLtp(moment, ce, pricing);
    const put = pricedLtp(moment, pe, pricing);
    values[at + STRADDLE] = straddleOf(call, put) / scale;
    values[at + PCR] = cellRatio(cellOf(moment, OI, pe), cellOf(moment, OI, ce));
    values[at + PCR_VOL] = cellRatio(cellOf(moment, VOL, pe), cellOf(moment, VOL, ce));
    const ceChange = changeOf(cellOf(moment, OI, ce), ce < 0 ? -1 : prevOi[ce]!);
    const peChange = changeOf(cellOf(moment, OI, pe), pe < 0 ? -1 : prevOi[pe]!);
    values[at + PCR_OI_CHG] = ceChange === 0 ? Number.NaN : round2(peChange / ceChange);
  }
}

/** The last price of a contract that has not traded today is shown quietly, with its age. */
function markUntraded(context: FillContext, columns: ChainParams["columns"], chain: ChainMoment): void {
  const place = columns.indexOf("LTP");
  if (place < 0) return;
  const { values, styles, slots, rows, from, table, moment } = context;
  const ageOf = agesOf(chain);
  for (let i = 0; i < rows; i++) {
    const at = rowOf(context, from + i) * slots;
    for (const side of [CALLS, PUTS] as const) {
      const row = (side === CALLS ? table.ce : table.pe)[from + i]!;
      const slot = at + columnSlot(columns.length, side, place);
      const isQuiet = !isPriceOfToday(moment, row);
      if (isQuiet) styles[slot]! |= CELL_STALE;
      values[slot + AGE_OF_PRICE] = isQuiet ? ageCode(ageOf(row)) : Number.NaN;
    }
  }
}

/** NaN where one is missing or 0, a price that never traded: half a straddle is not one. */
const straddleOf = (call: number, put: number): number => (call > 0 && put > 0 ? call + put : Number.NaN);

/** put / call, 2 decimals; NaN where one is missing or the call has none. */
const cellRatio = (put: number, call: number): number => (put < 0 || call <= 0 ? Number.NaN : round2(put / call));

const changeOf = (now: number, before: number): number => (now < 0 || before < 0 ? Number.NaN : now - before);

function readFacts(at: ChainMoment, { range, totals }: ChainScratch, daysToExpiry: number): ChainFacts {
  const { day, table, moment, spot, atm } = at;
  const { prevOi, prevVol } = day.tokens;
  const scale = day.priceScale;
  sumSides(totals, day.tokens, table, moment, range.from, range.to);
  const oi = columnOf(moment, OI);
  const pain = oi ? maxPainIndex(table, oi, moment.base) : -1;
  const below = strikeBelowIndex(table, spot.underlying);
  const strike = (index: number): number => inRupees(strikeAt(table, index), scale);
  const call = atm < 0 ? -1 : pricedLtp(moment, table.ce[atm]!, at.pricing);
  const put = atm < 0 ? -1 : pricedLtp(moment, table.pe[atm]!, at.pricing);
  const option = table.ce.find((row) => row >= 0) ?? -1;
  return {
    spot: inRupees(spot.spot, scale),
    prevSpot: inRupees(spot.prevSpot, scale),
    future: [inRupees(spot.future, scale), inRupees(spot.prevFuture, scale)],
    basis: spot.basis,
    underlying: inRupees(spot.underlying, scale),
    atm: strike(atm),
    strikeBelowSpot: strike(below),
    maxPain: strike(pain),
    pcr: round2(pcrOf(totals)),
    pcrChange: pcrChangeOf(totals),
    previousPcr: round2(prevPcrOf(totals)),
    totalOi: { CE: totals.ceOi, PE: totals.peOi },
    oiChange: {
      CE: totalChange(moment, OI, prevOi, table.ce, range),
      PE: totalChange(moment, OI, prevOi, table.pe, range),
    },
    totalVolume: { CE: totals.ceVol, PE: totals.peVol },
    volumeChange: {
      CE: totalChange(moment, VOL, prevVol, table.ce, range),
      PE: totalChange(moment, VOL, prevVol, table.pe, range),
    },
    straddle: straddleOf(call, put) / scale,
    pricedOn: pricedOnOf(at),
    lotSize: option < 0 ? 0 : day.tokens.lotSize[option]!,
    daysToExpiry,
  };
}
