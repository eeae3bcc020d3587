/** PCR and volume PCR of the chosen strikes through the day, the average of one of them, and the spot. */

import { createSideTotalLines, type SideTotalLines, totalsOverSlots } from "#chain/side-totals.ts";
import { OI, VOL } from "#contract/domain/columns.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, type ChainReader, createChainReader } from "#market/chain.ts";
import { createDayLines, type DayLines, type Stretch } from "#market/lines/day-lines.ts";
import { exponentialAverage } from "#market/lines/ema.ts";
import { ratioOverSlots } from "#market/lines/slots.ts";
import { createDayReference, type DayReference, spotOverSlots } from "#market/reference/reference-series.ts";
import { spotFacts } from "#market/reference/spot-facts.ts";
import { createRowChooser, type RowChooser } from "#market/strikes/chosen-rows.ts";
import { previousRatios } from "#market/strikes/pcr.ts";
import { createStrikeLister, type StrikeLister } from "#market/strikes/strike-list.ts";
import { screen } from "./screen.ts";
import type { LineId, Params, Snapshot } from "./snapshot.ts";

interface Scratch {
  readonly chain: ChainReader;
  readonly rows: RowChooser;
  readonly strikes: StrikeLister;
  readonly lines: DayLines<LineId>;
  readonly reference: DayReference;
  /** Of the field in hand. */
  totals: SideTotalLines;
}

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen,

  createScratch: () => ({
    chain: createChainReader(),
    rows: createRowChooser(),
    strikes: createStrikeLister(),
    lines: createDayLines(["pcr", "volumePcr", "ema", "spot"]),
    reference: createDayReference(),
    totals: createSideTotalLines(0),
  }),

  derive(input, scratch) {
    const at = scratch.chain.open(input);
    if (!at) return undefined;
    const { kernel, params } = input;
    const { type, choice, period } = params;
    const { slots } = at.day.minutes;
    if (scratch.totals.ce.length !== slots) scratch.totals = createSideTotalLines(slots);
    const { totals } = scratch;
    const rows = scratch.rows.of(choice, at);
    const reference = scratch.reference.upTo(at);

    function read(stretch: Stretch<LineId>): void {
      const { lines, from, to } = stretch;
      for (const [line, field] of [
        [lines.pcr, OI],
        [lines.volumePcr, VOL],
      ] as const) {
        totalsOverSlots(kernel, totals, field, rows, stretch);
        ratioOverSlots(line, totals.pe, totals.ce, from, to);
      }
      spotOverSlots(lines.spot, at as ChainMoment, stretch, reference);
    }

    const series = scratch.lines.upTo(at, {
      key: `${rows.key} ${type} ${period}`,
      read,
      follow: (lines, from, to) => exponentialAverage(lines.ema, lines[type], period, from, to),
    });
    const previous = previousRatios(at.day.tokens, rows);
    return {
      series,
      strikes: scratch.strikes.of(at),
      spot: spotFacts(at),
      previous: { pcr: previous.oi, volumePcr: previous.volume },
    };
  },
});
