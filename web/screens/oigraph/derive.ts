/**
 * OI and premium by strike, and what changed: since the previous day, or over a stretch of this one. Hot: it runs twice a
 * second a pane. Its buffers are the scratch's own; only the snapshot's shell and the window are made again.
 */

import { firstFilledSlot } from "#contract/domain/columns.ts";
import { inRupees, round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import { type StrikeRange, selectRange } from "#market/reference/atm.ts";
import { maxPainIndex } from "#market/strikes/max-pain.ts";
import { createSideTotals, pcrChangeOf, pcrOf, sumSides } from "#market/strikes/pcr.ts";
import { strikeAt } from "#market/strikes/strikes.ts";
import { createFigures, type Figures, fillFigures } from "./derive-figures.ts";
import { openWindow } from "./derive-window.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly shown: StrikeRange;
  readonly totalled: StrikeRange;
  readonly totals: ReturnType<typeof createSideTotals>;
  readonly figures: Figures;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

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
    const { end, start } = openWindow(now, params.window);

    const { kind, decimals } = underlying;
    const { spot, atm } = chain.moveTo(now, end.moment, end.minute);
    selectRange(table, atm, params.strikeRange, shown);
    selectRange(table, atm, params.totalRange, totalled);
    fillFigures(figures, end, start, table, shown, totalled, scale);

    sumSides(totals, day.tokens, table, end.moment);
    const { column: oi, base } = end.oi;
    const pain = oi ? maxPainIndex(table, oi, base) : -1;
    const last = now.minute;
    const first = firstFilledSlot(day.minutes, last - day.open);
    return {
      ...figures.drawn,
      atm: inRupees(strikeAt(table, atm), scale),
      basis: spot.basis,
      price: inRupees(kind === "currency" ? spot.future : spot.spot, scale),
      prevPrice: inRupees(kind === "currency" ? spot.prevFuture : spot.prevSpot, scale),
      maxPain: inRupees(strikeAt(table, pain), scale),
      pcr: round2(pcrOf(totals)),
      pcrChange: pcrChangeOf(totals),
      decimals,
      first: first < 0 ? last : day.open + first,
      last,
      cadence: day.cadence,
      to: end.minute,
      from: start.minute,
      wantedFrom: start.wanted,
    };
  },
});
