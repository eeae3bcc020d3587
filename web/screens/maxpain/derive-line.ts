/** Hot on the first run of a day: max pain of every slot in one kernel call; later runs add the new slots only. */
import { MISSING_MINUTE, OI, type RoomDay } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { StrikeTable } from "#market/strikes.ts";

export interface MaxPainLine {
  /** Max pain strike of the slots before `slots`, rupees; NaN for holes. Valid until the next call. */
  upTo(kernel: Kernel, day: RoomDay, table: StrikeTable, slots: number): Float64Array;
}

export function createMaxPainLine(): MaxPainLine {
  let line = new Float64Array(0);
  let known = 0;

  return {
    upTo(kernel, day, table, slots) {
      if (line.length !== day.minutes.slots) {
        line = new Float64Array(day.minutes.slots).fill(Number.NaN);
        known = 0;
      }
      // A replay that goes back shows less of what is known.
      if (slots > known) addSlots(kernel, day, table, line, known, slots);
      known = Math.max(known, slots);
      return line.subarray(0, slots);
    },
  };
}

function addSlots(
  kernel: Kernel,
  { minutes, priceScale }: RoomDay,
  table: StrikeTable,
  line: Float64Array,
  from: number,
  to: number,
): void {
  const indexes = new Int32Array(to);
  kernel.maxPain({ cells: minutes.columns[OI]!, stride: minutes.stride }, table.ce, table.pe, from, to, indexes);
  for (let slot = from; slot < to; slot++) {
    const index = indexes[slot]!;
    line[slot] = index < 0 || minutes.state[slot] === MISSING_MINUTE ? Number.NaN : table.strikes[index]! / priceScale;
  }
}
