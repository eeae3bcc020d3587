/** One future in a room of many. */

import type { RollKind } from "#contract/domain/choices/roll-kind.ts";
import { LTP, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { EQ, underlyingOf } from "#contract/domain/instruments.ts";
import { closingAuction } from "#contract/domain/reference/calendar.ts";

/** The row of a symbol's future; -1 where the room has none. */
export const futureRow = ({ tokens }: RoomDay, symbol: string): number => tokens.symbol?.indexOf(symbol) ?? -1;

/** The row of a chain's spot; -1 where it has none. */
export function spotRow({ tokens }: RoomDay): number {
  for (let row = 0; row < tokens.length; row++) if (tokens.type[row] === EQ) return row;
  return -1;
}

/** A figure at a slot of the day, or in the minute in progress; NaN where it is absent or there is a hole. */
export function figureAt(day: RoomDay, field: number, row: number, slot: number, isInProgress: boolean): number {
  if (row < 0) return Number.NaN;
  const { minutes, live } = day;
  if (!isInProgress && (slot >= minutes.slots || minutes.state[slot] === MISSING_MINUTE)) return Number.NaN;
  const value = isInProgress ? live.columns[field]![row] : minutes.columns[field]![slot * minutes.stride + row];
  return value === undefined || value < 0 ? Number.NaN : value;
}

/** The spot at a slot, rupees; NaN also while the cash market's closing auction holds it. */
export function spotAt(day: RoomDay, row: number, slot: number, isInProgress: boolean): number {
  const auction = closingAuction(underlyingOf(day.symbol).segment, day.date);
  const at = day.open + slot;
  if (auction && at >= auction.from && at < auction.to) return Number.NaN;
  const price = figureAt(day, LTP, row, slot, isInProgress);
  return price > 0 ? price / day.priceScale : Number.NaN;
}

/** Cost of carry, a fraction a year: what the future is dearer than the spot, simple, over calendar days. NaN on the expiry day. */
export const costOfCarry = (future: number, spot: number, days: number): number =>
  days > 0 ? ((future / spot - 1) * 365) / days : Number.NaN;

/** The part of the open interest of all expiries that is rolled over, 0 to 1. @param byExpiry nearest first */
export function rollShare(byExpiry: readonly number[], kind: RollKind = "later"): number {
  const all = byExpiry.reduce((sum, oi) => sum + oi, 0);
  const rolled = kind === "next" ? (byExpiry[1] ?? 0) : all - (byExpiry[0] ?? Number.NaN);
  return all > 0 ? rolled / all : Number.NaN;
}

/** What the next expiry is dearer than this one, a fraction a year, simple. @param days between the expiries */
export const rollCost = (price: number, next: number, days: number): number => costOfCarry(next, price, days);
