/** The open day at an edge: what the feed told of it, and a mirror of each room. */
import type { Source } from "#contract/domain/columns.ts";
import type { RoomName, TokenTable } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { decodeRoomDay } from "#contract/wire/room-day-blob.ts";
import type { SymbolFacts } from "../market/feed.ts";
import type { OpenDay } from "../market/open-day/open-day.ts";
import type { DayAnswer } from "./bus-messages.ts";
import { RoomMirror } from "./room-mirror.ts";

export interface MirroredDay extends OpenDay {
  readonly date: IsoDate;
  readonly source: Source;
  readonly symbols: readonly SymbolFacts[];
  readonly rooms: ReadonlyMap<RoomName, RoomMirror>;
}

/** @throws RoomDayError for rooms that this version cannot read. */
export function mirrorDay({ date, source, symbols, rooms }: DayAnswer): MirroredDay {
  const mirrors = rooms.map((bytes) => new RoomMirror(decodeRoomDay(bytes).day));
  return { date, source, symbols, rooms: new Map(mirrors.map((mirror) => [mirror.day.room, mirror])) };
}

/**
 * `known` as the leader's newer answer has it, where that is the same day of the same contracts, so that whoever follows
 * rooms goes on with them; else undefined. Contracts may have been appended meanwhile: a room that is followed hears of
 * them by its frames, the others are replaced.
 */
export function continued(
  known: MirroredDay,
  fresh: MirroredDay,
  isFollowed: (room: RoomName) => boolean,
): MirroredDay | undefined {
  if (known.date !== fresh.date || known.source !== fresh.source || known.rooms.size !== fresh.rooms.size) {
    return undefined;
  }
  const rooms = new Map<RoomName, RoomMirror>();
  for (const [name, room] of known.rooms) {
    const other = fresh.rooms.get(name);
    if (other === undefined || !isOneTable(room.day.tokens, other.day.tokens)) return undefined;
    rooms.set(name, isFollowed(name) ? room : other);
  }
  return { ...fresh, rooms };
}

/** Whether one of the two is the beginning of the other. */
function isOneTable(a: TokenTable, b: TokenTable): boolean {
  const rows = Math.min(a.length, b.length);
  for (let row = 0; row < rows; row++) if (a.token[row] !== b.token[row]) return false;
  return true;
}
