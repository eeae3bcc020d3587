/**
 * What clients have of a room's minutes, told by checksums. All clients of a room decode into one table, since a crowd could not
 * hold one each: which minutes a client has is its own, and the checksum of a minute is taken when it comes.
 */
import { MISSING_MINUTE, type MinuteColumns, type RoomDay, slotColumns } from "#contract/domain/columns.ts";
import { stateChecksum } from "#contract/wire/frame.ts";

/** Checksum by slot; undefined where there is no minute. */
export type SlotSums = (number | undefined)[];

function sumOf(minutes: MinuteColumns, slot: number, rows: number): number {
  const { columns, base } = slotColumns(minutes, slot);
  return stateChecksum(
    columns.map((column) => column.subarray(base, base + rows)),
    rows,
  );
}

/** Of each minute that the day has. */
export const sumsOf = ({ minutes, tokens }: RoomDay): SlotSums =>
  Array.from(minutes.state, (state, slot) =>
    state === MISSING_MINUTE ? undefined : sumOf(minutes, slot, tokens.length),
  );

/** The table of a room that its clients share: that of the day that was loaded last of all days. */
export class SharedTable {
  #day: RoomDay | undefined;

  /** The same day, with this client's own account of which minutes it has: these, and what came while they were loaded. */
  take(day: RoomDay, before: RoomDay): RoomDay {
    const known = this.#day;
    const isSame = known?.date === day.date && known.minutes.stride === day.minutes.stride;
    if (isSame) copyMinutes(day.minutes, known.minutes);
    else this.#day = day;
    const { minutes } = this.#day ?? day;
    const came = isSame && before.date === day.date ? before.minutes.state : undefined;
    const state = day.minutes.state.map((known, slot) => known || (came?.[slot] ?? MISSING_MINUTE));
    return { ...day, minutes: { ...minutes, state } };
  }
}

/** Of the minutes that are there. */
function copyMinutes(from: MinuteColumns, to: MinuteColumns): void {
  for (const [slot, state] of from.state.entries()) {
    if (state === MISSING_MINUTE) continue;
    const [start, end] = [slot * from.stride, (slot + 1) * from.stride];
    for (const [field, column] of from.columns.entries())
      to.columns[field]?.set(column.subarray(start, end), column.length === 0 ? 0 : start);
  }
}

/** What one client has had of its room, day by day. */
export class ClientMinutes {
  readonly days = new Map<string, SlotSums>();

  /** The day as it was loaded comes before what was known of it. */
  loaded(day: RoomDay): void {
    const known = this.days.get(day.date) ?? [];
    this.days.set(
      day.date,
      sumsOf(day).map((sum, slot) => sum ?? known[slot]),
    );
  }

  /** A frame brought this minute. */
  came(day: RoomDay, slot: number): void {
    const sums = this.days.get(day.date) ?? [];
    this.days.set(day.date, sums);
    sums[slot] = sumOf(day.minutes, slot, day.tokens.length);
  }
}

export interface Difference {
  readonly compared: number;
  /** Slots. */
  readonly wrong: readonly number[];
  readonly missing: readonly number[];
}

/** @param right what the feed has */
export function differenceOf(right: SlotSums, mine: SlotSums = []): Difference {
  const slots = [...right.keys()].filter((slot) => right[slot] !== undefined);
  return {
    compared: slots.length,
    wrong: slots.filter((slot) => mine[slot] !== undefined && mine[slot] !== right[slot]),
    missing: slots.filter((slot) => mine[slot] === undefined),
  };
}
