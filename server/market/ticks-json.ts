/** Ticks as the stock path's JSON carries them: arrays in FIELDS order, prices in rupees, absent as null. */
import {
  type ColumnSet,
  FIELD_COUNT,
  FIELDS,
  isPriceField,
  type RoomDay,
  slotColumns,
} from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";

export type Tick = (number | null)[];
export type TickMap = Record<string, Tick>;

const IS_PRICE: readonly boolean[] = FIELDS.map((_, field) => isPriceField(field));

/** The tick at a cell of columns; a column of length zero is a field that the source does not have. */
export function tickAt(columns: ColumnSet, cell: number, scale: number): Tick {
  const tick: Tick = new Array(FIELD_COUNT);
  for (let field = 0; field < FIELD_COUNT; field++) {
    const value = columns[field].length === 0 ? ABSENT : columns[field][cell];
    tick[field] = value === ABSENT ? null : IS_PRICE[field] ? value / scale : value;
  }
  return tick;
}

/** Every contract's last tick, by token. */
export function liveTicks(room: RoomDay): TickMap {
  const map: TickMap = {};
  const { tokens } = room;
  for (let row = 0; row < tokens.length; row++)
    map[tokens.token[row]] = tickAt(room.live.columns, row, room.priceScale);
  return map;
}

/** Every contract's tick at a slot, by token. */
export function slotTicks(room: RoomDay, slot: number): TickMap {
  const map: TickMap = {};
  const { tokens, minutes } = room;
  const { columns, base } = slotColumns(minutes, slot);
  for (let row = 0; row < tokens.length; row++) {
    map[tokens.token[row]] = tickAt(columns, base + row, room.priceScale);
  }
  return map;
}
