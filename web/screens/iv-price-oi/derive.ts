/** IV, price and open interest of one call and one put through the day. */
import { type GreekLine, greeksOverSlots } from "#chain/greek-lines.ts";
import { centreOf } from "#contract/domain/choices/strike-choice.ts";
import { OI } from "#contract/domain/columns.ts";
import { LAKH } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainReader, createChainReader } from "#market/chain.ts";
import { createDayLines, type DayLines } from "#market/lines/day-lines.ts";
import { pricesOverSlots } from "#market/lines/prices.ts";
import { divideOverSlots, sumOverSlots } from "#market/lines/slots.ts";
import { pricedOverDay } from "#market/reference/priced-day.ts";
import { createDayReference, type DayReference } from "#market/reference/reference-series.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { screen } from "./screen.ts";
import { FIGURES, type LineId, type Params, SIDES, type Side, type Snapshot } from "./snapshot.ts";

const LINES = SIDES.flatMap((side) => FIGURES.map((figure): LineId => `${side}-${figure}`));

interface Scratch {
  readonly chain: ChainReader;
  readonly lines: DayLines<LineId>;
  readonly reference: DayReference;
  readonly strikes: StrikeLister;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,
  createScratch: () => ({
    chain: createChainReader(),
    lines: createDayLines(LINES),
    reference: createDayReference(),
    strikes: createStrikeLister(),
  }),
  derive({ kernel, params, ...input }, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { table, day, atm } = at;
    const indexOf = (side: Side): number => centreOf(params[side], table, atm, day.priceScale);
    const index = { ce: indexOf("ce"), pe: indexOf("pe") };
    const reference = scratch.reference.upTo(at);
    const series = scratch.lines.upTo(at, {
      key: `${table.strikes[index.ce]} ${table.strikes[index.pe]}`,
      read(stretch) {
        const { lines, minutes, from, to } = stretch;
        const ivs: GreekLine[] = [];
        for (const side of SIDES) {
          const strike = index[side];
          const row = table[side][strike] ?? -1;
          pricesOverSlots(lines[`${side}-price`], at, stretch, [row]);
          const oi = lines[`${side}-oi`];
          sumOverSlots(oi, minutes, OI, Int32Array.of(row), from, to);
          divideOverSlots(oi, LAKH, from, to);
          if (strike >= 0) ivs.push({ figure: "iv", strike, side, out: lines[`${side}-iv`] });
        }
        greeksOverSlots(kernel, ivs, at, stretch, reference);
      },
    });
    const rupees = (strike: number): number => (table.strikes[strike] ?? Number.NaN) / day.priceScale;
    return {
      series,
      chosen: { ce: rupees(index.ce), pe: rupees(index.pe) },
      strikes: scratch.strikes.of(at),
      spot: spotFacts(at),
      pricedOn: pricedOverDay(
        at,
        reference,
        SIDES.map((side) => ({ strike: index[side], side })),
      ),
    };
  },
});
