/** The simulated index by minute, as a spot file would have it. */
import { UNDERLYINGS } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { levelsOf } from "../exchange/levels.ts";
import { scheduleOf } from "../exchange/schedule.ts";
import { pathOf } from "../underlyings/spot-path.ts";
import { chainDays, type SpotDay } from "./facts/spot-facts.ts";

const SECONDS = 60;

/** NIFTY on these days, oldest first. @throws FeedError when one of them is no trading day */
export function simulatedSpot(seed: number, dates: readonly IsoDate[]): SpotDay[] {
  return chainDays(
    dates.map((date) => {
      const schedule = scheduleOf(date);
      const [spot] = pathOf(seed, levelsOf(seed, date), schedule).spot;
      const { priceScale } = UNDERLYINGS[0];
      const first = (schedule.equity.open - schedule.from) * SECONDS;
      const closes = Float64Array.from(
        { length: schedule.equity.points - 1 },
        (_, slot) => spot[first + slot * SECONDS + SECONDS - 1] / priceScale,
      );
      return { date, open: spot[first] / priceScale, closes };
    }),
  );
}
