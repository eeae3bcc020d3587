/**
 * Minutes that lost rows: a contract has figures in the snapshot before and in the one after, and none in this one, as
 * its line was missing, refused or empty. Totals of such a minute lack it, so the minute is partial. Of the last
 * snapshot the two before it tell.
 */
import { COMPLETE, MISSING_MINUTE, OI, PARTIAL, VOL } from "#contract/domain/columns.ts";
import { EQ, type RoomName } from "#contract/domain/instruments.ts";
import type { RoomBuilder } from "./room-builder.ts";

export interface LostRows {
  /** Minute of the day. */
  readonly at: number;
  readonly room: RoomName;
  readonly contracts: number;
}

/** Marks the minutes of a room that has all its lines. */
export function markPartial({ day }: RoomBuilder): LostRows[] {
  const { minutes, tokens, open, room } = day;
  const slots: number[] = [];
  for (let slot = 0; slot < minutes.slots; slot++) if (minutes.state[slot] !== MISSING_MINUTE) slots.push(slot);
  const has = (slot: number, row: number): boolean => {
    const at = slot * minutes.stride + row;
    return minutes.columns[OI][at] > 0 || minutes.columns[VOL][at] > 0;
  };
  const lost: LostRows[] = [];
  for (let i = 1; i < slots.length; i++) {
    const others = i + 1 < slots.length ? [slots[i - 1], slots[i + 1]] : [slots[i - 1], slots[i - 2]];
    let contracts = 0;
    for (let row = 0; row < tokens.length; row++) {
      if (tokens.type[row] === EQ || has(slots[i], row)) continue;
      if (others.every((slot) => slot !== undefined && has(slot, row))) contracts++;
    }
    if (contracts === 0) continue;
    if (minutes.state[slots[i]] === COMPLETE) minutes.state[slots[i]] = PARTIAL;
    lost.push({ at: open + slots[i], room, contracts });
  }
  return lost;
}
