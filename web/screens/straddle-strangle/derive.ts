/** A call and a put through the day: the price of both, its parts, IV, and the spot between the break-evens. */

import { type Combined, createCombined } from "#chain/combined.ts";
import { centreOf } from "#contract/domain/choices/strike-choice.ts";
import { hasField, VWAP } from "#contract/domain/columns.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader, strikeIndex } from "#market/chain.ts";
import { createDayLines, type DayLines } from "#market/lines/day-lines.ts";
import { rollingStraddle } from "#market/lines/prices.ts";
import {
  atmOverSlots,
  createDayReference,
  type DayReference,
  spotOverSlots,
} from "#market/reference/reference-series.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { createStraddleChain, type StraddleChain } from "./derive-chain.ts";
import { screen } from "./screen.ts";
import type { ContractFacts, Extreme, Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly strikes: StrikeLister;
  readonly combined: Combined;
  readonly lines: DayLines<"spot" | "rolling">;
  readonly reference: DayReference;
  readonly table: StraddleChain;
  /** The strike at the money by slot. */
  atm: Int32Array;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    strikes: createStrikeLister(),
    combined: createCombined(),
    lines: createDayLines(["spot", "rolling"]),
    reference: createDayReference(),
    table: createStraddleChain(),
    atm: new Int32Array(0),
  }),

  derive({ params, kernel, ...input }, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { day } = at;
    const ce = strikeOf(params.ce, at);
    const pe = strikeOf(params.pe, at);
    const legs = [
      { expiry: day.expiry, strike: ce, side: "ce", lots: 1 },
      { expiry: day.expiry, strike: pe, side: "pe", lots: 1 },
    ] as const;
    const pair = scratch.combined.upTo({ kernel, legs, chainOf: () => at });
    const [call, put] = pair?.legs ?? [];
    if (!pair || !call || !put) return undefined;

    const { spot, rolling } = underlyingLines(at, scratch);
    const { total } = pair;
    const main = total.price;
    return {
      date: day.date,
      minute: at.minute,
      series: {
        x: pair.x,
        key: pair.key,
        lines: {
          main,
          extrinsic: total.extrinsic,
          callPrice: call.price,
          putPrice: put.price,
          callVwap: call.vwap,
          putVwap: put.vwap,
          cmbdVwap: total.vwap,
          callIv: call.iv,
          putIv: put.iv,
          cmbdIv: total.iv,
          spot,
          rolling,
          upper: main.map((premium) => ce + premium),
          lower: main.map((premium) => pe - premium),
        },
      },
      strikes: scratch.strikes.of(at),
      spot: spotFacts(at),
      pricedOn: pair.pricedOn,
      ce,
      pe,
      call: contractOf(ce, "ce", at),
      put: contractOf(pe, "pe", at),
      callDelta: call.delta.at(-1) ?? Number.NaN,
      putDelta: put.delta.at(-1) ?? Number.NaN,
      high: extreme(main, day.open, (a, b) => a > b),
      low: extreme(main, day.open, (a, b) => a < b),
      hasVwap: hasField(day.minutes.fields, VWAP),
      chain: scratch.table.of(params.hasChain ? at : undefined, kernel),
    };
  },
});

/** In rupees; NaN while the money is not known. */
function strikeOf(strike: "atm" | number, { table, atm, day: { priceScale } }: ChainMoment): number {
  return (table.strikes[centreOf(strike, table, atm, priceScale)] ?? Number.NaN) / priceScale;
}

/** The row of a pair that is priced exists. */
function contractOf(strike: number, side: "ce" | "pe", at: ChainMoment): ContractFacts {
  const { tokens } = at.day;
  const row = at.table[side][strikeIndex(at, strike)] ?? -1;
  return row < 0 ? NO_CONTRACT : { token: tokens.token[row]!, lotSize: tokens.lotSize[row]! };
}
const NO_CONTRACT: ContractFacts = { token: -1, lotSize: 1 };

/** The spot, and the straddle whose strike is at the money of its minute. */
function underlyingLines(at: ChainMoment, scratch: Scratch) {
  const { day, table } = at;
  const reference = scratch.reference.upTo(at);
  if (scratch.atm.length !== day.minutes.slots) scratch.atm = new Int32Array(day.minutes.slots);
  const { atm } = scratch;
  return scratch.lines.upTo(at, {
    key: "",
    read(stretch) {
      const { lines, from, to, first } = stretch;
      spotOverSlots(lines.spot, at, stretch, reference);
      atmOverSlots(atm, table, reference.underlying.subarray(first), from, to);
      rollingStraddle(lines.rolling, at, stretch, atm);
    },
  }).lines;
}

function extreme(line: Float64Array, open: number, isBeyond: (a: number, b: number) => boolean): Extreme {
  let place = -1;
  for (let slot = 0; slot < line.length; slot++) {
    const value = line[slot]!;
    if (!Number.isNaN(value) && (place < 0 || isBeyond(value, line[place]!))) place = slot;
  }
  return { value: line[place] ?? Number.NaN, minute: place < 0 ? Number.NaN : open + place };
}
