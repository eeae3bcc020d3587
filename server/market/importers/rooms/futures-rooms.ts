/**
 * Futures rooms of a day: the futures that its other rooms have, by exchange and expiry, one row an underlying. What an
 * earlier import of the day put there of other underlyings stays.
 */
import {
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  hasField,
  MISSING_MINUTE,
  type RoomDay,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  FUT,
  futuresRoomName,
  futuresSymbol,
  isFuturesSymbol,
  type RoomName,
  rowSymbol,
} from "#contract/domain/instruments.ts";

interface FutureRow {
  readonly room: RoomDay;
  readonly row: number;
  readonly symbol: string;
}

export const isFuturesRoom = ({ symbol }: Pick<RoomDay, "symbol">): boolean => isFuturesSymbol(symbol);

/** The futures room that a room's future belongs to; undefined where it has none. */
export function futuresRoomOf({ tokens, exchange, expiry }: RoomDay): RoomName | undefined {
  const has = tokens.type.subarray(0, tokens.length).includes(FUT);
  return has ? futuresRoomName(exchange, expiry) : undefined;
}

/**
 * @param rooms rooms of one underlying each, finished.
 * @param former futures rooms of earlier imports of the day that these replace.
 */
export function futuresRooms(rooms: readonly RoomDay[], former: readonly RoomDay[]): RoomDay[] {
  const byName = new Map<RoomName, FutureRow[]>();
  for (const room of rooms) {
    const name = futuresRoomOf(room);
    if (name === undefined) continue;
    const row = room.tokens.type.subarray(0, room.tokens.length).indexOf(FUT);
    byName.set(name, [...(byName.get(name) ?? []), { room, row, symbol: room.symbol }]);
  }
  return Array.from(byName, ([name, brought]) => {
    const symbols = new Set(brought.map(({ symbol }) => symbol));
    const kept = former.filter(({ room }) => room === name).flatMap(rowsOf);
    return joined([...brought, ...kept.filter(({ symbol }) => !symbols.has(symbol))]);
  });
}

const rowsOf = (room: RoomDay): FutureRow[] =>
  Array.from({ length: room.tokens.length }, (_, row) => ({ room, row, symbol: rowSymbol(room, row) }));

function joined(futures: readonly FutureRow[]): RoomDay {
  const sorted = [...futures].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const [{ room: first }] = sorted;
  const fields = sorted.reduce((mask, { room }) => mask | room.minutes.fields, 0);
  const day: RoomDay = {
    ...first,
    room: futuresRoomName(first.exchange, first.expiry),
    symbol: futuresSymbol(first.exchange),
    cadence: Math.max(...sorted.map(({ room }) => room.cadence)),
    tokens: createTokenTable(sorted.length),
    live: createLiveColumns(sorted.length),
    minutes: createMinuteColumns(sorted.length, first.minutes.slots, fields),
  };
  day.tokens.length = sorted.length;
  day.tokens.symbol = sorted.map(({ symbol }) => symbol);
  for (const [to, { room, row }] of sorted.entries()) copyFuture(room, row, day, to);
  return day;
}

const TOKEN_COLUMNS = ["token", "type", "strike", "lotSize", "prevClose", "prevOi", "prevVol"] as const;

function copyFuture(room: RoomDay, row: number, day: RoomDay, to: number): void {
  for (const column of TOKEN_COLUMNS) day.tokens[column][to] = room.tokens[column][row];
  const { minutes } = day;
  for (let slot = 0; slot < minutes.slots; slot++) {
    if (room.minutes.state[slot] === MISSING_MINUTE) continue;
    minutes.state[slot] = COMPLETE;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(room.minutes.fields, field)) continue;
      minutes.columns[field][slot * minutes.stride + to] =
        room.minutes.columns[field][slot * room.minutes.stride + row];
    }
  }
}
