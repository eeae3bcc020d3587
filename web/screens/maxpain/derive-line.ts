/** Hot on the first run of a day: max pain of every slot in one kernel call; later runs read the new slots only. */
import { MISSING_MINUTE, OI } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import type { Stretch } from "#market/lines/day-lines.ts";

/** The max pain strike by slot, rupees; NaN for holes, and where no option holds any open interest. */
export function readMaxPain(
  kernel: Kernel,
  { table, day }: ChainMoment,
  { lines, minutes, from, to }: Stretch<"maxpain">,
): void {
  const indexes = new Int32Array(to);
  kernel.maxPain({ cells: minutes.columns[OI], stride: minutes.stride }, table.ce, table.pe, from, to, indexes);
  for (let slot = from; slot < to; slot++) {
    const index = indexes[slot] as number;
    const isKnown = index >= 0 && minutes.state[slot] !== MISSING_MINUTE;
    lines.maxpain[slot] = isKnown ? (table.strikes[index] as number) / day.priceScale : Number.NaN;
  }
}
