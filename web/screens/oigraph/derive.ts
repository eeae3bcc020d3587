/**
 * OI and premium by strike, and what changed: since the previous day, or over a stretch of this one. Hot: twice a
 * second a pane; buffers are the scratch's own, and only the snapshot's shell is made anew.
 *
 * A window has an end, the moment that everything on the screen is of (bars, ATM, totals, max pain, PCR), and a start,
 * which changes count from. 'Last n minutes' ends at the moment that the clock points at: where that is a hole, both
 * ends stand back with it, so that n minutes stay n minutes.
 */

import { yearsToExpiry } from "#contract/domain/calendar.ts";
import type { MarketClock } from "#contract/domain/clock.ts";
import { firstFilledSlot, LTP, lastFilledSlot, OI, type RoomDay } from "#contract/domain/columns.ts";
import { roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { inRupees, minute, round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import { isMonthlyPane } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { atmIndex, type StrikeRange, selectRange } from "#market/atm.ts";
import { maxPainIndex } from "#market/max-pain.ts";
import { columnOf, type Moment, momentAt, slotMoment } from "#market/moment.ts";
import { createSideTotals, pcrChangeOf, pcrOf, sumSides } from "#market/pcr.ts";
import { createReferencePrice, type ReferencePrice, readReferencePrice } from "#market/reference-price.ts";
import { buildStrikeTable, type StrikeTable } from "#market/strikes.ts";
import { windowStartSlot } from "#market/window.ts";
import { createFigures, type Figures, fillFigures } from "./derive-figures.ts";
import type { Params, Snapshot, TimeWindow } from "./snapshot.ts";

interface Scratch {
  structure: number;
  table: StrikeTable;
  readonly spot: ReferencePrice;
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
    spot: createReferencePrice(),
    shown: { from: 0, to: 0 },
    totalled: { from: 0, to: 0 },
    totals: createSideTotals(),
    figures: createFigures(),
  }),

  derive({ market, pane, params, clock }, scratch) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    if (!room) return undefined;
    const { day } = room;
    const now = momentAt(day, clock);
    if (!now) return undefined;
    if (scratch.structure !== room.structureVersion) {
      scratch.structure = room.structureVersion;
      scratch.table = buildStrikeTable(day.tokens);
    }
    const { table, spot, shown, totalled, totals, figures } = scratch;
    const scale = day.priceScale;
    const last = minuteOf(day, now, clock);
    const end = endOf(day, now, last, params.window);
    const to = minuteOf(day, end, clock);
    const wantedFrom = wantedStart(params.window, to);
    const startSlot = Number.isNaN(wantedFrom)
      ? -1
      : windowStartSlot(day.minutes, wantedFrom - day.open, end.slot < 0 ? last - day.open : end.slot);

    const { segment, kind, rate, decimals } = underlyingOf(pane.symbol);
    const years = yearsToExpiry(segment, pane.expiry, clock.date, minute(to), "spec");
    readReferencePrice(spot, day, table, end, {
      minute: minute(to),
      years,
      rate,
      futureIsOfExpiry: isMonthlyPane(pane),
    });
    const atm = atmIndex(table, spot.underlying);
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

/** The minute that a moment is of. */
const minuteOf = (day: RoomDay, moment: Moment, clock: MarketClock): number =>
  moment.slot < 0 ? Math.floor(clock.minute) : day.open + moment.slot;

/** A custom window may end before now, but never later; its end in a hole gives way to the filled minute before it. */
function endOf(day: RoomDay, now: Moment, last: number, window: TimeWindow): Moment {
  if (typeof window !== "object" || window.to === undefined || window.to >= last) return now;
  const slot = lastFilledSlot(day.minutes, window.to - day.open);
  return slot < 0 ? now : slotMoment(day, slot);
}

/** NaN: not within the day. */
function wantedStart(window: TimeWindow, to: number): number {
  if (window === "current") return Number.NaN;
  return typeof window === "number" ? to - window : Math.min(window.from, to);
}
