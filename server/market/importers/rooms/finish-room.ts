/**
 * The room-day that is kept: contracts in their order, and figures that only the whole day can tell put right.
 *
 * A contract that a snapshot lacks is ABSENT in that minute, never carried forward: every total is the total of what
 * the source said in that minute.
 */
import {
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  hasField,
  MISSING_MINUTE,
  OI,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import { createTokenTable } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import type { Origin } from "./cells.ts";
import type { RoomBuilder } from "./room-builder.ts";
import { contractName, type TokenNumbers } from "./token-numbers.ts";

export interface RoomRepairs {
  /** Cells in which the cumulative volume was lower than before, and their minutes of the day. */
  reversals: number;
  readonly reversalMinutes: Set<number>;
  /** File and line. */
  firstReversal: string | undefined;
  /** Zeros all along a contract that had figures before: the source's empty answer, taken as no answer. */
  blanks: number;
  /** Contracts whose OI rose while the source gave its change since the day before as 0, and where it first did. */
  readonly risen: RisenOi[];
}

export interface RisenOi {
  readonly contract: string;
  /** File and line. */
  readonly at: string;
}

export const createRepairs = (): RoomRepairs => ({
  reversals: 0,
  reversalMinutes: new Set(),
  firstReversal: undefined,
  blanks: 0,
  risen: [],
});

/** Rows: the spot, then by strike, the call before the put. */
export function finishRoom(builder: RoomBuilder, tokens: TokenNumbers, repairs: RoomRepairs): RoomDay {
  const { day: raw } = builder;
  for (let row = 0; row < raw.tokens.length; row++) repairRow(builder, row, repairs);
  const order = finishedOrder(raw);
  const day: RoomDay = {
    ...raw,
    tokens: createTokenTable(order.length),
    live: createLiveColumns(order.length),
    minutes: createMinuteColumns(order.length, raw.minutes.slots, raw.minutes.fields),
  };
  day.minutes.state.set(raw.minutes.state);
  for (let row = 0; row < order.length; row++) {
    copyRow(builder, order[row], day, row, tokens);
    const at = builder.origins[order[row]].risenAt;
    if (at !== undefined) repairs.risen.push({ contract: contractName(raw, order[row]), at });
  }
  day.tokens.length = order.length;
  return day;
}

/** The rows in the order in which they are kept. */
export const finishedOrder = ({ tokens }: RoomDay): number[] =>
  Array.from({ length: tokens.length }, (_, row) => row).sort(
    (a, b) => tokens.strike[a] - tokens.strike[b] || tokens.type[a] - tokens.type[b],
  );

/** Walks one contract through the day. */
function repairRow(builder: RoomBuilder, row: number, repairs: RoomRepairs): void {
  const { minutes, open } = builder.day;
  const { columns, stride, slots, state } = minutes;
  let volume = 0;
  let isKnown = false;
  for (let slot = 0; slot < slots; slot++) {
    const at = slot * stride + row;
    if (state[slot] === MISSING_MINUTE) continue;
    if (isKnown && isBlank(minutes, at)) {
      for (let field = 0; field < FIELD_COUNT; field++)
        if (hasField(minutes.fields, field)) columns[field][at] = ABSENT;
      repairs.blanks++;
      continue;
    }
    isKnown ||= columns[OI][at] > 0 || columns[VOL][at] > 0;
    if (columns[VOL][at] === ABSENT) continue;
    // Volume since the open cannot fall: an older answer came later.
    if (columns[VOL][at] < volume) {
      columns[VOL][at] = volume;
      repairs.firstReversal ??= builder.placeOf(slot, row);
      repairs.reversals++;
      repairs.reversalMinutes.add(open + slot);
    } else volume = columns[VOL][at];
  }
}

/** Whether the source wrote the contract's line with nothing in it. */
function isBlank({ columns, fields }: RoomDay["minutes"], at: number): boolean {
  if (columns[OI][at] !== 0) return false;
  for (let field = 0; field < FIELD_COUNT; field++) if (hasField(fields, field) && columns[field][at] > 0) return false;
  return true;
}

function copyRow(
  { day: raw, origins }: RoomBuilder,
  from: number,
  day: RoomDay,
  to: number,
  numbers: TokenNumbers,
): void {
  const { tokens } = day;
  tokens.token[to] = numbers.of(contractName(raw, from));
  tokens.type[to] = raw.tokens.type[from];
  tokens.strike[to] = raw.tokens.strike[from];
  tokens.lotSize[to] = raw.tokens.lotSize[from];
  tokens.prevClose[to] = origins[from].prevClose;
  tokens.prevOi[to] = previousOi(raw, from, origins[from]);
  tokens.prevVol[to] = raw.tokens.prevVol[from];
  const { minutes } = raw;
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasField(minutes.fields, field)) continue;
    const source = minutes.columns[field];
    const target = day.minutes.columns[field];
    for (let slot = 0; slot < minutes.slots; slot++) {
      target[slot * day.minutes.stride + to] = source[slot * minutes.stride + from];
    }
  }
}

/**
 * ABSENT where the source does not tell. OI less its change, from the first snapshot that tells a change. Where the change is 0 all day: the exchange says so
 * of a contract that did not move, and of one that held nothing the day before; the latter's OI moves.
 */
export function previousOi({ minutes }: RoomDay, row: number, origin: Origin): number {
  if (origin.changedPrevOi !== ABSENT) return origin.changedPrevOi;
  if (origin.prevOi <= 0) return origin.prevOi;
  for (let slot = 0; slot < minutes.slots; slot++) {
    const oi = minutes.columns[OI][slot * minutes.stride + row];
    if (minutes.state[slot] !== MISSING_MINUTE && oi > 0 && oi !== origin.prevOi) return 0;
  }
  return origin.prevOi;
}
