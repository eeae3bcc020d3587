/** Volatility of a symbol: the smile of the chosen expiry, IV at the money by expiry, the move it expects, and the days behind. */
import { previousClose } from "#chain/previous-close.ts";
import { createSmileReader, type SmileReader } from "#chain/smile.ts";
import { firstFilledSlot, lastFilledSlot } from "#contract/domain/columns.ts";
import { daysBetween } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { dayPlayed, volatilityLines } from "#market/lines/volatility-days.ts";
import { selectRange } from "#market/reference/atm.ts";
import { slotMoment } from "#market/reference/moment.ts";
import { pricedOnOf } from "#market/reference/pricing.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { moveOf } from "./derive-move.ts";
import { createTermReader, type TermReader } from "./derive-terms.ts";
import { screen } from "./screen.ts";
import type { Params, Smile, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly now: ChainReader;
  readonly earlier: ChainReader;
  readonly previous: ChainReader;
  readonly smiles: SmileReader;
  readonly terms: TermReader;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    now: createChainReader(),
    earlier: createChainReader(),
    previous: createChainReader(),
    smiles: createSmileReader(),
    terms: createTermReader(),
  }),

  derive({ params, ...input }, scratch) {
    const { market, pane, kernel } = input;
    const at = scratch.now.open(input);
    if (!at) return undefined;
    const { day, table, closed } = at;
    const { minutes, priceScale, date, expiry } = day;
    const { terms, ivs } = scratch.terms.of(input, date);
    const before = previousClose(scratch.previous, at);
    const slot = slotCompared(params.minute, at);
    const earlier = slot < 0 ? undefined : scratch.earlier.moveTo(at, slotMoment(day, slot), minute(day.open + slot));
    const spot = spotFacts(at);
    const days = market.doc("HVIV");
    const first = firstFilledSlot(minutes, closed - 1);
    const place = terms.expiries.indexOf(expiry);
    return {
      spot,
      pricedOn: pricedOnOf(at),
      date,
      expiry,
      daysLeft: daysBetween(date, expiry),
      smile: smileOf(kernel, scratch.smiles, params.range, { now: at, earlier, previous: before }),
      reference: at.pricing.reference / priceScale,
      atm: table.strikes[at.atm] === undefined ? Number.NaN : table.strikes[at.atm]! / priceScale,
      first: first < 0 ? Number.NaN : day.open + first,
      last: first < 0 ? Number.NaN : day.open + lastFilledSlot(minutes, closed - 1),
      cadence: day.cadence,
      earlierMinute: slot < 0 ? Number.NaN : day.open + slot,
      atmIv: terms.now[place] ?? Number.NaN,
      previousAtmIv: terms.previous[place] ?? Number.NaN,
      terms,
      move: moveOf({
        segment: at.underlying.segment,
        symbol: pane.symbol,
        today: date,
        expiry,
        price: spot.spot,
        previousClose: spot.previousSpot,
        days,
        ivs,
      }),
      daily: days && volatilityLines(days, pane.symbol, params.window, dayPlayed(input.clock)),
      isDailyComing: days === undefined && market.missing("HVIV") === undefined,
    };
  },
});

/** The slot to compare with: a closed minute that the moment knows; in a hole the last one before it. -1 for none. */
function slotCompared(wanted: Params["minute"], { day, closed }: ChainMoment): number {
  if (wanted === "off" || closed === 0) return -1;
  if (wanted === "first") return firstFilledSlot(day.minutes, closed - 1);
  return wanted - day.open >= closed ? -1 : lastFilledSlot(day.minutes, wanted - day.open);
}

interface Moments {
  readonly now: ChainMoment;
  readonly earlier: ChainMoment | undefined;
  readonly previous: ChainMoment;
}

function smileOf(kernel: Kernel, smiles: SmileReader, each: number, { now, earlier, previous }: Moments): Smile {
  const { table, day, atm } = now;
  const { from, to } = selectRange(table, atm, each, { from: 0, to: 0 });
  const line = (at: ChainMoment | undefined): Float64Array => {
    const out = new Float64Array(to - from).fill(Number.NaN);
    if (at) smiles.smile(kernel, at, from, to, out);
    return out;
  };
  return {
    strikes: Float64Array.from(table.strikes.subarray(from, to), (strike) => strike / day.priceScale),
    now: line(now),
    earlier: line(earlier),
    previous: line(previous),
  };
}
