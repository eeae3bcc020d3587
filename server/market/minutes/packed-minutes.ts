/**
 * The minutes of a room of the open day, packed: closed minutes in blocks (block-codec.ts), the newest ones plain, in
 * the tail. Sixty bytes a contract and minute become six or so, and nothing is allocated before there is a minute.
 *
 *     0        block   block   tail                        slots
 *     |--------|-------|-------|=======......
 *
 * It reads as plain minute columns: `columns` unpacks the whole day, for as long as the pool allows. Who needs one slot
 * asks for that (`slotColumns` of columns.ts). Who writes, writes a slot (`writeSlot`), or writes into `columns` and says so
 * with `keep` before anything else happens: what is not said is lost when the columns are given back.
 */
import {
  type ColumnSet,
  FIELD_COUNT,
  type FieldMask,
  hasField,
  isPriceField,
  MISSING_MINUTE,
  type MinuteColumns,
  type SlotColumns,
} from "#contract/domain/columns.ts";
import type { TokenTable } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { BLOCK_SLOTS, type Grid, packBlock, unpackBlock } from "./block-codec.ts";
import { type PlainPool, plainPool, type Unpacked } from "./plain-pool.ts";
import { cellBytes, PlainSlots } from "./plain-slots.ts";

/** Some slots of a room, packed. Immutable. */
export interface PackedBlock {
  /** Its first slot; below 0 for a first block that is shorter than the others. */
  readonly first: number;
  /** Contracts that were listed when it was packed. */
  readonly rows: number;
  /** What was known of each slot then. */
  readonly state: Uint8Array;
  /** May be a view of a longer buffer. */
  readonly bytes: Uint8Array;
}

export interface PackedShape {
  /** The room's; contracts may be appended to it. */
  readonly tokens: Pick<TokenTable, "length" | "token" | "lotSize">;
  readonly stride: number;
  readonly slots: number;
  readonly fields: FieldMask;
  /** Price tick, scaled. */
  readonly tick: number;
}

/**
 * The tail holds one slot more than a block, so that the slot before the newest is always plain, and some more: a block
 * that is due may wait for a quiet moment.
 */
const TAIL_SLOTS = BLOCK_SLOTS + 4;

export class PackedMinutes implements MinuteColumns, Unpacked {
  readonly stride: number;
  readonly slots: number;
  readonly fields: FieldMask;
  readonly state: Uint8Array;
  readonly plainBytes: number;
  tokens: PackedShape["tokens"];
  /** Price tick, scaled. */
  readonly tick: number;
  readonly #pool: PlainPool;
  /** Slots by which the first block is shorter: rooms are not all packed in the same minute. */
  readonly phase: number;
  readonly #blocks: (PackedBlock | undefined)[] = [];
  /** Lots as of when a row was first packed: what was packed in them is unpacked in them. */
  #lots: Int32Array = new Int32Array(0);
  #lotRows = 0;
  #tail: PlainSlots | undefined;
  /** First slot of the tail; what lies before is in blocks. */
  #tailFrom: number;
  /** The last slot of the tail that was written. */
  #newest = -1;
  #plain: ColumnSet | undefined;

  constructor(shape: PackedShape, pool: PlainPool = plainPool, phase: number = phaseOf(shape.tokens)) {
    this.tokens = shape.tokens;
    this.stride = shape.stride;
    this.slots = shape.slots;
    this.fields = shape.fields;
    this.state = new Uint8Array(shape.slots);
    this.tick = shape.tick;
    this.#pool = pool;
    this.phase = phase;
    this.#tailFrom = 0 - phase;
    this.plainBytes = cellBytes(shape.fields) * shape.stride * shape.slots;
  }

  /** Packed blocks in order; the slots after them are in the tail. */
  get blocks(): readonly PackedBlock[] {
    return this.#blocks.filter((block) => block !== undefined);
  }

  /** The first slot that is in no block. */
  get tailFrom(): number {
    return Math.max(this.#tailFrom, 0);
  }

  /** Whether the tail has a whole block. Nobody need care: it is packed at the latest when the tail is full. */
  get isDue(): boolean {
    return this.#newest - this.#tailFrom >= BLOCK_SLOTS;
  }

  /** Packs the tail's first block. */
  packTail(): void {
    const first = this.#tailFrom;
    const tail = this.#tail;
    if (tail) {
      const { columns, priceCells, quantityCells } = tail;
      const block = this.#packed({ columns, priceCells, quantityCells }, first);
      if (block) this.#blocks[this.#blockOf(Math.max(first, 0))] = block;
      tail.drop(BLOCK_SLOTS);
    }
    this.#tailFrom += BLOCK_SLOTS;
  }

  /** Bytes that are held, without the unpacked day. */
  get heldBytes(): number {
    const tail = this.#tail ? cellBytes(this.fields) * this.stride * TAIL_SLOTS : 0;
    return this.#blocks.reduce((sum, block) => sum + (block?.bytes.length ?? 0), tail);
  }

  /** The whole day, plain: valid until the caller returns. */
  get columns(): ColumnSet {
    if (this.#plain === undefined) {
      this.#plain = columnsOf(this.fields, this.stride * this.slots);
      for (const block of this.#blocks) if (block) this.#unpack(block, this.#plain, 0);
      for (let slot = this.tailFrom; slot < this.slots; slot++) {
        if (this.state[slot] !== MISSING_MINUTE)
          copySlot(this.#tailColumns(slot), this.#plain, slot * this.stride, this);
      }
    }
    this.#pool.touch(this);
    return this.#plain;
  }

  pack(): void {
    this.#plain = undefined;
  }

  /** The columns of one slot: two neighbours may be held at a time, of one room. */
  slotColumns(slot: number): SlotColumns {
    if (this.#plain) return { columns: this.#plain, base: slot * this.stride };
    const isHole = this.state[slot] === MISSING_MINUTE;
    if (slot >= this.#tailFrom && !isHole) return this.#tailColumns(slot);
    const index = this.#blockOf(slot);
    const columns = scratchFor(index & 1, this.fields, this.stride * BLOCK_SLOTS);
    const base = (slot - this.#firstOf(slot)) * this.stride;
    const block = this.#blocks[index];
    if (block && !isHole) this.#unpack(block, columns, block.first);
    else blank(columns, base, this.stride);
    return { columns, base };
  }

  /** Where a filled slot stands plain, and as which of the slots there; undefined where it is packed, or all are unpacked. */
  plainSlot(slot: number): { readonly tail: PlainSlots; readonly index: number } | undefined {
    if (slot < this.tailFrom || this.#tail === undefined || this.#plain) return undefined;
    return { tail: this.#tail, index: slot - this.#tailFrom };
  }

  /** Keeps the first `rows` rows of a slot as they stand in `from`. */
  writeSlot(slot: number, from: SlotColumns, rows: number, state: number): void {
    this.state[slot] = state;
    if (this.#plain) copySlot(from, this.#plain, slot * this.stride, this, rows);
    this.#put(slot, from, rows);
  }

  #put(slot: number, from: SlotColumns, rows: number): void {
    if (slot < this.#tailFrom) this.#rewrite(slot, from, rows);
    else {
      while (slot - this.#tailFrom >= TAIL_SLOTS) this.packTail();
      this.#newest = Math.max(this.#newest, slot);
      this.#plainTail.put(slot - this.#tailFrom, from, rows);
    }
  }

  /** Keeps what was written into `columns` from one slot through another, as `state` says. */
  keep(from: number, to: number): void {
    const plain = this.#plain;
    if (plain === undefined) return;
    for (let slot = from; slot <= to; slot++) {
      if (this.state[slot] !== MISSING_MINUTE)
        this.#put(slot, { columns: plain, base: slot * this.stride }, this.tokens.length);
    }
  }

  /**
   * Takes over the minutes of an earlier run of the same room: same fields, slots and grid, its rows the first of ours.
   * Those of the earlier run are gone then: a copy of every room's tail would be a good part of a start.
   */
  takeOver(from: PackedMinutes): PackedMinutes {
    const { tokens, stride, slots, fields } = this;
    const taken = new PackedMinutes({ tokens, stride, slots, fields, tick: from.tick }, this.#pool, from.phase);
    taken.state.set(from.state);
    taken.#lots = from.#lots.slice();
    taken.#lotRows = from.#lotRows;
    taken.#blocks.push(...from.#blocks);
    taken.#tailFrom = from.#tailFrom;
    taken.#newest = from.#newest;
    if (from.stride === stride) taken.#tail = from.#tail;
    else taken.#copyTail(from);
    from.#forget();
    return taken;
  }

  #copyTail(from: PackedMinutes): void {
    for (let slot = from.tailFrom; slot < from.slots; slot++) {
      if (from.state[slot] !== MISSING_MINUTE)
        this.writeSlot(slot, from.#tailColumns(slot), Math.min(from.stride, this.stride), from.state[slot]);
    }
  }

  #forget(): void {
    this.state.fill(MISSING_MINUTE);
    this.#blocks.length = 0;
    this.#tail = undefined;
    this.#pool.drop(this);
  }

  /** Puts a block where it was packed, as a journal tells it. Blocks come in order, before any other slot. */
  addBlock(block: PackedBlock): void {
    this.#learnLots(block.rows);
    this.#blocks[this.#blockOf(Math.max(block.first, 0))] = block;
    for (let i = 0; i < block.state.length; i++)
      if (block.state[i] !== MISSING_MINUTE) this.state[block.first + i] = block.state[i];
    this.#tailFrom = Math.max(this.#tailFrom, block.first + BLOCK_SLOTS);
  }

  #blockOf(slot: number): number {
    return Math.floor((slot + this.phase) / BLOCK_SLOTS);
  }

  #firstOf(slot: number): number {
    return this.#blockOf(slot) * BLOCK_SLOTS - this.phase;
  }

  get #plainTail(): PlainSlots {
    this.#tail ??= new PlainSlots(this.fields, this.stride, TAIL_SLOTS);
    return this.#tail;
  }

  #tailColumns(slot: number): SlotColumns {
    return { columns: this.#plainTail.columnsOf(slot - this.#tailFrom), base: 0 };
  }

  /** A slot that is packed already was told late, or again. */
  #rewrite(slot: number, from: SlotColumns, rows: number): void {
    const index = this.#blockOf(slot);
    const first = this.#firstOf(slot);
    const columns = columnsOf(this.fields, this.stride * BLOCK_SLOTS);
    const block = this.#blocks[index];
    if (block) this.#unpack(block, columns, first);
    copySlot(from, columns, (slot - first) * this.stride, this, rows);
    this.#blocks[index] = this.#packed({ columns, priceCells: this.stride, quantityCells: this.stride }, first);
  }

  /** Packs the filled slots of a block, whose first is the first of `slots`; undefined when there are none. */
  #packed({ columns, priceCells, quantityCells }: BlockSlots, first: number): PackedBlock | undefined {
    const state = new Uint8Array(BLOCK_SLOTS);
    for (let i = Math.max(0, -first); i < BLOCK_SLOTS; i++) state[i] = this.state[first + i] ?? MISSING_MINUTE;
    const starts = startsOf(state, priceCells);
    if (starts.length === 0) return undefined;
    const rows = this.tokens.length;
    this.#learnLots(rows);
    const cells = { columns, starts, quantityStarts: startsOf(state, quantityCells), rows, fields: this.fields };
    return { first, rows, state, bytes: packBlock(cells, this.#grid) };
  }

  #unpack({ first, rows, state, bytes }: PackedBlock, columns: ColumnSet, origin: number): void {
    const starts = startsOf(state, this.stride, (first - origin) * this.stride);
    unpackBlock(bytes, { columns, starts, rows, fields: this.fields }, this.#grid);
    for (const start of starts) blank(columns, start + rows, this.stride - rows);
  }

  get #grid(): Grid {
    return { tick: this.tick, lots: this.#lots };
  }

  #learnLots(rows: number): void {
    if (rows <= this.#lotRows) return;
    const lots = new Int32Array(rows);
    lots.set(this.#lots);
    for (let row = this.#lotRows; row < rows; row++) lots[row] = Math.max(1, this.tokens.lotSize[row]);
    this.#lots = lots;
    this.#lotRows = rows;
  }
}

/** The slots of a block, one after another in each column. */
interface BlockSlots {
  readonly columns: ColumnSet;
  /** From a slot to the next, in columns of prices and of quantities. */
  readonly priceCells: number;
  readonly quantityCells: number;
}

/** First cells of the filled slots of a block whose first slot is at `from`. */
function startsOf(state: Uint8Array, cells: number, from = 0): number[] {
  const starts: number[] = [];
  for (let i = 0; i < BLOCK_SLOTS; i++) if (state[i] !== MISSING_MINUTE) starts.push(from + i * cells);
  return starts;
}

/** The same for one room whatever the day brings, and different between rooms. */
const phaseOf = ({ token, length }: PackedShape["tokens"]): number =>
  length === 0 ? 0 : Math.imul(token[length - 1], 0x9e3779b1) >>> 28;

function columnsOf(fields: FieldMask, length: number): ColumnSet {
  return Array.from({ length: FIELD_COUNT }, (_, field) => {
    const cells = hasField(fields, field) ? length : 0;
    return (isPriceField(field) ? new Int32Array(cells) : new Float64Array(cells)).fill(ABSENT);
  });
}

/** Copies a slot's cells into those that begin at `base`. */
function copySlot(
  from: SlotColumns,
  to: ColumnSet,
  base: number,
  { fields, stride }: PackedMinutes,
  rows = stride,
): void {
  for (let field = 0; field < FIELD_COUNT; field++) {
    const source = from.columns[field];
    if (hasField(fields, field) && source.length > 0) to[field].set(source.subarray(from.base, from.base + rows), base);
  }
}

function blank(columns: ColumnSet, base: number, count: number): void {
  for (const column of columns) if (column.length > 0) column.fill(ABSENT, base, base + count);
}

interface Scratch {
  readonly fields: FieldMask;
  readonly length: number;
  readonly columns: ColumnSet;
}

/** Of even and of odd blocks, so that a slot and the one before never lie in the same. */
const scratches: (Scratch | undefined)[] = [undefined, undefined];

function scratchFor(which: number, fields: FieldMask, length: number): ColumnSet {
  let scratch = scratches[which];
  if (scratch === undefined || scratch.fields !== fields || scratch.length < length) {
    scratch = { fields, length, columns: columnsOf(fields, length) };
    scratches[which] = scratch;
  }
  return scratch.columns;
}
