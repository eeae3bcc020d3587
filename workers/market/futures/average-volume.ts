/** What a future usually trades: the mean volume of its last finished days. */
import type { IsoDate } from "#contract/domain/units.ts";
import type { BarDays } from "#contract/wire/documents.ts";

/** Days that are averaged at most, and those below which a mean says little: a contract that was listed a week ago. */
const AVERAGE_DAYS = 20;
const LEAST_DAYS = 5;

/**
 * Units by name, in their order; NaN for a future with too few days. While days are still being read no future has one: a mean that
 * moves with each of them would rank and be scanned for as if it stood.
 * @param before the day that is compared with them: a past day's document holds that day, too
 */
export function averageVolumes(
  { symbols, dates, columns, pending }: BarDays,
  names: readonly string[],
  before: IsoDate,
): Float64Array {
  if (pending > 0) return new Float64Array(names.length).fill(Number.NaN);
  const count = dates.filter((date) => date < before).length;
  const rowOf = new Map(symbols.map((symbol, row) => [symbol, row]));
  return Float64Array.from(names, (name) => {
    const row = rowOf.get(name);
    if (row === undefined) return Number.NaN;
    const days = columns.volume.subarray(row * dates.length, row * dates.length + count);
    const known = days.filter((volume) => volume >= 0).slice(-AVERAGE_DAYS);
    return known.length < LEAST_DAYS ? Number.NaN : known.reduce((sum, volume) => sum + volume, 0) / known.length;
  });
}

/** The same, computed once for each document, list of names and day. */
export function createVolumeAverages(): (
  days: BarDays | undefined,
  names: readonly string[],
  before: IsoDate,
) => Float64Array | undefined {
  let of: BarDays | undefined;
  let forNames: readonly string[] | undefined;
  let forDay: IsoDate | undefined;
  let averages: Float64Array | undefined;
  return (days, names, before) => {
    if (days !== of || names !== forNames || before !== forDay) averages = days && averageVolumes(days, names, before);
    of = days;
    forNames = names;
    forDay = before;
    return averages;
  };
}
