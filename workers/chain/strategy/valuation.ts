/**
 * Everything that a builder says of a strategy at one moment: lines over the spot, extremes, break-evens, greeks, PoP,
 * margin, bands. Hot: it runs with every tick of a builder's rooms.
 */

import { netCredit } from "#contract/domain/strategy/figures.ts";
import type { HeldLeg, MarkedLeg, Valuation, WhatIf } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { nearestExpiry, type PayoffMoment } from "#kernel/payoff-legs.ts";
import { payoffProfile } from "#kernel/payoff-profile.ts";
import { strategyGreeks } from "#kernel/strategy-greeks.ts";
import type { ChainMoment } from "#market/chain.ts";
import { deviationBands } from "#market/strategy/deviation-bands.ts";
import { estimateMargin } from "#market/strategy/margin.ts";
import { chanceOfGain, type InMoneyCurve, probabilityOfProfit } from "#market/strategy/probability-of-profit.ts";
import { createMarginAt } from "./margin-at.ts";
import { type ExpiryChain, markLeg, payoffSpot } from "./marked-legs.ts";

/** Points of a payoff line. */
const PAYOFF_POINTS = 501;
const DAYS_A_YEAR = 365;

export interface ValuationInput {
  readonly kernel: Kernel;
  readonly legs: readonly HeldLeg[];
  /** The chain of the pane: the spot, the day and the model are its. */
  readonly at: ChainMoment;
  /** Undefined where the room of an expiry cannot be had. */
  chainOf(expiry: IsoDate): ExpiryChain | undefined;
  /** Rupees: the ends of the payoff lines. */
  readonly range: readonly [from: number, to: number];
  readonly whatIf: WhatIf;
}

export interface StrategyValuation {
  /** The lines are the valuation's own buffers: valid until the next call. */
  of(input: ValuationInput): Valuation;
}

export function createStrategyValuation(): StrategyValuation {
  const spots = new Float64Array(PAYOFF_POINTS);
  const target = new Float64Array(PAYOFF_POINTS);
  const expiry = new Float64Array(PAYOFF_POINTS);
  const bases = createMarginAt();

  return {
    of({ kernel, legs, at, chainOf, range, whatIf }) {
      const { day, minute, pricing } = at;
      const spotNow = payoffSpot(at);
      const subject = { symbol: day.symbol, date: day.date, minute, spot: spotNow };
      const chains = new Map(legs.map(({ expiry }) => [expiry, chainOf(expiry)]));
      const marked = legs.map((leg) => markLeg(leg, chains.get(leg.expiry), subject, whatIf.iv));
      const nearest = legs.length > 0 ? nearestExpiry(marked) : pricing.years;
      const daysNow = nearest * DAYS_A_YEAR;
      const daysTarget = Math.min(Math.max(whatIf.daysLeft ?? daysNow, 0), daysNow);
      const moment = (elapsed: number): PayoffMoment => ({ model: pricing.model, rate: pricing.rate, elapsed });
      const atTarget = moment(daysTarget === daysNow ? 0 : nearest - daysTarget / DAYS_A_YEAR);
      const atExpiry = moment(nearest);

      spread(spots, range);
      kernel.payoff(marked, atTarget, spots, PAYOFF_POINTS, target);
      kernel.payoff(marked, atExpiry, spots, PAYOFF_POINTS, expiry);
      const spot = spotNow * (1 + whatIf.spot);
      const projected = kernel.preparePayoff(marked, atTarget).at(spot)[0]!;
      const profile = payoffProfile(kernel, marked, atExpiry);
      const greeks = strategyGreeks(kernel, marked, atTarget, spot);
      const credit = netCredit(marked);
      const nearestLeg = marked.find(({ years }) => years === nearest);
      const curve = curveOf(nearestLeg && chains.get(nearestLeg.expiry), spotNow);
      const prepared = kernel.preparePayoff(marked, atExpiry);
      const question = {
        breakEvens: profile.breakEvens,
        profitAt: (x: number) => prepared.at(x)[0]!,
        netCredit: credit,
        isFuturesOnly: marked.length > 0 && marked.every(({ type }) => type === "FUT"),
      };
      return {
        legs: marked,
        priced: marked.filter(({ price }) => !Number.isNaN(price)).length,
        unrealised: marked.reduce((sum, { quantity, price, entry: paid }) => sum + quantity * (price - paid), 0),
        payoff: { spots, target, expiry },
        spot,
        projected,
        maxProfit: profile.maxProfit,
        maxLoss: profile.maxLoss,
        breakEvens: profile.breakEvens,
        netCredit: credit,
        delta: greeks.delta,
        gamma: greeks.gamma,
        theta: greeks.theta / DAYS_A_YEAR,
        vega: greeks.vega / 100,
        pop: popOf(question, curve),
        margin: marginOf(marked, chains, at, profile.maxLoss),
        bands: deviationBands(spotNow, daysTarget, day.sd),
        days: { now: daysNow, target: daysTarget },
      };
    },
  };

  function marginOf(
    legs: readonly MarkedLeg[],
    chains: ReadonlyMap<IsoDate, ExpiryChain | undefined>,
    at: ChainMoment,
    maxLoss: number,
  ): number {
    if (legs.length === 0) return 0;
    const { day, spot } = at;
    const based = legs.map((leg) => {
      const chain = chains.get(leg.expiry)?.at;
      return chain ? { ...leg, ...bases.of(chain, leg) } : { ...leg, base: Number.NaN };
    });
    const previousClose = spot.prevSpot > 0 ? spot.prevSpot / day.priceScale : payoffSpot(at);
    return estimateMargin(based, { symbol: day.symbol, spot: payoffSpot(at), previousClose }, maxLoss).total;
  }
}

function spread(out: Float64Array, [from, to]: readonly [number, number]): void {
  const step = (to - from) / (out.length - 1);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(from + i * step, 0);
}

/** Chances by strike of the nearest expiry; without its chain nothing is known. */
function curveOf(chain: ExpiryChain | undefined, spot: number): InMoneyCurve {
  if (!chain) return { strikes: [], callInMoney: [], putInMoney: [], spot };
  const { strike, greeks } = chain.priced;
  return {
    strikes: strike,
    callInMoney: greeks.call.probAbove.map((chance) => chance * 100),
    putInMoney: greeks.put.probAbove.map((chance) => (1 - chance) * 100),
    spot,
  };
}

function popOf(question: Parameters<typeof chanceOfGain>[0], curve: InMoneyCurve): Valuation["pop"] {
  const rule = probabilityOfProfit(question, curve);
  const gain = chanceOfGain(question, curve);
  const isCorrected = question.breakEvens.length === 2 && Math.abs(rule + gain - 100) < Math.abs(rule - gain);
  return { percent: isCorrected ? gain : rule, rule, isCorrected };
}
