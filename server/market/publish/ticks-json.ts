/**
 * Ticks as JSON carries them, on the stock path and in replies: prices in rupees, absent as null. An option room's are
 * arrays in FIELDS order; a futures room's are [ltp, vwap, oi, vol, previous close, high, low].
 */
import {
  type ColumnSet,
  FIELD_COUNT,
  FIELDS,
  HIGH,
  isPriceField,
  LOW,
  LTP,
  lastFilledSlot,
  OI,
  type RoomDay,
  slotColumns,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { isFuturesSymbol } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";

export type Tick = (number | null)[];
export type TickMap = Record<string, Tick>;

const IS_PRICE: readonly boolean[] = FIELDS.map((_, field) => isPriceField(field));

type RoomOfTicks = Pick<RoomDay, "symbol" | "priceScale" | "tokens">;

/** The tick of a row as its kind of room writes it. `cell` is the row's in `columns`; an empty column is a field that the source does not have. */
export function tickOf(
  { symbol, priceScale, tokens }: RoomOfTicks,
  columns: ColumnSet,
  cell: number,
  row: number,
): Tick {
  if (!isFuturesSymbol(symbol)) return tickAt(columns, cell, priceScale);
  const figure = (field: number): number | null => figureAt(columns, cell, priceScale, field);
  const previous = tokens.prevClose[row];
  return [
    figure(LTP),
    figure(VWAP),
    figure(OI),
    figure(VOL),
    previous === ABSENT ? null : previous / priceScale,
    figure(HIGH),
    figure(LOW),
  ];
}

function tickAt(columns: ColumnSet, cell: number, scale: number): Tick {
  const tick: Tick = new Array(FIELD_COUNT);
  for (let field = 0; field < FIELD_COUNT; field++) tick[field] = figureAt(columns, cell, scale, field);
  return tick;
}

function figureAt(columns: ColumnSet, cell: number, scale: number, field: number): number | null {
  const value = columns[field].length === 0 ? ABSENT : columns[field][cell];
  return value === ABSENT ? null : IS_PRICE[field] ? value / scale : value;
}

/** Every contract's last tick, by token. */
export function liveTicks(room: RoomOfTicks & Pick<RoomDay, "live">): TickMap {
  const map: TickMap = {};
  const { tokens } = room;
  for (let row = 0; row < tokens.length; row++) map[tokens.token[row]] = tickOf(room, room.live.columns, row, row);
  return map;
}

/** Every contract's tick at the last closed minute, by token; none before the first. */
export function closedTicks(room: RoomDay): TickMap {
  const slot = lastFilledSlot(room.minutes);
  return slot < 0 ? {} : slotTicks(room, slot);
}

/** Every contract's tick at a slot, by token. */
export function slotTicks(room: RoomDay, slot: number): TickMap {
  const map: TickMap = {};
  const { tokens, minutes } = room;
  const { columns, base } = slotColumns(minutes, slot);
  for (let row = 0; row < tokens.length; row++) {
    map[tokens.token[row]] = tickOf(room, columns, base + row, row);
  }
  return map;
}
