/** Brings the minutes of an earlier run of the same day into the room-days that a feed has opened anew. */
import { FIELD_COUNT, HOLE, hasField, type RoomDay } from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import type { TradingDay } from "../feeds/feed.ts";

/** Copies every filled slot that `to` lacks. Rows are matched by token: a feed may list contracts in another order. */
export function mergeMinutes(from: RoomDay, to: RoomDay): void {
  if (from.priceScale !== to.priceScale || from.open !== to.open) return;
  const slots = Math.min(from.minutes.slots, to.minutes.slots);
  const target = rowsOf(from.tokens, to.tokens);
  for (let slot = 0; slot < slots; slot++) {
    if (from.minutes.state[slot] === HOLE || to.minutes.state[slot] !== HOLE) continue;
    to.minutes.state[slot] = from.minutes.state[slot];
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(from.minutes.fields & to.minutes.fields, field)) continue;
      const source = from.minutes.columns[field];
      const destination = to.minutes.columns[field];
      const sourceAt = slot * from.minutes.stride;
      const destinationAt = slot * to.minutes.stride;
      for (let row = 0; row < target.length; row++) {
        if (target[row] >= 0) destination[destinationAt + target[row]] = source[sourceAt + row];
      }
    }
  }
}

/** For each row of `from` the row of the same token in `to`; -1 when it is not listed any more. */
function rowsOf(from: TokenTable, to: TokenTable): Int32Array {
  const byToken = new Map<number, number>();
  for (let row = 0; row < to.length; row++) byToken.set(to.token[row], row);
  return Int32Array.from({ length: from.length }, (_, row) => byToken.get(from.token[row]) ?? -1);
}

/** Whether a journal of `earlier` can be written on with the rows of `day`: same rooms, and its rows come first. */
export function continues(earlier: TradingDay, day: TradingDay): boolean {
  return (
    earlier.rooms.length === day.rooms.length &&
    earlier.rooms.every((room, index) => {
      const other = day.rooms[index];
      return (
        room.room === other.room &&
        room.open === other.open &&
        room.priceScale === other.priceScale &&
        room.minutes.slots === other.minutes.slots &&
        room.minutes.fields === other.minutes.fields &&
        room.tokens.length <= other.tokens.length &&
        room.tokens.token.subarray(0, room.tokens.length).every((token, row) => token === other.tokens.token[row])
      );
    })
  );
}

/** Whether a simulated day was made by another seed or model: its minutes and these are two markets. */
export const isOtherSimulation = (earlier: TradingDay, day: TradingDay): boolean =>
  day.source === "sim" &&
  day.symbols.some(({ symbol, prevClose }) => {
    const before = earlier.symbols.find((facts) => facts.symbol === symbol);
    return before !== undefined && before.prevClose !== prevClose;
  });
