/** One figure of many contracts through the day, a line for each strike and side, and the spot. */

import { type GreekFigure, type GreekLine, greeksOverSlots } from "#chain/greek-lines.ts";
import { spanOf } from "#contract/domain/choices/strike-choice.ts";
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import { LAKH } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { createDayLines, type DayLines, type Stretch } from "#market/lines/day-lines.ts";
import { pricesOverSlots } from "#market/lines/prices.ts";
import { sumOverSlots } from "#market/lines/slots.ts";
import { pricedOverDay } from "#market/reference/priced-day.ts";
import {
  createDayReference,
  type DayReference,
  type ReferenceSeries,
  spotOverSlots,
} from "#market/reference/reference-series.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { screen } from "./screen.ts";
import { type LineId, type Params, type Plot, type Snapshot, SPOT } from "./snapshot.ts";

/** A line's contracts: one, or both of a straddle. */
interface Drawn {
  readonly id: LineId;
  /** Index in the strike table. */
  readonly strike: number;
  readonly sides: readonly ("ce" | "pe")[];
}

interface Scratch {
  readonly chain: ChainReader;
  readonly strikes: StrikeLister;
  readonly reference: DayReference;
  ids: readonly LineId[];
  lines: DayLines<LineId>;
}

const HUNDRED = 100;

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    strikes: createStrikeLister(),
    reference: createDayReference(),
    ids: [],
    lines: createDayLines([SPOT]),
  }),

  derive({ params, kernel, ...input }, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { plot } = params;
    const drawn = drawnOf(params, at);
    const ids = drawn.map(({ id }) => id);
    if (ids.join() !== scratch.ids.join()) {
      scratch.ids = ids;
      scratch.lines = createDayLines([...ids, SPOT]);
    }
    const reference = scratch.reference.upTo(at);
    const series = scratch.lines.upTo(at, {
      key: plot,
      read(stretch) {
        fill(plot, drawn, at, stretch, reference, kernel);
        spotOverSlots(stretch.lines[SPOT]!, at, stretch, reference);
      },
    });
    return {
      series: { ...series, key: `${series.key} ${ids.join()}` },
      plot,
      ids,
      strikes: scratch.strikes.of(at),
      spot: spotFacts(at),
      pricedOn: pricedOverDay(at, reference, isPriced(plot) ? contractsOf(drawn) : []),
    };
  },
});

function drawnOf({ plot, type, choice, skips50 }: Params, { table, atm, day }: ChainMoment): Drawn[] {
  const { priceScale } = day;
  const isStraddle = plot === "straddle";
  const { from, to } = spanOf(choice, table, atm, priceScale);
  const drawn: Drawn[] = [];
  for (let strike = from; strike < to; strike++) {
    const rupees = table.strikes[strike]! / priceScale;
    if (skips50 && rupees % HUNDRED !== 0) continue;
    const pick = choice.kind === "chosen" ? choice.picks.find((one) => one.strike === rupees) : { ce: true, pe: true };
    if (!pick) continue;
    if (isStraddle) {
      if (pick.ce || pick.pe) drawn.push({ id: String(rupees), strike, sides: ["ce", "pe"] });
      continue;
    }
    for (const side of ["ce", "pe"] as const)
      if (pick[side] && type !== (side === "ce" ? "pe" : "ce") && table[side][strike]! >= 0)
        drawn.push({ id: `${rupees} ${side.toUpperCase()}`, strike, sides: [side] });
  }
  return drawn;
}

/** Whether the figure is made of prices. */
const isPriced = (plot: Plot): boolean => plot === "price" || plot === "straddle" || plot in GREEKS;

const contractsOf = (drawn: readonly Drawn[]) =>
  drawn.flatMap(({ strike, sides }) => sides.map((side) => ({ strike, side })));

const GREEKS: Partial<Record<Plot, GreekFigure>> = {
  iv: "iv",
  delta: "delta",
  theta: "theta",
  vega: "vega",
  gamma: "gamma",
  priceVega: "vega",
};

function fill(
  plot: Plot,
  drawn: readonly Drawn[],
  at: ChainMoment,
  stretch: Stretch<LineId>,
  reference: ReferenceSeries,
  kernel: Kernel,
): void {
  const { day, table } = at;
  const { lines, minutes, from, to } = stretch;
  const figure = GREEKS[plot];
  if (figure) {
    const greeks = drawn.map(
      ({ id, strike, sides }): GreekLine => ({ figure, strike, side: sides[0]!, out: lines[id]! }),
    );
    greeksOverSlots(kernel, greeks, at, stretch, reference);
  }
  for (const { id, strike, sides } of drawn) {
    const out = lines[id]!;
    const rows = sides.map((side) => table[side][strike]!);
    const row = rows[0]!;
    if (plot === "oi" || plot === "oiChange" || plot === "volume") {
      sumOverSlots(out, minutes, plot === "volume" ? VOL : OI, Int32Array.from(rows), from, to);
      const before = plot === "oiChange" ? knownOr(day.tokens.prevOi[row]!) : 0;
      for (let slot = from; slot < to; slot++) out[slot] = (out[slot]! - before) / LAKH;
    } else if (plot === "price" || plot === "straddle") {
      pricesOverSlots(out, at, stretch, rows);
    } else if (plot === "priceVega") {
      for (let slot = from; slot < to; slot++)
        out[slot]! *= minutes.columns[LTP]![slot * minutes.stride + row]! / day.priceScale;
    }
  }
}

const knownOr = (value: number): number => (value < 0 ? Number.NaN : value);
