/**
 * Everything that a builder says of a strategy at one moment: lines over the spot, extremes, break-evens, greeks, PoP,
 * margin, bands. Hot: it runs with every tick of a builder's rooms.
 */

import { netCredit } from "#contract/domain/strategy/figures.ts";
import type { MarkedLeg, Valuation } from "#contract/domain/strategy/valuation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { PayoffMoment } from "#kernel/payoff-legs.ts";
import { payoffProfile } from "#kernel/payoff-profile.ts";
import { strategyGreeks } from "#kernel/strategy-greeks.ts";
import { deviationBands } from "#market/strategy/deviation-bands.ts";
import { estimateMargin } from "#market/strategy/margin.ts";
import type { MarginLeg, MarginMarket } from "#market/strategy/margin-legs.ts";
import { chanceOfGain, type InMoneyCurve, probabilityOfProfit } from "#market/strategy/probability-of-profit.ts";
import { scanMargin } from "#market/strategy/scan-margin.ts";
import { inMoneyCurve } from "./in-money-curve.ts";
import { createMarginAt } from "./margin-at.ts";
import { payoffSpot } from "./marked-legs.ts";
import { type TargetInput, targetOf } from "./target.ts";

/** Points of a payoff line. */
const PAYOFF_POINTS = 501;
const DAYS_A_YEAR = 365;

export interface ValuationInput extends TargetInput {
  readonly kernel: Kernel;
  /** Rupees: the ends of the payoff lines. */
  readonly range: readonly [from: number, to: number];
}

export interface StrategyValuation {
  /** The lines are the valuation's own buffers: valid until the next call. */
  of(input: ValuationInput): Valuation;
}

/** @returns rupees, rounded up; 0 without legs */
export type MarginEstimate = (legs: readonly MarginLeg[], market: MarginMarket, maxLoss: number) => number;

const newerMargin: MarginEstimate = (legs, market, maxLoss) => estimateMargin(legs, market, maxLoss).total;

export function createStrategyValuation(estimate: MarginEstimate = newerMargin): StrategyValuation {
  const spots = new Float64Array(PAYOFF_POINTS);
  const target = new Float64Array(PAYOFF_POINTS);
  const expiry = new Float64Array(PAYOFF_POINTS);
  const bases = createMarginAt();

  return {
    of({ kernel, range, ...input }) {
      const { at, chainOf, whatIf } = input;
      const { marked, living, closing, expiring, nearest, days, spotNow, spot, momentOf } = targetOf(input);
      const atTarget = momentOf(days.target);
      const atExpiry = momentOf(0);
      /** At the expiry nothing is sold: it costs what the expiry line's end costs. */
      const ending = days.target === 0 ? expiring : closing;

      spread(spots, range);
      kernel.payoff(ending, atTarget, spots, PAYOFF_POINTS, target);
      kernel.payoff(expiring, atExpiry, spots, PAYOFF_POINTS, expiry);
      const projected = kernel.preparePayoff(ending, atTarget).at(spot)[0]!;
      const gross = payoffProfile(kernel, living, atExpiry);
      const profile =
        expiring === living ? gross : withinRange(payoffProfile(kernel, expiring, atExpiry), gross, expiry);
      const greeks = strategyGreeks(kernel, living, atTarget, spot);
      const credit = netCredit(living);
      const nearestLeg = living.find(({ years }) => years === nearest);
      const curve = inMoneyCurve(nearestLeg && chainOf(nearestLeg.expiry), spotNow, whatIf, atTarget.elapsed);
      const prepared = kernel.preparePayoff(expiring, atExpiry);
      const question = {
        breakEvens: profile.breakEvens,
        profitAt: (x: number) => prepared.at(x)[0]!,
        netCredit: credit,
        isFuturesOnly: living.length > 0 && living.every(({ type }) => type === "FUT"),
      };
      const [zero = Number.NaN, slopeAtZero] = prepared.at(0);
      const pop = popOf(question, curve); // before the kernel prepares other legs
      return {
        legs: marked.map((leg) => ({ ...leg, target: valueOfUnit(kernel, leg, atTarget, spot) })),
        priced: marked.filter(({ price }) => !Number.isNaN(price)).length,
        unrealised: marked.reduce((sum, { quantity, price, entry: paid }) => sum + quantity * (price - paid), 0),
        payoff: { spots, target, expiry },
        spotNow,
        spot,
        projected,
        maxProfit: profile.maxProfit,
        maxLoss: profile.maxLoss,
        atZero: slopeAtZero === 0 ? Number.NaN : zero,
        breakEvens: profile.breakEvens,
        netCredit: credit,
        delta: greeks.delta,
        gamma: greeks.gamma,
        theta: greeks.theta / DAYS_A_YEAR,
        vega: greeks.vega / 100,
        pop,
        ...marginsOf(living, input, gross.maxLoss),
        bands: deviationBands(spotNow, days.now, at.day.sd),
        days,
      };
    },
  };

  function marginsOf(
    legs: readonly MarkedLeg[],
    { at, chainOf }: TargetInput,
    maxLoss: number,
  ): Pick<Valuation, "margin" | "scanMargin"> {
    if (legs.length === 0) return { margin: 0, scanMargin: 0 };
    const { day, spot } = at;
    const previousClose = spot.prevSpot > 0 ? spot.prevSpot / day.priceScale : payoffSpot(at);
    const market = { symbol: day.symbol, spot: payoffSpot(at), previousClose };
    const based = legs.map((leg) => {
      const chain = chainOf(leg.expiry)?.at;
      const none = { base: Number.NaN, delta: Number.NaN };
      return { ...leg, ...(chain ? bases.of(chain, leg) : none), gains: chain && bases.gainsOf(chain, leg) };
    });
    return { margin: estimate(based, market, maxLoss), scanMargin: scanMargin(based, market) };
  }
}

type Extremes = Pick<Valuation, "maxProfit" | "maxLoss" | "breakEvens">;

/**
 * The tax on an exercise grows with the spot without an end. What has an end before it is told after it as the range has it.
 *
 * @param line of the range, at the expiry
 */
function withinRange(net: Extremes, gross: Extremes, line: Float64Array): Extremes {
  const { maxProfit, maxLoss } = gross;
  return {
    maxProfit: Number.isFinite(maxProfit) && !Number.isFinite(net.maxProfit) ? Math.max(...line) : net.maxProfit,
    maxLoss: Number.isFinite(maxLoss) && !Number.isFinite(net.maxLoss) ? Math.min(...line) : net.maxLoss,
    breakEvens: net.breakEvens,
  };
}

function spread(out: Float64Array, [from, to]: readonly [number, number]): void {
  const step = (to - from) / (out.length - 1);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(from + i * step, 0);
}

/** What a unit of the leg is worth at the target; NaN where it has no price to stand on. */
function valueOfUnit(kernel: Kernel, leg: MarkedLeg, moment: PayoffMoment, spot: number): number {
  if (Number.isNaN(leg.price) || leg.isExpired) return leg.price;
  return kernel.preparePayoff([{ ...leg, quantity: 1, entry: 0 }], moment).at(spot)[0]!;
}

function popOf(question: Parameters<typeof chanceOfGain>[0], curve: InMoneyCurve): Valuation["pop"] {
  const rule = probabilityOfProfit(question, curve);
  const gain = chanceOfGain(question, curve);
  const isCorrected = question.breakEvens.length === 2 && Math.abs(rule + gain - 100) < Math.abs(rule - gain);
  return { percent: isCorrected ? gain : rule, rule, isCorrected };
}
