/** A room-day as the estimators read it: filled slots, strikes with their rows, prices in rupees. */

import {
  ASK,
  BID,
  type FieldMask,
  hasField,
  LTP,
  MISSING_MINUTE,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { CE, PE, underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { ABSENT, minute } from "#contract/domain/units.ts";
import { buildStrikeTable, type StrikeTable } from "#market/strikes/strikes.ts";

/** Two slots further apart than this many cadences are not neighbours: a hole is between them. */
const GAP_CADENCES = 1.5;
/** Rupees: the tick of index options. */
const DEFAULT_TICK = 0.05;

export interface ChainView {
  readonly day: RoomDay;
  readonly table: StrikeTable;
  /** Rows of options. */
  readonly options: readonly number[];
  /** Slots that hold data, ascending. */
  readonly slots: readonly number[];
  /** Neighbours among them: [before, after]. */
  readonly steps: readonly (readonly [number, number])[];
  readonly fields: FieldMask;
  readonly hasQuotes: boolean;
  /** Rupees. */
  readonly tick: number;
}

export function chainView(day: RoomDay): ChainView {
  const { minutes, tokens } = day;
  const slots: number[] = [];
  for (let slot = 0; slot < minutes.slots; slot++) if (minutes.state[slot] !== MISSING_MINUTE) slots.push(slot);
  const steps: (readonly [number, number])[] = [];
  for (let i = 1; i < slots.length; i++) {
    if (slots[i] - slots[i - 1] <= Math.ceil(day.cadence * GAP_CADENCES)) steps.push([slots[i - 1], slots[i]]);
  }
  const options: number[] = [];
  for (let row = 0; row < tokens.length; row++) {
    if (tokens.type[row] === CE || tokens.type[row] === PE) options.push(row);
  }
  const { tick } = underlyingOf(day.symbol);
  return {
    day,
    table: buildStrikeTable(tokens),
    options,
    slots,
    steps,
    fields: minutes.fields,
    hasQuotes: hasField(minutes.fields, BID) && hasField(minutes.fields, ASK),
    tick: tick > 0 ? tick : DEFAULT_TICK,
  };
}

/** A cell of the minute columns; ABSENT where the source lacks the field. */
export const cell = ({ day: { minutes } }: ChainView, field: number, slot: number, row: number): number =>
  hasField(minutes.fields, field) ? minutes.columns[field][slot * minutes.stride + row] : ABSENT;

/** The last price in rupees of a contract that has traded today; NaN otherwise: sources show older prices, too. */
export function lastPrice(view: ChainView, slot: number, row: number): number {
  const last = row < 0 ? ABSENT : cell(view, LTP, slot, row);
  return last > 0 && cell(view, VOL, slot, row) > 0 ? last / view.day.priceScale : Number.NaN;
}

/** Middle of bid and ask in rupees; NaN without both. `most` is the widest that counts, a share of the price. */
export function midPrice(view: ChainView, slot: number, row: number, most = Number.POSITIVE_INFINITY): number {
  if (row < 0) return Number.NaN;
  const bid = cell(view, BID, slot, row);
  const ask = cell(view, ASK, slot, row);
  if (!(bid > 0) || !(ask > bid)) return Number.NaN;
  const mid = (bid + ask) / 2;
  return ask - bid > most * mid ? Number.NaN : mid / view.day.priceScale;
}

/** The best price that the source has: the middle of the quote, or the last price where there are no quotes. */
export const bestPrice = (view: ChainView, slot: number, row: number, most?: number): number =>
  view.hasQuotes ? midPrice(view, slot, row, most) : lastPrice(view, slot, row);

/** Years from a slot to the close of the room's expiry, to the minute. */
export const yearsAt = ({ day }: ChainView, slot: number): number =>
  yearsToExpiry(underlyingOf(day.symbol).segment, day.expiry, day.date, minute(day.open + slot), "forward");
