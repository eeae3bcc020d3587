/** What the futures of a futures room came to over a day: what they built up, and what they traded at. */
import {
  HIGH,
  LOW,
  LTP,
  lastFilledSlot,
  MISSING_MINUTE,
  OI,
  OPEN,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { isCurrency, rowSymbol } from "#contract/domain/instruments.ts";
import type { DayBuildUps, FutureBar } from "#contract/wire/http/futures.ts";
import { addBuildUps } from "#market/futures/build-up-sums.ts";
import { equityDay } from "#market/futures/own-session.ts";

/** By symbol. */
export interface RoomFutures {
  /** A future with fewer than two samples is left out: nothing was compared. */
  readonly buildUps: Readonly<Record<string, DayBuildUps>>;
  /** A future without any price is left out. */
  readonly bars: Readonly<Record<string, FutureBar>>;
}

export function roomFutures(day: RoomDay): RoomFutures {
  const buildUps: Record<string, DayBuildUps> = {};
  const bars: Record<string, FutureBar> = {};
  const withHoles = (own: RoomDay) => ({ own, isPartial: hasHoles(own) });
  const currencies = withHoles(day);
  const equities = withHoles(equityDay(day));
  for (let row = 0; row < day.tokens.length; row++) {
    const symbol = rowSymbol(day, row);
    const { own, isPartial } = isCurrency(symbol) ? currencies : equities;
    const bar = barOf(own, row, isPartial);
    if (bar) bars[symbol] = bar;
    const sums = new Float64Array(4);
    if (addBuildUps(sums, own.minutes, row) < 2) continue;
    const [longBuild, shortBuild, longUnwind, shortCover] = sums;
    buildUps[symbol] = [longBuild, shortBuild, longUnwind, shortCover];
  }
  return { buildUps, bars };
}

/** Whether minutes are missing: two snapshots, or one and an end of the session, are more than one and a half cadences apart. */
function hasHoles({ minutes: { state, slots }, cadence }: RoomDay): boolean {
  const most = Math.max(1, Math.floor(cadence * 1.5));
  let last = -1;
  for (let slot = 0; slot < slots; slot++) {
    if (state[slot] === MISSING_MINUTE) continue;
    if (slot - last > most) return true;
    last = slot;
  }
  return slots - last > most;
}

/** The last minute has the day's open, high and low so far. Where a source does not tell them nobody knows: minutes are samples. */
function barOf({ minutes, priceScale }: RoomDay, row: number, isPartial: boolean): FutureBar | undefined {
  const { columns, stride, state } = minutes;
  const last = lastFilledSlot(minutes);
  if (last < 0) return undefined;
  const at = (field: number, slot = last): number => columns[field][slot * stride + row] ?? -1;
  let priced = last;
  while (priced >= 0 && (state[priced] === MISSING_MINUTE || at(LTP, priced) <= 0)) priced--;
  if (priced < 0) return undefined;
  const price = (field: number): number | null => (at(field) > 0 ? at(field) / priceScale : null);
  const units = (field: number): number | null => (at(field) < 0 ? null : at(field));
  const close = at(LTP, priced) / priceScale;
  return [price(OPEN), price(HIGH), price(LOW), close, units(VOL), units(OI), isPartial ? 1 : 0];
}
