/**
 * Hot once a minute (bench question: archive). Some slots of a room, plain: of each slot the columns of all prices one after
 * another in one array, those of all quantities in another. Whoever reads one slot of every room (the journal, each minute)
 * touches two short runs of memory a room, where a buffer a column would be eleven. A slot holds nothing of meaning until it
 * is put.
 *
 *     prices      slot 0: ltp, vwap, open, ..   slot 1: ltp, ..      `stride` cells a column, of the fields that are kept
 *     quantities  slot 0: oi, vol, ..           slot 1: oi, ..
 */
import {
  type Column,
  type ColumnSet,
  FIELD_COUNT,
  type FieldMask,
  hasField,
  isPriceField,
  type SlotColumns,
} from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";

const NO_PRICES = new Int32Array(0);
const NO_QUANTITIES = new Float64Array(0);

/** Bytes of a contract's cells in one slot. */
export function cellBytes(fields: FieldMask): number {
  let bytes = 0;
  for (let field = 0; field < FIELD_COUNT; field++) if (hasField(fields, field)) bytes += isPriceField(field) ? 4 : 8;
  return bytes;
}

export class PlainSlots {
  readonly fields: FieldMask;
  readonly stride: number;
  readonly prices: Int32Array;
  readonly quantities: Float64Array;
  /** Cells of one slot in `prices`, and in `quantities`. */
  readonly priceCells: number;
  readonly quantityCells: number;
  /** First cell of each field's column in a slot; below 0 for a field that is not kept. */
  readonly #at = new Int32Array(FIELD_COUNT).fill(-1);
  /** Of the even and of the odd slot asked for last. */
  readonly #views: ({ readonly slot: number; readonly columns: ColumnSet } | undefined)[] = [undefined, undefined];

  constructor(fields: FieldMask, stride: number, slots: number) {
    this.fields = fields;
    this.stride = stride;
    let prices = 0;
    let quantities = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (!hasField(fields, field)) continue;
      this.#at[field] = stride * (isPriceField(field) ? prices++ : quantities++);
    }
    this.priceCells = prices * stride;
    this.quantityCells = quantities * stride;
    // Memory that nobody writes is never there: most rooms have few plain slots when a day is taken up again.
    this.prices = new Int32Array(this.priceCells * slots);
    this.quantities = new Float64Array(this.quantityCells * slots);
  }

  /** First cell of a kept field's column in a slot: of `prices` where it is a price, else of `quantities`. */
  cellOf(field: number, slot: number): number {
    return this.#at[field] + slot * (isPriceField(field) ? this.priceCells : this.quantityCells);
  }

  /** The columns of one slot, as views: those of two neighbours may be held at a time. */
  columnsOf(slot: number): ColumnSet {
    const known = this.#views[slot & 1];
    if (known?.slot === slot) return known.columns;
    const columns = this.#columns(slot, this.stride);
    this.#views[slot & 1] = { slot, columns };
    return columns;
  }

  /** The columns of all slots: a slot is `priceCells` after the one before in prices, `quantityCells` in quantities. */
  get columns(): ColumnSet {
    return this.#columns(0, undefined);
  }

  /** Puts the first `rows` rows of a slot as they stand in `from`; the others, and fields that `from` lacks, are absent. */
  put(slot: number, from: SlotColumns, rows: number): void {
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (this.#at[field] < 0) continue;
      const to = isPriceField(field) ? this.prices : this.quantities;
      const at = this.cellOf(field, slot);
      const source = from.columns[field];
      const copied = source.length > 0 ? rows : 0;
      if (copied > 0) to.set(rowsOf(source, from.base, rows), at);
      if (copied < this.stride) to.fill(ABSENT, at + copied, at + this.stride);
    }
  }

  /** The first `slots` slots go, those after them move to the front. */
  drop(slots: number): void {
    this.prices.copyWithin(0, slots * this.priceCells);
    this.quantities.copyWithin(0, slots * this.quantityCells);
  }

  #columns(slot: number, length: number | undefined): ColumnSet {
    return Array.from({ length: FIELD_COUNT }, (_, field): Column => {
      const isPrice = isPriceField(field);
      if (this.#at[field] < 0) return isPrice ? NO_PRICES : NO_QUANTITIES;
      const from = this.cellOf(field, slot);
      return (isPrice ? this.prices : this.quantities).subarray(from, length === undefined ? undefined : from + length);
    });
  }
}

/** A view costs more than a copy of so few cells: where the whole column is meant there is none. */
const rowsOf = (column: Column, base: number, rows: number): Column =>
  base === 0 && rows === column.length ? column : column.subarray(base, base + rows);
