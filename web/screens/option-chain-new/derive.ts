/** The option chain of one room at one moment. Hot: a few times a second a pane; only what the view shows is computed. */

import { daysBetween } from "#contract/domain/calendar.ts";
import { CELL_ATM, CELL_ITM } from "#contract/domain/cell-style.ts";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { inRupees, round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type StrikeRange, selectRange, strikeBelowIndex } from "#market/atm.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { maxPainIndex } from "#market/max-pain.ts";
import { cellOf, columnOf, priceOf } from "#market/moment.ts";
import { createSideTotals, pcrChangeOf, pcrOf, prevPcrOf, sumSides } from "#market/pcr.ts";
import { strikeAt } from "#market/strikes.ts";
import { createFillers, type FillContext, type Fillers } from "./derive-columns.ts";
import { createGraph, fillGraph, type Graph } from "./derive-graph.ts";
import { type ChainPricer, createChainPricer } from "./derive-prices.ts";
import {
  CALLS,
  type ChainFacts,
  columnSlot,
  type Params,
  PCR,
  PCR_OI_CHG,
  PCR_VOL,
  PUTS,
  type Snapshot,
  STRADDLE,
  STRIKE,
  slotsOf,
} from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  values: Float64Array;
  styles: Uint8Array;
  readonly range: StrikeRange;
  readonly totals: ReturnType<typeof createSideTotals>;
  readonly fillers: Fillers;
  readonly pricer: ChainPricer;
  readonly graph: Graph;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  id: "option-chain-new",

  createScratch: () => ({
    chain: createChainReader(),
    values: new Float64Array(0),
    styles: new Uint8Array(0),
    range: { from: 0, to: 0 },
    totals: createSideTotals(),
    fillers: createFillers(),
    pricer: createChainPricer(),
    graph: createGraph(),
  }),

  derive(input, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { params, clock, kernel } = input;
    const { day, moment, table, spot, atm, underlying, years } = at;
    const { rate } = underlying;
    const { range } = scratch;
    selectRange(table, atm, params.strikeRange, range);

    const rows = range.to - range.from;
    const slots = slotsOf(params);
    if (scratch.values.length !== rows * slots) {
      scratch.values = new Float64Array(rows * slots);
      scratch.styles = new Uint8Array(rows * slots);
    }
    scratch.values.fill(Number.NaN);
    scratch.styles.fill(0);

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
    fillSpine(context, atm);
    if (params.oiGraph) {
      fillGraph(scratch.graph, context, at);
    } else {
      const usdinr = underlying.kind === "currency";
      const model = usdinr ? ("usdinr" as const) : ("spot" as const);
      const priced = inRupees(usdinr ? spot.underlying : spot.modelSpot, day.priceScale);
      const greeks = scratch.pricer.price(kernel, context, params.columns, { model, underlying: priced, years, rate });
      for (const side of [CALLS, PUTS] as const) {
        for (let i = 0; i < params.columns.length; i++) {
          scratch.fillers.fill(context, params, side, i, columnSlot(params.columns.length, side, i), greeks[side]);
        }
      }
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
    };
  },
});

/** The row of a strike index under the order in force. */
function rowOf({ inverse, rows, from }: FillContext, strike: number): number {
  return inverse ? rows - 1 - (strike - from) : strike - from;
}

/** Strike, straddle and the ratios of each strike; in-the-money strikes and ATM are marked by style. */
function fillSpine(context: FillContext, atm: number): void {
  const { values, styles, slots, rows, from, table, moment, scale, spot, day } = context;
  const ltp = columnOf(moment, LTP);
  const { prevOi } = day.tokens;
  for (let i = 0; i < rows; i++) {
    const strike = from + i;
    const at = rowOf(context, strike) * slots;
    const ce = table.ce[strike]!;
    const pe = table.pe[strike]!;
    values[at + STRIKE] = table.strikes[strike]! / scale;
    styles[at + STRIKE] = strike === atm ? CELL_ATM : 0;
    const call = ce < 0 || !ltp ? -1 : ltp[moment.base + ce]!;
    const put = pe < 0 || !ltp ? -1 : ltp[moment.base + pe]!;
    if (call >= 0 && put >= 0) values[at + STRADDLE] = (call + put) / scale;
    values[at + PCR] = cellRatio(cellOf(moment, OI, pe), cellOf(moment, OI, ce));
    values[at + PCR_VOL] = cellRatio(cellOf(moment, VOL, pe), cellOf(moment, VOL, ce));
    const ceChange = changeOf(cellOf(moment, OI, ce), ce < 0 ? -1 : prevOi[ce]!);
    const peChange = changeOf(cellOf(moment, OI, pe), pe < 0 ? -1 : prevOi[pe]!);
    values[at + PCR_OI_CHG] = ceChange === 0 ? Number.NaN : round2(peChange / ceChange);
    const itm = table.strikes[strike]! < spot ? 0 : table.strikes[strike]! > spot ? 1 : -1;
    if (itm >= 0) markSide(context, at, itm);
  }
}

function markSide({ styles, slots }: FillContext, at: number, side: number): void {
  const first = columnSlot(0, CALLS, 0);
  const half = (slots - first) / 2;
  for (let slot = first + side * half; slot < first + (side + 1) * half; slot++) styles[at + slot] = CELL_ITM;
}

/** put / call, 2 decimals; NaN where one is missing or the call has none. */
const cellRatio = (put: number, call: number): number => (put < 0 || call <= 0 ? Number.NaN : round2(put / call));

const changeOf = (now: number, before: number): number => (now < 0 || before < 0 ? Number.NaN : now - before);

function readFacts(at: ChainMoment, { range, totals }: Scratch, daysToExpiry: number): ChainFacts {
  const { day, table, moment, spot, atm } = at;
  const scale = day.priceScale;
  sumSides(totals, day.tokens, table, moment, range.from, range.to);
  const oi = columnOf(moment, OI);
  const pain = oi ? maxPainIndex(table, oi, moment.base) : -1;
  const below = strikeBelowIndex(table, spot.underlying);
  const strike = (index: number): number => inRupees(strikeAt(table, index), scale);
  const call = atm < 0 ? -1 : priceOf(moment, LTP, table.ce[atm]!);
  const put = atm < 0 ? -1 : priceOf(moment, LTP, table.pe[atm]!);
  const option = table.ce[0] ?? -1;
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
    previousOi: { CE: totals.cePrevOi, PE: totals.pePrevOi },
    totalVolume: { CE: totals.ceVol, PE: totals.peVol },
    previousVolume: { CE: totals.cePrevVol, PE: totals.pePrevVol },
    straddle: call < 0 || put < 0 ? Number.NaN : (call + put) / scale,
    lotSize: option < 0 ? 0 : day.tokens.lotSize[option]!,
    daysToExpiry,
  };
}
