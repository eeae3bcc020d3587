/** Calls of assembly/payoff: profit and loss of a strategy over spots. Hot (bench question: kernels). */
import { type Core, check } from "../core.ts";
import { carryOf, type PayoffLeg, type PayoffMoment, yearsLeft } from "../payoff-legs.ts";

export interface PayoffKernel {
  /**
   * Profit or loss in rupees at each of the first `length` spots (rupees; any number: long grids go in chunks). Ascending
   * spots are fast, any order is right. No legs: 0. NaN at a negative or unusable spot, and everywhere when a leg makes no
   * sense (strike not above 0, a figure that is not a number).
   * @throws RangeError beyond 64 legs
   */
  payoff(
    legs: readonly PayoffLeg[],
    moment: PayoffMoment,
    spots: Float64Array,
    length: number,
    out: Float64Array,
  ): void;
  /** Prepares the legs for `at`, and says where the P&L bends. The result is overwritten by the next payoff call. */
  preparePayoff(legs: readonly PayoffLeg[], moment: PayoffMoment): PreparedPayoff;
}

export interface PreparedPayoff {
  /** Option legs that bend, rows of the columns below. */
  readonly bends: number;
  /** Spots between which each is curved; the same where it has a kink instead. Rupees. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Total volatility, sigma sqrt T: the scale of the curve in ln(spot); 0 for a kink. */
  readonly totalVol: Float64Array;
  /** P&L at one spot, [rupees, slope a rupee of spot (to the right of a kink)]; the pair is reused. */
  at(spot: number): Float64Array;
}

export function createPayoffCalls(core: Core): PayoffKernel {
  const { calls, floats } = core;
  const maxLegs = calls.LEG_CAPACITY.value;
  const maxSpots = calls.SPOT_CAPACITY.value;
  const column = (address: { value: number }) => floats(address.value, maxLegs);
  const kinds = column(calls.LEG_KIND);
  const quantities = column(calls.LEG_QUANTITY);
  const strikes = column(calls.LEG_STRIKE);
  const entries = column(calls.LEG_ENTRY);
  const years = column(calls.LEG_YEARS);
  const ivs = column(calls.LEG_IV);
  const carries = column(calls.LEG_CARRY);
  const spotColumn = floats(calls.PAYOFF_SPOT.value, maxSpots);
  const valueColumn = floats(calls.PAYOFF_VALUE.value, maxSpots);
  const point = floats(calls.PAYOFF_POINT.value, 2);
  const zones = { low: column(calls.ZONE_LOW), high: column(calls.ZONE_HIGH), totalVol: column(calls.ZONE_VOL) };
  const kindCode = { CE: calls.LEG_CALL.value, PE: calls.LEG_PUT.value, FUT: calls.LEG_FUTURE.value };
  const at = (spot: number) => {
    calls.payoffAt(spot);
    return point;
  };

  function prepare(legs: readonly PayoffLeg[], moment: PayoffMoment): void {
    if (legs.length > maxLegs) throw new RangeError(`a payoff takes at most ${maxLegs} legs, got ${legs.length}`);
    for (let i = 0; i < legs.length; i++) {
      const leg = legs[i]!;
      kinds[i] = kindCode[leg.type];
      quantities[i] = leg.quantity;
      strikes[i] = leg.strike;
      entries[i] = leg.entry;
      years[i] = yearsLeft(leg, moment.elapsed);
      ivs[i] = leg.iv;
      carries[i] = carryOf(leg, moment);
    }
    check(core, calls.prepareLegs(legs.length, moment.rate));
  }

  return {
    payoff(legs, moment, spots, length, out) {
      prepare(legs, moment);
      for (let start = 0; start < length; start += maxSpots) {
        const count = Math.min(maxSpots, length - start);
        spotColumn.set(spots.subarray(start, start + count));
        check(core, calls.payoffOverSpots(count));
        out.set(valueColumn.subarray(0, count), start);
      }
    },

    preparePayoff(legs, moment) {
      prepare(legs, moment);
      const bends = legs.reduce((count, { type }) => (type === "FUT" ? count : count + 1), 0);
      return { bends, ...zones, at };
    },
  };
}
