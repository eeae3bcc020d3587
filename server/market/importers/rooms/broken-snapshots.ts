/**
 * Snapshots that are evidently broken: the source answered for none of the room's contracts, or for a part only. Their
 * zeros are no figures, and totals of the rest would be wrong ones, so such a minute becomes a hole and is reported.
 *
 * A contract is expected to have figures in a snapshot when it had some before, or has some soon after: OI and volume
 * do not come and go. On the recorded days a broken snapshot lacks 53 % or more of those, a whole one 10 % at most.
 */
import { FIELD_COUNT, hasField, MISSING_MINUTE, type MinuteColumns } from "#contract/domain/columns.ts";
import { EQ, type RoomName } from "#contract/domain/instruments.ts";
import type { RoomBuilder } from "./room-builder.ts";

export interface BrokenSnapshot {
  /** Minute of the day. */
  readonly at: number;
  readonly room: RoomName;
  readonly contracts: number;
  /** Contracts without any figure, of those expected to have some. */
  readonly empty: number;
  readonly expected: number;
}

/** The part of the expected contracts whose absence breaks a snapshot. */
const TOO_MANY = 0.25;
/** Fewer contracts cannot tell a broken answer from a quiet market. */
const LEAST_CONTRACTS = 10;
/** Snapshots that are looked ahead. */
const AHEAD = 3;

/** Takes the broken snapshots out of a room that has all its lines. */
export function dropBroken(room: RoomBuilder): BrokenSnapshot[] {
  const { minutes, tokens, open, room: name } = room.day;
  const options = rowsOf(tokens.type, tokens.length);
  const slots: number[] = [];
  for (let slot = 0; slot < minutes.slots; slot++) if (minutes.state[slot] !== MISSING_MINUTE) slots.push(slot);
  const had = new Uint8Array(tokens.length);
  const broken: BrokenSnapshot[] = [];
  for (const [index, slot] of slots.entries()) {
    const ahead = slots.slice(index + 1, index + 1 + AHEAD);
    let expected = 0;
    let empty = 0;
    let filled = 0;
    for (const row of options) {
      const has = hasFigures(minutes, slot, row);
      if (has) filled++;
      if (!has && had[row] === 0 && !ahead.some((later) => hasFigures(minutes, later, row))) continue;
      expected++;
      if (!has) empty++;
    }
    const isTold = options.length >= LEAST_CONTRACTS;
    if (isTold && (filled === 0 || (expected >= LEAST_CONTRACTS && empty > expected * TOO_MANY))) {
      broken.push({ at: open + slot, room: name, contracts: options.length, empty, expected });
      continue;
    }
    for (const row of options) if (hasFigures(minutes, slot, row)) had[row] = 1;
  }
  for (const { at } of broken) room.drop(at - open);
  return broken;
}

function rowsOf(type: Uint8Array, length: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < length; row++) if (type[row] !== EQ) rows.push(row);
  return rows;
}

/** Whether the contract's line in this snapshot has anything in it. */
function hasFigures({ columns, stride, fields }: MinuteColumns, slot: number, row: number): boolean {
  for (let field = 0; field < FIELD_COUNT; field++)
    if (hasField(fields, field) && columns[field][slot * stride + row] > 0) return true;
  return false;
}
