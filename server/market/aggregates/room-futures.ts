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
import { rowSymbol } from "#contract/domain/instruments.ts";
import type { DayBuildUps, FutureBar } from "#contract/wire/http/futures.ts";
import { addBuildUps } from "#market/futures/build-up-sums.ts";

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
  const isPartial = hasHoles(day);
  for (let row = 0; row < day.tokens.length; row++) {
    const bar = barOf(day, row, isPartial);
    if (bar) bars[rowSymbol(day, row)] = bar;
    const sums = new Float64Array(4);
    if (addBuildUps(sums, day.minutes, row) < 2) continue;
    const [longBuild, shortBuild, longUnwind, shortCover] = sums;
    buildUps[rowSymbol(day, row)] = [longBuild, shortBuild, longUnwind, shortCover];
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

/** The last minute has the day's open, high and low so far; where a source does not, the minutes' prices say it. */
function barOf({ minutes, priceScale }: RoomDay, row: number, isPartial: boolean): FutureBar | undefined {
  const { columns, stride, state } = minutes;
  const last = lastFilledSlot(minutes);
  if (last < 0) return undefined;
  const at = (field: number, slot: number): number => columns[field][slot * stride + row] ?? -1;
  const prices: number[] = [];
  for (let slot = 0; slot <= last; slot++)
    if (state[slot] !== MISSING_MINUTE && at(LTP, slot) > 0) prices.push(at(LTP, slot));
  const close = prices.at(-1);
  if (close === undefined) return undefined;
  const soFar = (field: number, else_: number): number => (at(field, last) > 0 ? at(field, last) : else_) / priceScale;
  const units = (field: number): number | null => (at(field, last) < 0 ? null : at(field, last));
  return [
    soFar(OPEN, prices[0]),
    soFar(HIGH, Math.max(...prices)),
    soFar(LOW, Math.min(...prices)),
    close / priceScale,
    units(VOL),
    units(OI),
    isPartial ? 1 : 0,
  ];
}
