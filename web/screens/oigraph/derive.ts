/**
 * OI and premium by strike, and what changed: since the previous day, or over a stretch of this one. Hot: it runs twice a
 * second a pane. Its buffers are the scratch's own; only the snapshot's shell and the window are made anew.
 */

import { yearsToExpiry } from "#contract/domain/calendar.ts";
import { firstFilledSlot, type RoomDay } from "#contract/domain/columns.ts";
import { roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { inRupees, minute, round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { isMonthlyPane } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { atmIndex, type StrikeRange, selectRange } from "#market/atm.ts";
import { maxPainIndex } from "#market/max-pain.ts";
import { createSideTotals, pcrChangeOf, pcrOf, sumSides } from "#market/pcr.ts";
import { createReferencePrice, type ReferencePrice, readReferencePrice } from "#market/reference-price.ts";
import { buildStrikeTable, type StrikeTable } from "#market/strikes.ts";
import { createFigures, type Figures, fillFigures } from "./derive-figures.ts";
import { openWindow } from "./derive-window.ts";
import type { Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  structure: number;
  table: StrikeTable;
  readonly reference: ReferencePrice;
  readonly shown: StrikeRange;
  readonly totalled: StrikeRange;
  readonly totals: ReturnType<typeof createSideTotals>;
  readonly figures: Figures;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  id: "oigraph",

  createScratch: () => ({
    structure: -1,
    table: buildStrikeTable({ length: 0 } as RoomDay["tokens"]),
    reference: createReferencePrice(),
    shown: { from: 0, to: 0 },
    totalled: { from: 0, to: 0 },
    totals: createSideTotals(),
    figures: createFigures(),
  }),

  derive({ market, pane, params, clock }, scratch) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    if (!room) return undefined;
    const { day } = room;
    const window = openWindow(day, clock, params.window);
    if (!window) return undefined;
    if (scratch.structure !== room.structureVersion) {
      scratch.structure = room.structureVersion;
      scratch.table = buildStrikeTable(day.tokens);
    }
    const { table, reference, shown, totalled, totals, figures } = scratch;
    const scale = day.priceScale;
    const { now, before, last } = window;

    const { segment, kind, rate, decimals } = underlyingOf(pane.symbol);
    const years = yearsToExpiry(segment, pane.expiry, clock.date, minute(now.minute), "spec");
    const futureIsOfExpiry = isMonthlyPane(pane);
    readReferencePrice(reference, day, table, now.moment, {
      minute: minute(now.minute),
      years,
      rate,
      futureIsOfExpiry,
    });
    const atm = atmIndex(table, reference.underlying);
    selectRange(table, atm, params.reach, shown);
    selectRange(table, atm, params.totalReach, totalled);
    fillFigures(figures, window, table, shown, totalled, scale);

    sumSides(totals, day.tokens, table, now.moment);
    const { column: oi, base } = now.oi;
    const pain = oi ? maxPainIndex(table, oi, base) : -1;
    const first = firstFilledSlot(day.minutes, last - day.open);
    return {
      ...figures.drawn,
      atm: atm < 0 ? Number.NaN : table.strikes[atm]! / scale,
      basis: reference.basis,
      price: inRupees(kind === "currency" ? reference.future : reference.spot, scale),
      prevPrice: inRupees(kind === "currency" ? reference.prevFuture : reference.prevSpot, scale),
      maxPain: pain < 0 ? Number.NaN : table.strikes[pain]! / scale,
      pcr: round2(pcrOf(totals)),
      pcrChange: pcrChangeOf(totals),
      decimals,
      first: first < 0 ? last : day.open + first,
      last,
      cadence: day.cadence,
      to: now.minute,
      from: before.minute,
      wantedFrom: before.wanted,
    };
  },
});
