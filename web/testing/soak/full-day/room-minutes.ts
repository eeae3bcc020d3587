/**
 * What clients have of a room's minutes, told by checksums. The figures behind a checksum are kept once, whoever has them, so that
 * those that turn out to be wrong can be shown.
 */
import { type ColumnSet, MISSING_MINUTE, type RoomDay, slotColumns } from "#contract/domain/columns.ts";
import { stateChecksum } from "#contract/wire/frame.ts";
import type { FeedUpdate } from "#contract/worker/feed-api.ts";

/** Checksum by slot; undefined where there is no minute. */
export type SlotSums = (number | undefined)[];

/** The figures of one minute, a row for each contract. */
export function figuresAt({ minutes, tokens }: RoomDay, slot: number): ColumnSet {
  const { columns, base } = slotColumns(minutes, slot);
  return columns.map((column) => column.subarray(base, base + tokens.length));
}

/** Of each minute that the day has. */
export const sumsOf = (day: RoomDay): SlotSums =>
  Array.from(day.minutes.state, (state, slot) =>
    state === MISSING_MINUTE ? undefined : stateChecksum(figuresAt(day, slot), day.tokens.length),
  );

/** Every version of every minute that any client has had. */
export class MinuteFigures {
  readonly #of = new Map<string, ColumnSet>();

  /** @returns their checksum */
  keep({ room, date, tokens }: RoomDay, slot: number, columns: ColumnSet): number {
    const sum = stateChecksum(columns, tokens.length);
    const key = keyOf(room, date, slot, sum);
    if (!this.#of.has(key))
      this.#of.set(
        key,
        columns.map((column) => column.slice(0, tokens.length)),
      );
    return sum;
  }

  of({ room, date }: RoomDay, slot: number, sum: number): ColumnSet | undefined {
    return this.#of.get(keyOf(room, date, slot, sum));
  }
}

const keyOf = (room: string, date: string, slot: number, sum: number): string => `${date} ${room} ${slot} ${sum}`;

/** What one client has of its room. A day that is over is as it was when the next one took its place. */
export class ClientMinutes {
  /** By date. */
  readonly days = new Map<string, SlotSums>();
  readonly #figures: MinuteFigures;
  #day: RoomDay | undefined;

  constructor(figures: MinuteFigures) {
    this.#figures = figures;
  }

  /** Of the day that it shows. */
  get date(): string | undefined {
    return this.#day?.date;
  }

  /** What its feed tells a reader of the room. A day that is loaded takes the place of all that was known of it. */
  hear(update: FeedUpdate): void {
    if (update.type === "room") {
      const { day } = update;
      this.#day = day;
      this.days.set(
        day.date,
        Array.from(day.minutes.state, (state, slot) =>
          state === MISSING_MINUTE ? undefined : this.#figures.keep(day, slot, figuresAt(day, slot)),
        ),
      );
    } else if (update.type === "minute" && this.#day !== undefined) {
      const sums = this.days.get(this.#day.date) ?? [];
      sums[update.slot] = this.#figures.keep(this.#day, update.slot, update.values);
    }
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
