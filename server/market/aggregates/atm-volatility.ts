/** Implied volatility at the money by the specification's model, as the screens show it. */

import type { Underlying } from "#contract/domain/instruments.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { isMonthly } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "#kernel/display.ts";
import type { Kernel } from "#kernel/kernel.ts";

/** The strike at the money; prices in rupees, NaN where there is none. */
export interface AtTheMoney {
  readonly strike: number;
  readonly call: number;
  readonly put: number;
  /** S of the model; of currency the future. */
  readonly modelSpot: number;
  /** Years to expiry. */
  readonly years: number;
}

export type AtmVolatility = (at: AtTheMoney, underlying: Underlying) => number | null;

/** @returns per cent: the mean of call and put, the one that has a volatility, or null where neither has. */
export function createAtmVolatility(kernel: Kernel): AtmVolatility {
  const greeks = createChainGreeks(1);
  const call = createSideDisplay(1);
  const put = createSideDisplay(1);

  return (at, { kind, rate }) => {
    kernel.priceChain(
      {
        length: 1,
        strike: Float64Array.of(at.strike),
        callPrice: Float64Array.of(at.call),
        putPrice: Float64Array.of(at.put),
      },
      { model: kind === "currency" ? "usdinr" : "spot", underlying: at.modelSpot, years: at.years, rate },
      greeks,
    );
    roundForDisplay(greeks.call, 1, call);
    roundForDisplay(greeks.put, 1, put);
    const found = [call.iv[0], put.iv[0]].filter((iv) => iv > 0);
    if (found.length === 0) return null;
    return Math.round((found.reduce((sum, iv) => sum + iv, 0) / found.length) * 100) / 100;
  };
}

/** Days to expiry below which a volatility says more of the clock than of the underlying. */
const LEAST_DAYS = 3;

/**
 * The expiry whose volatility stands for the underlying on `date`: the nearest monthly with at least three days to live;
 * where the source lacks that, the nearest that is not the day's own; on the last day of the only one, that.
 * @param known expiries with prices, nearest first @param listed every expiry that the underlying has
 */
export const volatilityExpiry = (
  known: readonly IsoDate[],
  listed: readonly IsoDate[],
  date: IsoDate,
): IsoDate | undefined =>
  known.find((expiry) => isMonthly(expiry, listed) && daysBetween(date, expiry) >= LEAST_DAYS) ??
  known.find((expiry) => expiry > date) ??
  known[0];
