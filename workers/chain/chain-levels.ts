/** The figures of a whole chain at a few minutes of the day. A closed minute is read once, the minute in progress at each run. */
import { LTP, OI, VOL } from "#contract/domain/columns.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, liveMinutes, oneMinute } from "#market/chain.ts";
import type { DayReference } from "#market/reference/reference-series.ts";
import { greeksOverSlots } from "./greek-lines.ts";

/**
 * By row of the token table; NaN where the contract has no figure. A price from before its first trade of the day is
 * none, unless the board prices untraded contracts. Vega is by strike index, and empty unless it is asked for.
 */
export interface Levels {
  readonly ltp: Float64Array;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
  readonly vega: { readonly ce: Float64Array; readonly pe: Float64Array };
}

export interface LevelReader {
  /** @param hasVega prices the chain, too */
  at(chain: ChainMoment, slot: number, hasVega: boolean): Levels;
}

const NOTHING = { ce: new Float64Array(0), pe: new Float64Array(0) };

export function createLevelReader(kernel: () => Kernel, reference: DayReference): LevelReader {
  let version = "";
  const kept = new Map<string, Levels>();
  return {
    at(chain, slot, hasVega) {
      const { room } = chain;
      const now = `${room.structureVersion} ${room.minuteVersion}`;
      if (now !== version) kept.clear();
      version = now;
      const { forward, untraded } = chain.pricing;
      const key = `${slot} ${hasVega} ${forward} ${untraded}`;
      const known = slot === chain.tail ? undefined : kept.get(key);
      const levels = known ?? read(chain, slot, hasVega, kernel, reference);
      // That of the minute in progress, too: it stands as its last tick left it until its frame comes.
      kept.set(key, levels);
      return levels;
    },
  };
}

function read(
  chain: ChainMoment,
  slot: number,
  hasVega: boolean,
  kernel: () => Kernel,
  reference: DayReference,
): Levels {
  const { day, tail, table } = chain;
  const minutes = slot === tail ? liveMinutes(day) : oneMinute(day.minutes, slot);
  const { length } = day.tokens;
  const column = (field: number, least: number, divisor: number): Float64Array => {
    const cells = minutes.columns[field]!;
    return Float64Array.from({ length }, (_, row) => {
      const value = cells[row] ?? -1;
      return value < least ? Number.NaN : value / divisor;
    });
  };
  const levels = { ltp: column(LTP, 1, day.priceScale), oi: column(OI, 0, 1), volume: column(VOL, 0, 1) };
  for (let row = 0; row < length && !chain.pricing.untraded; row++)
    if (levels.volume[row] === 0) levels.ltp[row] = Number.NaN;
  if (!hasVega) return { ...levels, vega: NOTHING };
  const vega = { ce: new Float64Array(table.count), pe: new Float64Array(table.count) };
  const lines = (["ce", "pe"] as const).flatMap((side) =>
    Array.from(vega[side], (_, strike) => ({
      figure: "vega" as const,
      strike,
      side,
      out: vega[side].subarray(strike, strike + 1),
    })),
  );
  greeksOverSlots(kernel(), lines, chain, { minutes, from: 0, to: 1, first: slot }, reference.upTo(chain));
  return { ...levels, vega };
}
