/** Total pain by strike now and at the day's highest, and the max pain strike through the day. */

import { OI, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import { createDayFold, type DayFold } from "#market/lines/day-fold.ts";
import { createDayLines, type DayLines } from "#market/lines/day-lines.ts";
import { columnOf } from "#market/reference/moment.ts";
import { maxPainIndex, painPerStrike, raisePainHighs } from "#market/strikes/max-pain.ts";
import { createSideTotals, pcrChangeOf, pcrOf, sumSides } from "#market/strikes/pcr.ts";
import { readMaxPain } from "./derive-line.ts";
import { screen } from "./screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Strikes shown on each side of max pain. */
const STRIKES_EACH_SIDE = 8;

interface Pains {
  /** By strike: of the moment, and the highest of the closed minutes. */
  now: Float64Array;
  highs: Float64Array;
  readonly fold: DayFold<void>;
}

interface Scratch {
  readonly chain: ChainReader;
  readonly pains: Pains;
  readonly line: DayLines<"maxpain">;
  readonly totals: ReturnType<typeof createSideTotals>;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    pains: createPains(),
    line: createDayLines(["maxpain"]),
    totals: createSideTotals(),
  }),

  derive(input, { chain, pains, line, totals }) {
    const at = chain.open(input);
    const oi = at && columnOf(at.moment, OI);
    if (!at || !oi) return undefined;
    const { table, day, moment } = at;
    const { base } = moment;
    pains.fold.upTo(at);
    painPerStrike(pains.now, table, oi, base, moneyScale(day));

    const index = maxPainIndex(table, oi, base);
    const from = index < 0 ? 0 : Math.max(0, index - STRIKES_EACH_SIDE);
    const to = index < 0 ? 0 : Math.min(table.count, index + STRIKES_EACH_SIDE + 1);
    const pain = pains.now.slice(from, to);
    sumSides(totals, day.tokens, table, moment);
    const read = { key: "", read: readMaxPain.bind(undefined, input.kernel, at) };
    return {
      strikes: Float64Array.from(table.strikes.subarray(from, to), (strike) => strike / day.priceScale),
      pain,
      dayHigh: pains.highs.subarray(from, to).map((high, i) => Math.max(high, pain[i] as number)),
      least: index < 0 ? Number.NaN : (pains.now[index] as number),
      maxPain: index < 0 ? Number.NaN : (table.strikes[index] as number) / day.priceScale,
      series: line.upTo(at, read),
      pcr: round2(pcrOf(totals)),
      pcrChange: pcrChangeOf(totals),
    };
  },
});

/** What scaled prices x open interest are divided by to be rupees: that of a currency counts contracts of 1,000. */
const moneyScale = ({ priceScale, symbol }: RoomDay): number => priceScale / underlyingOf(symbol).multiplier;

function createPains(): Pains {
  let ofSlot = new Float64Array(0);
  const pains: Pains = {
    now: new Float64Array(0),
    highs: new Float64Array(0),
    fold: createDayFold({
      reset({ table: { count } }) {
        pains.now = new Float64Array(count);
        pains.highs = new Float64Array(count);
        ofSlot = new Float64Array(count);
      },
      add: ({ table, day }, from, to) =>
        raisePainHighs(pains.highs, ofSlot, table, day.minutes, from, to, moneyScale(day)),
    }),
  };
  return pains;
}
