/**
 * Rooms of the open day that are listed and not made yet: their contracts are known, their figures are not. To make one is
 * to run it from its open, or to let it stand where the journal ends; its room-day then has previous figures, minutes and
 * live columns. With six hundred rooms of stocks that takes longer than anybody waits for a start.
 */
import { MISSING_MINUTE, type RoomDay, slotColumns, writeSlot } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { TradingDay } from "../../../market/feed.ts";
import { openMinutes } from "../../../market/minutes/pack-room.ts";
import { type DayPair, type RoomSoFar, roomAfter, roomAt } from "./fast-forward.ts";
import type { LiveRoom } from "./live-room.ts";
import { type RoomStand, resumedRoom, showPrevious, standOf } from "./resumed-rooms.ts";
import { roomDayOf } from "./room-days.ts";

interface ListedRoom {
  readonly day: RoomDay;
  /** How it stands in the journal; undefined where it is to be run from its open. */
  readonly stand: RoomStand | undefined;
}

export class ListedRooms {
  readonly #days: DayPair;
  readonly #second: number;
  readonly #waiting = new Map<RoomName, ListedRoom>();

  /**
   * @param names option rooms that the day lists, in the order in which they are to be made
   * @param known what the journal knows of the day
   * @param second of the day at which it is opened, a whole minute: rooms are made as of then
   */
  constructor(days: DayPair, names: readonly RoomName[], known: TradingDay | undefined, second: number) {
    this.#days = days;
    this.#second = second;
    const journalled = new Map(known?.rooms.map((room) => [room.room, room]));
    for (const name of names) {
      const contracts = days.day.contracts(name);
      if (!contracts) continue;
      const known = journalled.get(name);
      const day = roomDayOf(contracts, openMinutes);
      if (known) showPrevious(known, day);
      // Now: the book takes the journal's minutes over when the day is opened.
      this.#waiting.set(name, { day, stand: known && standOf(known, second) });
    }
  }

  /** Rooms that are still to be made. */
  get left(): number {
    return this.#waiting.size;
  }

  /** Their names, the next to be made first. */
  get names(): IterableIterator<RoomName> {
    return this.#waiting.keys();
  }

  dayOf(name: RoomName): RoomDay | undefined {
    return this.#waiting.get(name)?.day;
  }

  /** The room as of the opening of the day; undefined where it is not to be made. */
  make(name: RoomName): LiveRoom | undefined {
    const room = this.#take(name);
    if (!room) return undefined;
    const { day, stand } = room;
    const resumed = stand && resumedRoom(this.#days.day, name, stand, day);
    return resumed ?? this.#again(day, (into) => roomAt(this.#days, name, this.#second, into));
  }

  /** The same of a room that another thread ran. */
  takeRun(name: RoomName, run: RoomSoFar): LiveRoom | undefined {
    const room = this.#take(name);
    return room && this.#again(room.day, (into) => roomAfter(this.#days.day, name, run, into));
  }

  #take(name: RoomName): ListedRoom | undefined {
    const room = this.#waiting.get(name);
    this.#waiting.delete(name);
    return room;
  }

  /** Minutes that the book has put into the room-day meanwhile, from the journal, stay as they were published. */
  #again(day: RoomDay, run: (into: RoomDay) => LiveRoom | undefined): LiveRoom | undefined {
    const earlier = day.minutes;
    day.minutes = openMinutes(day, earlier.slots, earlier.fields);
    const live = run(day);
    for (let slot = 0; slot < earlier.slots; slot++) {
      const state = earlier.state[slot] ?? MISSING_MINUTE;
      if (state !== MISSING_MINUTE) writeSlot(day.minutes, slot, slotColumns(earlier, slot), day.tokens.length, state);
    }
    return live;
  }
}
