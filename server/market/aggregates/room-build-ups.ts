/** What the futures of a futures room built up over a day. */
import type { RoomDay } from "#contract/domain/columns.ts";
import { rowSymbol } from "#contract/domain/instruments.ts";
import type { DayBuildUps } from "#contract/wire/http/futures.ts";
import { addBuildUps } from "#market/futures/build-up-sums.ts";

/** By symbol. A future with fewer than two samples is left out: nothing was compared. */
export function roomBuildUps(day: RoomDay): Record<string, DayBuildUps> {
  const found: Record<string, DayBuildUps> = {};
  for (let row = 0; row < day.tokens.length; row++) {
    const sums = new Float64Array(4);
    if (addBuildUps(sums, day.minutes, row) < 2) continue;
    const [longBuild, shortBuild, longUnwind, shortCover] = sums;
    found[rowSymbol(day, row)] = [longBuild, shortBuild, longUnwind, shortCover];
  }
  return found;
}
