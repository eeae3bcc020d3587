/**
 * OI and premium by strike, and what changed: since the previous day, or over a stretch of this one. Hot: twice a
 * second a pane; buffers are the scratch's own, and only the snapshot's shell is made anew.
 *
 * A window has an end, the moment that everything on the screen is of (bars, ATM, totals, max pain, PCR), and a start,
 * which changes count from. 'Last n minutes' ends at the moment that the clock points at: where that is a hole, both
 * ends stand back with it, so that n minutes stay n minutes.
 */

import { firstFilledSlot, LTP, lastFilledSlot, OI } from "#contract/domain/columns.ts";
import { inRupees, minute, round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type StrikeRange, selectRange } from "#market/atm.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { maxPainIndex } from "#market/max-pain.ts";
import { columnOf, type Moment, slotMoment } from "#market/moment.ts";
import { createSideTotals, pcrChangeOf, pcrOf, sumSides } from "#market/pcr.ts";
import { windowStartSlot } from "#market/window.ts";
import { createFigures, type Figures, fillFigures } from "./derive-figures.ts";
import type { Params, Snapshot, TimeWindow } from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly shown: StrikeRange;
  readonly totalled: StrikeRange;
  readonly totals: ReturnType<typeof createSideTotals>;
  readonly figures: Figures;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  id: "oigraph",

  createScratch: () => ({
    chain: createChainReader(),
    shown: { from: 0, to: 0 },
    totalled: { from: 0, to: 0 },
    totals: createSideTotals(),
    figures: createFigures(),
  }),

  derive(input, scratch) {
    const now = scratch.chain.open(input);
    if (!now) return undefined;
    const { params } = input;
    const { day, table, underlying } = now;
    const { chain, shown, totalled, totals, figures } = scratch;
    const scale = day.priceScale;
    const last = now.minute;
    const end = endOf(now, params.window);
    const to = end.slot < 0 ? last : minute(day.open + end.slot);
    const wantedFrom = wantedStart(params.window, to);
    const startSlot = Number.isNaN(wantedFrom)
      ? -1
      : windowStartSlot(day.minutes, wantedFrom - day.open, end.slot < 0 ? last - day.open : end.slot);

    const { kind, decimals } = underlying;
    const { spot, atm } = chain.moveTo(now, end, to);
    selectRange(table, atm, params.reach, shown);
    selectRange(table, atm, params.totalReach, totalled);

    figures.oi.now.column = columnOf(end, OI);
    figures.premium.now.column = columnOf(end, LTP);
    figures.oi.now.base = figures.premium.now.base = end.base;
    if (params.window === "current") {
      figures.oi.before.column = day.tokens.prevOi;
      figures.premium.before.column = day.tokens.prevClose;
      figures.oi.before.base = figures.premium.before.base = 0;
    } else {
      const { columns, stride } = day.minutes;
      figures.oi.before.column = startSlot < 0 ? undefined : columns[OI];
      figures.premium.before.column = startSlot < 0 ? undefined : columns[LTP];
      figures.oi.before.base = figures.premium.before.base = startSlot * stride;
    }
    fillFigures(figures, table, shown, totalled, scale);

    sumSides(totals, day.tokens, table, end);
    const oi = columnOf(end, OI);
    const pain = oi ? maxPainIndex(table, oi, end.base) : -1;
    const first = firstFilledSlot(day.minutes, last - day.open);
    return {
      ...figures.drawn,
      atm: atm < 0 ? Number.NaN : table.strikes[atm]! / scale,
      basis: spot.basis,
      price: inRupees(kind === "currency" ? spot.future : spot.spot, scale),
      prevPrice: inRupees(kind === "currency" ? spot.prevFuture : spot.prevSpot, scale),
      maxPain: pain < 0 ? Number.NaN : table.strikes[pain]! / scale,
      pcr: round2(pcrOf(totals)),
      pcrChange: pcrChangeOf(totals),
      decimals,
      first: first < 0 ? last : day.open + first,
      last,
      cadence: day.cadence,
      to,
      from: startSlot < 0 ? Number.NaN : day.open + startSlot,
      wantedFrom,
    };
  },
});

/** A custom window may end before now, but never later; its end in a hole gives way to the filled minute before it. */
function endOf({ day, moment, minute: last }: ChainMoment, window: TimeWindow): Moment {
  if (typeof window !== "object" || window.to === undefined || window.to >= last) return moment;
  const slot = lastFilledSlot(day.minutes, window.to - day.open);
  return slot < 0 ? moment : slotMoment(day, slot);
}

/** NaN: not within the day. */
function wantedStart(window: TimeWindow, to: number): number {
  if (window === "current") return Number.NaN;
  return typeof window === "number" ? to - window : Math.min(window.from, to);
}
