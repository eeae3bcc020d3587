/**
 * Ticks as the stock path's JSON carries them: arrays in FIELDS order, prices in rupees, absent as null. In a futures room
 * the previous close stands where an option's open is: its screens show the change since then.
 */
import { type ColumnSet, FIELD_COUNT, FIELDS, isPriceField, OPEN, type RoomDay } from "#contract/domain/columns.ts";
import { isFuturesSymbol } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";

export type Tick = (number | null)[];
export type TickMap = Record<string, Tick>;

/** A room whose ticks are written: its contracts and the scale of its prices. */
export type TickRoom = Pick<RoomDay, "symbol" | "priceScale" | "tokens">;

const IS_PRICE: readonly boolean[] = FIELDS.map((_, field) => isPriceField(field));

const figureOf = (value: number, field: number, scale: number): number | null =>
  value === ABSENT ? null : IS_PRICE[field] ? value / scale : value;

/** The tick of a row at a cell of columns; a column of length zero is a field that the source does not have. */
export function tickAt(room: TickRoom, row: number, columns: ColumnSet, cell: number): Tick {
  const { priceScale, tokens } = room;
  const tick: Tick = new Array(FIELD_COUNT);
  for (let field = 0; field < FIELD_COUNT; field++) {
    tick[field] = figureOf(columns[field].length === 0 ? ABSENT : columns[field][cell], field, priceScale);
  }
  if (isFuturesSymbol(room.symbol)) tick[OPEN] = figureOf(tokens.prevClose[row], OPEN, priceScale);
  return tick;
}

/** Every contract's last tick, by token. */
export function liveTicks(room: TickRoom & Pick<RoomDay, "live">): TickMap {
  const map: TickMap = {};
  const { tokens, live } = room;
  for (let row = 0; row < tokens.length; row++) map[tokens.token[row]] = tickAt(room, row, live.columns, row);
  return map;
}

/** Every contract's tick at a slot, by token. */
export function slotTicks(room: RoomDay, slot: number): TickMap {
  const map: TickMap = {};
  const { tokens, minutes } = room;
  for (let row = 0; row < tokens.length; row++) {
    map[tokens.token[row]] = tickAt(room, row, minutes.columns, slot * minutes.stride + row);
  }
  return map;
}
