/** One trading day while files of it are read: its rooms, and the lines that reach them. */
import type { RoomDay } from "#contract/domain/columns.ts";
import { type RoomName, UNDERLYINGS } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";
import {
  type ChainFormat,
  type ChainLine,
  ImportError,
  MOST_BAD,
  RowError,
  type Sighting,
} from "../formats/chain-format.ts";
import { type BrokenSnapshot, dropBroken } from "./broken-snapshots.ts";
import type { Cells } from "./cells.ts";
import { crossCheck, type Doubt } from "./cross-checks.ts";
import { createRepairs, finishRoom, type RoomRepairs } from "./finish-room.ts";
import { type LostRows, markPartial } from "./lost-rows.ts";
import type { FilledPrevious } from "./previous-day.ts";
import { RoomBuilder, repeated } from "./room-builder.ts";
import { DaySpots, futuresRoomOf, futuresRooms, isFuturesRoom } from "./rooms-of-many.ts";
import { dropStaleFutures, type StaleAnswer } from "./stale-futures.ts";
import { type RoomFacts, roomFacts } from "./symbol-facts.ts";
import { TokenNumbers } from "./token-numbers.ts";

interface Placed {
  readonly room: RoomBuilder;
  readonly slot: number;
  readonly cells: Cells;
}

export class DayBuilder {
  readonly date: IsoDate;
  /** Names of the files that gave lines. */
  readonly files = new Set<string>();
  readonly repairs: RoomRepairs = createRepairs();
  readonly broken: BrokenSnapshot[] = [];
  readonly stale: StaleAnswer[] = [];
  readonly doubts: Doubt[] = [];
  readonly lost: LostRows[] = [];
  /** Set once the preceding day has been asked. */
  previous: FilledPrevious | undefined;
  readonly tokens = new TokenNumbers();
  #lines = 0;
  readonly #facts: MarketFacts;
  readonly #rooms = new Map<string, RoomBuilder>();

  constructor(date: IsoDate, facts: MarketFacts) {
    this.date = date;
    this.#facts = facts;
  }

  /** The rooms that have data: by underlying, the product's own first, then by expiry. */
  get rooms(): readonly RoomBuilder[] {
    return [...this.#rooms.values()].filter((room) => !room.isEmpty).sort((a, b) => compareRooms(a.day, b.day));
  }

  /**
   * All of a line, or nothing of it.
   * @returns whether it fills a minute: a later snapshot may already have it, or it is from before the open.
   * @throws RowError when it cannot be of this day; ImportError when the file cannot be added to it.
   */
  add(line: ChainLine, format: ChainFormat, number: number, file: string): boolean {
    this.#lines++;
    if (format.tellsPreviousOi === true && this.#addBeforeOpen(line, format)) return false;
    if (format.tellsClose !== false && this.#addAfterClose(line, format, number)) return true;
    const placed = line.sightings.map((sighting) => this.#place(sighting, line.second, format));
    for (const { room, slot, cells } of placed) {
      const earlier = room.lineOf(slot, line.second, cells);
      if (earlier > 0) throw repeated(earlier);
    }
    let counts = false;
    for (const { room, slot, cells } of placed) if (room.put(slot, line.second, cells, number, file)) counts = true;
    return counts;
  }

  /** Why nothing of the day should be kept, once settled; undefined where it may be. */
  get whyRefused(): string | undefined {
    const grave = this.doubts.filter(({ graveLines }) => graveLines > 0);
    const bad = grave.reduce((sum, { graveLines }) => sum + graveLines, 0);
    if (bad <= this.#lines * MOST_BAD) return undefined;
    const [{ room, what, at }] = grave;
    return `${room}: ${what}, first at ${at}: more than ${MOST_BAD * 100} % of the day is doubtful, so nothing of it is written (--force writes it)`;
  }

  /** After the last line: takes out snapshots that are evidently broken, and settles what all lines together tell. */
  settle(): void {
    const [lastFile = ""] = [...this.files].slice(-1);
    for (const room of this.#rooms.values()) {
      room.settleClosing(lastFile);
      this.broken.push(...dropBroken(room));
      this.stale.push(...dropStaleFutures(room));
      room.settleSpot();
      this.doubts.push(...crossCheck(room, this.#facts));
      this.lost.push(...markPartial(room));
    }
    this.broken.sort((a, b) => a.at - b.at);
  }

  facts(): RoomFacts[] {
    return this.rooms.map(({ day }) => roomFacts(day));
  }

  /** The rooms that {@link finish} gives beside the kept ones, without the spot rooms: those are made of all. */
  get names(): ReadonlySet<RoomName> {
    const names = this.rooms.flatMap(({ day }) => [day.room, futuresRoomOf(day)]);
    return new Set(names.filter((name) => name !== undefined));
  }

  /**
   * Each room once, finished.
   * @param kept rooms of the day from earlier imports, which take their place in the order; no spot rooms.
   * @param formerFutures futures rooms of earlier imports, whose other underlyings stay.
   */
  *finish(kept: readonly RoomDay[], formerFutures: readonly RoomDay[]): Generator<RoomDay> {
    const withFutures: RoomDay[] = [];
    const spots = new DaySpots();
    const order = [...this.rooms, ...kept.filter((room) => !isFuturesRoom(room))];
    for (const room of order.sort((a, b) => compareRooms(dayOf(a), dayOf(b)))) {
      const isBrought = room instanceof RoomBuilder;
      const day = isBrought ? finishRoom(room, this.tokens, this.repairs) : room;
      if (isBrought && futuresRoomOf(day) !== undefined) withFutures.push(day);
      spots.add(day);
      yield day;
    }
    const futures = [...futuresRooms(withFutures, formerFutures), ...kept.filter(isFuturesRoom)];
    yield* futures.sort(compareRooms);
    yield* spots.roomsBeside(futures);
  }

  /** @returns whether the line is from before the open. */
  #addBeforeOpen({ sightings, second }: ChainLine, format: ChainFormat): boolean {
    const placed = this.#outside(sightings, format);
    if (!placed.every(({ room }) => room.isBeforeOpen(second))) return false;
    for (const { room, cells } of placed) room.putBeforeOpen(second, cells);
    return true;
  }

  /** @returns whether the line is from after the close. */
  #addAfterClose({ sightings, second }: ChainLine, format: ChainFormat, number: number): boolean {
    if (!sightings.every((sighting) => this.#roomOf(sighting, format).isAfterClose(second))) return false;
    for (const { room, cells } of this.#outside(sightings, format)) room.putAfterClose(second, cells, number);
    return true;
  }

  #outside(sightings: readonly Sighting[], format: ChainFormat): Pick<Placed, "room" | "cells">[] {
    return sightings.map((sighting) => {
      const room = this.#roomOf(sighting, format);
      return { room, cells: room.cellsOf(sighting) };
    });
  }

  #place(sighting: Sighting, second: number, format: ChainFormat): Placed {
    const room = this.#roomOf(sighting, format);
    return { room, slot: room.slotAt(second), cells: room.cellsOf(sighting) };
  }

  #roomOf({ symbol, expiry }: Sighting, format: ChainFormat): RoomBuilder {
    const key = `${symbol} ${expiry}`;
    const known = this.#rooms.get(key);
    if (known !== undefined) {
      if (known.format === format) return known;
      throw new ImportError(
        `${known.day.room} of ${this.date} comes from a ${known.format.name} already: formats do not mix in a room`,
      );
    }
    if (expiry < this.date) throw new RowError(`the expiry ${expiry} is before the day, ${this.date}`);
    const lot = this.#facts.lotSize(symbol, expiry, this.date);
    if (lot === undefined) throw new RowError(`no lot size is known for ${JSON.stringify(symbol)}`);
    const room = new RoomBuilder(symbol, expiry, this.date, lot, format);
    this.#rooms.set(key, room);
    return room;
  }
}

const dayOf = (room: RoomBuilder | RoomDay): RoomDay => (room instanceof RoomBuilder ? room.day : room);

const RANKS = new Map(UNDERLYINGS.map(({ symbol }, rank) => [symbol, rank]));
const rankOf = (symbol: string): number => RANKS.get(symbol) ?? UNDERLYINGS.length;

function compareRooms(a: RoomDay, b: RoomDay): number {
  if (a.symbol !== b.symbol) return rankOf(a.symbol) - rankOf(b.symbol) || (a.symbol < b.symbol ? -1 : 1);
  return a.expiry < b.expiry ? -1 : 1;
}
