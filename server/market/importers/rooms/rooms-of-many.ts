/**
 * Rooms of a day with rows of many underlyings, made of its rooms of one. A futures room has the futures of an exchange and
 * expiry; what an earlier import of the day put there of other underlyings stays. A spot room has the spots beside them.
 */
import {
  COMPLETE,
  CORE_FIELDS,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  type FieldMask,
  fieldMask,
  hasField,
  isPriceField,
  MISSING_MINUTE,
  type RoomDay,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  EQ,
  FUT,
  futuresRoomName,
  futuresSymbol,
  isCurrency,
  isFuturesSymbol,
  isManySymbol,
  isSpotSymbol,
  type RoomName,
  rowSymbol,
  spotRoomName,
  spotSymbol,
} from "#contract/domain/instruments.ts";
import { ABSENT, minute, type PriceScale } from "#contract/domain/units.ts";

interface OneRow {
  readonly room: RoomDay;
  readonly row: number;
  readonly symbol: string;
}

type Named = Pick<RoomDay, "symbol">;
export const isFuturesRoom = ({ symbol }: Named): boolean => isFuturesSymbol(symbol);
export const isSpotRoom = ({ symbol }: Named): boolean => isSpotSymbol(symbol);
export const isRoomOfMany = ({ symbol }: Named): boolean => isManySymbol(symbol);

/** The futures room that a room's future belongs to; undefined where it has none. */
export function futuresRoomOf(room: RoomDay): RoomName | undefined {
  return rowOf(room, FUT) < 0 ? undefined : futuresRoomName(room.exchange, room.expiry);
}

const rowOf = ({ tokens }: RoomDay, type: number): number => tokens.type.subarray(0, tokens.length).indexOf(type);

/**
 * @param rooms rooms of one underlying each, finished.
 * @param former futures rooms of earlier imports of the day that these replace.
 */
export function futuresRooms(rooms: readonly RoomDay[], former: readonly RoomDay[]): RoomDay[] {
  const byName = new Map<RoomName, OneRow[]>();
  for (const room of rooms) {
    const name = futuresRoomOf(room);
    if (name === undefined) continue;
    byName.set(name, [...(byName.get(name) ?? []), { room, row: rowOf(room, FUT), symbol: room.symbol }]);
  }
  return Array.from(byName, ([name, brought]) => {
    const symbols = new Set(brought.map(({ symbol }) => symbol));
    const kept = former.filter(({ room }) => room === name).flatMap(rowsOf);
    const [{ room }] = brought;
    return joined({ ...room, room: name, symbol: futuresSymbol(room.exchange) }, [
      ...brought,
      ...kept.filter(({ symbol }) => !symbols.has(symbol)),
    ]);
  });
}

/** What sources tell of a spot. */
const SPOT_FIELDS: FieldMask = CORE_FIELDS | fieldMask(["open", "high", "low"]);

/** The spots of a day's rooms, kept without the chains beside them. */
export class DaySpots {
  /** Rooms of one row each, the nearest expiry last. */
  readonly #besideFutures: RoomDay[] = [];
  readonly #others: RoomDay[] = [];

  /** @param room of one underlying; those of an underlying come by expiry */
  add(room: RoomDay): void {
    const row = rowOf(room, EQ);
    if (row < 0 || isCurrency(room.symbol)) return;
    const spot = joined(room, [{ room, row, symbol: room.symbol }], SPOT_FIELDS);
    (rowOf(room, FUT) < 0 ? this.#others : this.#besideFutures).unshift(spot);
  }

  /**
   * The spot rooms beside futures rooms: of each exchange, the spots of what has futures, named after the nearest of these that
   * is not a currency's. Where several rooms tell a spot at a minute, that of the nearest future counts: both were captured at once.
   * @param futures all futures rooms of the day
   */
  roomsBeside(futures: readonly RoomDay[]): RoomDay[] {
    const rows = [...this.#others, ...this.#besideFutures].map((room) => ({ room, row: 0, symbol: room.symbol }));
    const listed = futures.flatMap(rowsOf).filter(({ symbol }) => !isCurrency(symbol));
    return [...new Set(listed.map(({ room }) => room.exchange))].flatMap((exchange) => {
      const own = listed.filter(({ room }) => room.exchange === exchange);
      const symbols = new Set(own.map(({ symbol }) => symbol));
      const spots = rows.filter(({ symbol, room }) => room.exchange === exchange && symbols.has(symbol));
      const [expiry] = own.map(({ room }) => room.expiry).sort();
      const [first] = spots;
      if (first === undefined || expiry === undefined) return [];
      const names = { room: spotRoomName(exchange, expiry), symbol: spotSymbol(exchange), expiry };
      return [joined({ ...first.room, ...names }, spots)];
    });
  }
}

const rowsOf = (room: RoomDay): OneRow[] =>
  Array.from({ length: room.tokens.length }, (_, row) => ({ room, row, symbol: rowSymbol(room, row) }));

/**
 * A room of these rows, by underlying. Of rows of one underlying the last that knows a figure counts.
 * @param head what the room is called
 */
function joined(
  head: Pick<RoomDay, "room" | "symbol" | "exchange" | "expiry" | "date" | "source">,
  rows: readonly OneRow[],
  fields: FieldMask = rows.reduce((mask, { room }) => mask | room.minutes.fields, 0),
): RoomDay {
  const { room, symbol, exchange, expiry, date, source } = head;
  const names = [...new Set(rows.map((one) => one.symbol))].sort();
  const rooms = rows.map((one) => one.room);
  const open = Math.min(...rooms.map((one) => one.open));
  const slots = Math.max(...rooms.map((one) => one.open + one.minutes.slots)) - open;
  const day: RoomDay = {
    room,
    symbol,
    exchange,
    expiry,
    date,
    source,
    priceScale: Math.max(...rooms.map((one) => one.priceScale)) as PriceScale,
    open: minute(open),
    cadence: Math.max(...rooms.map((one) => one.cadence)),
    tokens: createTokenTable(names.length),
    live: createLiveColumns(names.length),
    minutes: createMinuteColumns(names.length, slots, fields),
  };
  day.tokens.length = names.length;
  day.tokens.symbol = names;
  for (const one of rows) copyRow(one, day, names.indexOf(one.symbol));
  return day;
}

const TOKEN_COLUMNS = ["token", "type", "strike", "lotSize", "prevOi", "prevVol"] as const;

function copyRow({ room, row }: OneRow, day: RoomDay, to: number): void {
  const scale = day.priceScale / room.priceScale;
  const { tokens, minutes } = day;
  for (const column of TOKEN_COLUMNS) tokens[column][to] = room.tokens[column][row];
  const close = room.tokens.prevClose[row];
  if (close !== ABSENT) tokens.prevClose[to] = close * scale;
  const later = room.open - day.open;
  for (let slot = 0; slot < room.minutes.slots; slot++) {
    if (room.minutes.state[slot] === MISSING_MINUTE) continue;
    minutes.state[slot + later] = COMPLETE;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(room.minutes.fields & minutes.fields, field)) continue;
      const value = room.minutes.columns[field][slot * room.minutes.stride + row];
      if (value === ABSENT) continue;
      const at = (slot + later) * minutes.stride + to;
      minutes.columns[field][at] = isPriceField(field) ? value * scale : value;
    }
  }
}
