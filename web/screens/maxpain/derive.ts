/** Total pain by strike now and at the day's highest, and the max pain strike through the day. */

import { lastFilledSlot, OI, type RoomDay } from "#contract/domain/columns.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { round2 } from "#contract/domain/units.ts";
import { defineDerivation } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { maxPainIndex, painPerStrike, raisePainHighs } from "#market/max-pain.ts";
import { columnOf, momentAt } from "#market/moment.ts";
import { createSideTotals, pcrChangeOf, pcrOf, sumSides } from "#market/pcr.ts";
import { buildStrikeTable, type StrikeTable } from "#market/strikes.ts";
import { createMaxPainLine, type MaxPainLine } from "./derive-line.ts";
import type { Params, Snapshot } from "./snapshot.ts";

/** Strikes shown on each side of max pain. */
const REACH = 8;

interface Scratch {
  structure: number;
  table: StrikeTable;
  pain: Float64Array;
  /** Highest pain by strike over the slots before `folded`. */
  highs: Float64Array;
  slotPain: Float64Array;
  folded: number;
  line: MaxPainLine;
  readonly totals: ReturnType<typeof createSideTotals>;
}

const noTokens = { length: 0 } as RoomDay["tokens"];

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  id: "maxpain",

  createScratch: () => ({
    structure: -1,
    table: buildStrikeTable(noTokens),
    pain: new Float64Array(0),
    highs: new Float64Array(0),
    slotPain: new Float64Array(0),
    folded: 0,
    line: createMaxPainLine(),
    totals: createSideTotals(),
  }),

  derive({ market, pane, clock, kernel }, scratch) {
    const room = market.room(roomName(pane.symbol, pane.expiry));
    if (!room) return undefined;
    const { day } = room;
    const moment = momentAt(day, clock);
    const oi = moment && columnOf(moment, OI);
    if (!moment || !oi) return undefined;
    const upTo = moment.slot < 0 ? lastFilledSlot(day.minutes) + 1 : moment.slot + 1;
    if (scratch.structure !== room.structureVersion) restart(scratch, day, room.structureVersion);
    if (upTo < scratch.folded) forgetHighs(scratch);
    const { table } = scratch;
    painPerStrike(scratch.pain, table, oi, moment.base, day.priceScale);
    raisePainHighs(scratch.highs, scratch.slotPain, table, day.minutes, scratch.folded, upTo, day.priceScale);
    scratch.folded = upTo;
    for (let i = 0; i < table.count; i++) scratch.highs[i] = Math.max(scratch.highs[i]!, scratch.pain[i]!);

    const index = maxPainIndex(table, oi, moment.base);
    const from = index < 0 ? 0 : Math.max(0, index - REACH);
    const to = index < 0 ? 0 : Math.min(table.count, index + REACH + 1);
    sumSides(scratch.totals, day.tokens, table, moment);
    return {
      strikes: Float64Array.from(table.strikes.subarray(from, to), (strike) => strike / day.priceScale),
      pain: scratch.pain.subarray(from, to).slice(),
      dayHigh: scratch.highs.subarray(from, to).slice(),
      least: index < 0 ? Number.NaN : scratch.pain[index]!,
      maxPain: index < 0 ? Number.NaN : table.strikes[index]! / day.priceScale,
      line: scratch.line.upTo(kernel, day, table, upTo),
      open: day.open,
      cadence: day.cadence,
      pcr: round2(pcrOf(scratch.totals)),
      pcrChange: pcrChangeOf(scratch.totals),
    };
  },
});

function restart(scratch: Scratch, day: RoomDay, structure: number): void {
  scratch.structure = structure;
  scratch.table = buildStrikeTable(day.tokens);
  const { count } = scratch.table;
  scratch.pain = new Float64Array(count);
  scratch.highs = new Float64Array(count);
  scratch.slotPain = new Float64Array(count);
  scratch.folded = 0;
  scratch.line = createMaxPainLine();
}

/** A replay went back: the highs after its minute are not known yet. */
function forgetHighs(scratch: Scratch): void {
  scratch.highs.fill(0);
  scratch.folded = 0;
}
