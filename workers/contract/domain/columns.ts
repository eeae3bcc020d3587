/**
 * The market tables: columns, not objects.
 *
 * A table is a length plus typed arrays, one row per contract, fields as columns; a row has the same index in the
 * token table, the live columns and the minute columns of its room. Prices are Int32 scaled by the room's price
 * scale; OI, volume and quantities are Float64 (expiry-day volumes pass 2^31). ABSENT (-1) marks what the source
 * does not have.
 */
import type { Exchange, RoomName, TokenTable } from "./instruments.ts";
import { ABSENT, type IsoDate, type Minute, type PriceScale } from "./units.ts";

/**
 * The eleven tick fields in the order of the wire's option-chain tick. High and low are those of the day so far, in ticks and
 * in minutes alike: the high of a minute is the highest price since the open, not that within the minute.
 */
export const FIELDS = ["ltp", "vwap", "oi", "vol", "open", "high", "low", "bid", "bidQty", "ask", "askQty"] as const;
export const FIELD_COUNT = 11;
export type Field = (typeof FIELDS)[number];

export const LTP = 0;
export const VWAP = 1;
export const OI = 2;
export const VOL = 3;
export const OPEN = 4;
export const HIGH = 5;
export const LOW = 6;
export const BID = 7;
export const BID_QTY = 8;
export const ASK = 9;
export const ASK_QTY = 10;

/** Whether a field is a scaled price (Int32 column) or a quantity (Float64 column). */
export const isPriceField = (field: number): boolean =>
  field !== OI && field !== VOL && field !== BID_QTY && field !== ASK_QTY;

/** A set of fields as a bit mask: bit i is FIELDS[i]. */
export type FieldMask = number;
export const ALL_FIELDS: FieldMask = (1 << FIELD_COUNT) - 1;
/** Minute columns always have these. */
export const CORE_FIELDS: FieldMask = (1 << LTP) | (1 << OI) | (1 << VOL);
export const fieldMask = (fields: readonly Field[]): FieldMask =>
  fields.reduce((mask, field) => mask | (1 << FIELDS.indexOf(field)), 0);
export const hasField = (mask: FieldMask, field: number): boolean => (mask & (1 << field)) !== 0;

/** One column: Int32 for prices, Float64 for quantities, in FIELDS order. */
export type Column = Int32Array | Float64Array;
/** One column per field, in FIELDS order. */
export type ColumnSet = readonly Column[];

/** The last tick of each contract. */
export interface LiveColumns {
  readonly capacity: number;
  readonly columns: ColumnSet;
}

export function createColumns(capacity: number): ColumnSet {
  return FIELDS.map((_, field) =>
    (isPriceField(field) ? new Int32Array(capacity) : new Float64Array(capacity)).fill(ABSENT),
  );
}

export const createLiveColumns = (capacity: number): LiveColumns => ({ capacity, columns: createColumns(capacity) });

/** What is known of a minute. A partial minute is one during which the feed was down for a while. */
export const MISSING_MINUTE = 0;
export const COMPLETE = 1;
export const PARTIAL = 2;

/**
 * The day by minute. Cell of (slot, row) is `slot * stride + row`: one minute is contiguous, so that a replay step
 * and a live append are one copy. A carried-forward value of an untraded contract is data; a missing minute is not.
 */
export interface MinuteColumns {
  /** Rows per slot, at least the token table's length. */
  readonly stride: number;
  /** Slots of the session (its points): 376 for 09:15-15:30. */
  readonly slots: number;
  /** Which fields the source has; the columns of the others are zero-length. */
  readonly fields: FieldMask;
  /** MISSING_MINUTE, COMPLETE or PARTIAL by slot. */
  readonly state: Uint8Array;
  /** The whole day. Where minutes are kept packed this unpacks them: read them before returning, and one slot by {@link slotColumns}. */
  readonly columns: ColumnSet;
  /** Where minutes are kept packed: one slot of them. */
  slotColumns?(slot: number): SlotColumns;
  writeSlot?(slot: number, from: SlotColumns, rows: number, state: number): void;
}

/** One slot: cell of a row is `base + row`. */
export interface SlotColumns {
  readonly columns: ColumnSet;
  readonly base: number;
}

/** The columns of one slot, whatever keeps them: valid until the next call. */
export const slotColumns = (minutes: MinuteColumns, slot: number): SlotColumns =>
  minutes.slotColumns?.(slot) ?? { columns: minutes.columns, base: slot * minutes.stride };

/** Puts the first `rows` rows of a slot, as they stand in `from`, and its state. Fields that `from` lacks stay absent. */
export function writeSlot(minutes: MinuteColumns, slot: number, from: SlotColumns, rows: number, state: number): void {
  if (minutes.writeSlot) {
    minutes.writeSlot(slot, from, rows, state);
    return;
  }
  for (let field = 0; field < FIELD_COUNT; field++) {
    const source = from.columns[field];
    const target = minutes.columns[field];
    if (target.length > 0 && source.length > 0)
      target.set(source.subarray(from.base, from.base + rows), slot * minutes.stride);
  }
  minutes.state[slot] = state;
}

const NO_PRICES = new Int32Array(0);
const NO_QUANTITIES = new Float64Array(0);

/** The same minutes with these columns only; the others are empty, as those are that the source lacks. Copies nothing. */
export const withFields = (minutes: MinuteColumns, fields: FieldMask): MinuteColumns => ({
  ...minutes,
  fields: minutes.fields & fields,
  columns: minutes.columns.map((column, field) =>
    hasField(fields, field) ? column : isPriceField(field) ? NO_PRICES : NO_QUANTITIES,
  ),
});

export function createMinuteColumns(stride: number, slots: number, fields: FieldMask): MinuteColumns {
  const columns = FIELDS.map((_, field) => {
    const length = hasField(fields, field) ? stride * slots : 0;
    return (isPriceField(field) ? new Int32Array(length) : new Float64Array(length)).fill(ABSENT);
  });
  return { stride, slots, fields, state: new Uint8Array(slots), columns };
}

/** Where a day's figures come from. Sources never mix within a room-day. */
export type Source = "sim" | "import" | "kite";

/** One room on one day: static tokens, live columns, minute columns, and what they mean. */
export interface RoomDay {
  readonly room: RoomName;
  readonly symbol: string;
  readonly exchange: Exchange;
  readonly expiry: IsoDate;
  readonly date: IsoDate;
  readonly source: Source;
  readonly priceScale: PriceScale;
  /** First minute of the room's session: the minute of slot 0. */
  readonly open: Minute;
  /** Minutes between slots that the source records: 1 or 5. The slots themselves are always one minute apart. */
  readonly cadence: number;
  /** Standard deviation of the underlying's daily returns, a fraction, as the platform gave it. */
  readonly sd?: number;
  tokens: TokenTable;
  live: LiveColumns;
  minutes: MinuteColumns;
}

/** The last slot that holds data at or before `slot`; -1 when there is none. */
export function lastFilledSlot(minutes: MinuteColumns, slot: number = minutes.slots - 1): number {
  for (let i = Math.min(slot, minutes.slots - 1); i >= 0; i--) if (minutes.state[i] !== MISSING_MINUTE) return i;
  return -1;
}

/** The first slot with data from `from` up to `last`; -1 when there is none. */
export function firstFilledSlot({ state }: MinuteColumns, last: number = state.length - 1, from = 0): number {
  for (let slot = from; slot <= last; slot++) if (state[slot] !== MISSING_MINUTE) return slot;
  return -1;
}
