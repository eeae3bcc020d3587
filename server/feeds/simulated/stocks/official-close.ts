/**
 * What the exchange gives a stock's contracts as their close: their fair value when the session ends. It is a closed
 * form of the day's end, so that a day knows the closes of the one before without its path.
 */
import { CE, EQ, FUT } from "#contract/domain/instruments.ts";
import { black76 } from "../options/pricing.ts";
import type { RoomModel } from "../options/room-model.ts";
import { strikeError } from "../options/strike-errors.ts";
import { smile } from "../options/surface.ts";
import { MINUTES_PER_YEAR } from "../underlyings/forward.ts";

/** Scaled, by row. */
export function officialCloses(model: RoomModel): Int32Array {
  const { table, ticks, strikes, session, underlyingDay, listing, forward, future, places, strayKey, strayShare } =
    model;
  const { priceScale } = listing.underlying;
  const spot = underlyingDay.closingPrint ?? 0;
  const carried = (rate: number, end: number) =>
    (spot / priceScale) * Math.exp((rate * Math.max(end - session.close, 0)) / MINUTES_PER_YEAR);
  const level = carried(forward.rate, forward.end);
  const left = Math.max(forward.end - session.close, 0) / MINUTES_PER_YEAR;
  const { atm, slope, curvature } = model.closingSmile();
  const deviation = atm * Math.sqrt(left);
  const slot = session.points - 1;
  return Int32Array.from({ length: table.length }, (_, row) => {
    const type = table.type[row];
    if (type === EQ) return spot;
    const tick = ticks[row]!;
    const onGrid = (rupees: number) => Math.max(1, Math.round((rupees * priceScale) / tick)) * tick;
    if (type === FUT) return onGrid(carried(future.rate, future.end));
    const strike = strikes[row]!;
    const x = deviation > 0 ? Math.log(strike / level) / deviation : 0;
    const stray = 1 + strikeError(strayShare, strayKey, places[row]!, slot, x);
    return onGrid(black76(type === CE, level, strike, deviation * smile(slope, curvature, 0, x) * stray));
  });
}
