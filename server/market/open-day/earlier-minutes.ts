/** Brings the minutes of an earlier run of the same day into the room-days that a feed has opened again. */
import {
  createColumns,
  FIELD_COUNT,
  MISSING_MINUTE,
  type RoomDay,
  slotColumns,
  writeSlot,
} from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { TradingDay } from "../feed.ts";
import { PackedMinutes } from "../minutes/packed-minutes.ts";

/** Gives `to` every filled slot that it lacks; `from` may be without any afterwards. Rows are matched by token: a feed may list contracts in another order. */
export function mergeMinutes(from: RoomDay, to: RoomDay): void {
  if (from.priceScale !== to.priceScale || from.open !== to.open) return;
  if (from.minutes.state.every((state) => state === MISSING_MINUTE)) return;
  if (takeOver(from, to)) return;
  const slots = Math.min(from.minutes.slots, to.minutes.slots);
  const target = rowsOf(from.tokens, to.tokens);
  const moved = createColumns(to.tokens.length);
  for (let slot = 0; slot < slots; slot++) {
    if (from.minutes.state[slot] === MISSING_MINUTE || to.minutes.state[slot] !== MISSING_MINUTE) continue;
    const { columns, base } = slotColumns(from.minutes, slot);
    for (let field = 0; field < FIELD_COUNT; field++) {
      moved[field].fill(ABSENT);
      if (columns[field].length === 0) continue;
      for (let row = 0; row < target.length; row++) {
        if (target[row] >= 0) moved[field][target[row]] = columns[field][base + row];
      }
    }
    writeSlot(to.minutes, slot, { columns: moved, base: 0 }, to.tokens.length, from.minutes.state[slot]);
  }
}

/** Where the contracts are the same in the same order, the minutes stay packed as they are, and are `to`'s alone. */
function takeOver(from: RoomDay, to: RoomDay): boolean {
  const [before, after] = [from.minutes, to.minutes];
  if (!(before instanceof PackedMinutes && after instanceof PackedMinutes)) return false;
  const isEmpty = after.state.every((state) => state === MISSING_MINUTE);
  if (!isEmpty || before.slots !== after.slots || before.fields !== after.fields || !areFirst(from.tokens, to.tokens))
    return false;
  to.minutes = after.takeOver(before);
  return true;
}

/** Whether the contracts of `from` are the first of `to`, in the same order. */
const areFirst = (from: TokenTable, to: TokenTable): boolean =>
  from.length <= to.length && from.token.subarray(0, from.length).every((token, row) => token === to.token[row]);

/** For each row of `from` the row of the same token in `to`; -1 when it is not listed any more. */
function rowsOf(from: TokenTable, to: TokenTable): Int32Array {
  const byToken = new Map<number, number>();
  for (let row = 0; row < to.length; row++) byToken.set(to.token[row], row);
  return Int32Array.from({ length: from.length }, (_, row) => byToken.get(from.token[row]) ?? -1);
}

/** Whether a simulated day was made by another seed or model: its minutes and these are two markets. */
export const isOtherSimulation = (
  earlier: Pick<TradingDay, "symbols">,
  day: Pick<TradingDay, "source" | "symbols">,
): boolean =>
  day.source === "sim" &&
  day.symbols.some(({ symbol, prevClose }) => {
    const before = earlier.symbols.find((facts) => facts.symbol === symbol);
    return before !== undefined && before.prevClose !== prevClose;
  });
