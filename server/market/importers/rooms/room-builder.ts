/**
 * One room-day while lines of it arrive, in any order. Hot: `put` runs for every contract of every line; measured by
 * importing a recorded day.
 */

import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  FIELD_COUNT,
  HIGH,
  hasField,
  LOW,
  LTP,
  MISSING_MINUTE,
  OI,
  OPEN,
  type RoomDay,
  VOL,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  EQ,
  INSTRUMENT_TYPES,
  roomName,
  type TokenTable,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import { sessionOf } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type IsoDate, type Qty } from "#contract/domain/units.ts";
import { growRoomDay } from "#contract/wire/frame.ts";
import { type ChainFormat, RowError, type Sighting } from "../formats/chain-format.ts";
import { scaled, wholeUnits } from "../formats/scaling.ts";
import type { Cells, Closing, Origin } from "./cells.ts";
import { PreviousClose } from "./previous-close.ts";

const LATER_THAN_ANY = 1e9;
const BEFORE_THE_FIRST = -1;
/** Rupees that spot prices are multiples of: indexes are published so, cheap stocks trade in paise. */
const INDEX_GRID = 0.05;
const STOCK_GRID = 0.01;

export class RoomBuilder {
  readonly day: RoomDay;
  readonly format: ChainFormat;
  readonly lot: Qty;
  readonly origins: Origin[] = [];
  /** Figures in fractions of a contract: units of an older lot. */
  fractional = 0;
  /** Minutes of the day of which a later snapshot replaced an earlier one. */
  readonly replaced = new Set<number>();
  /** Minutes of the day before the open from which the previous OI was taken. */
  readonly preOpen = new Set<number>();
  /** Minutes of the day after the close from which closing figures were taken. */
  readonly afterClose = new Set<number>();
  /** By {@link keyOf}, which previous figures the source does not tell (previous-day.ts). */
  readonly lacking = new Map<number, number>();
  readonly #rows = new Map<number, number>();
  /** Second of the snapshot that fills a slot; -1 when none does. */
  readonly #seconds: Int32Array;
  /** By slot, the line that filled each row: 0 for none. */
  readonly #lines: number[][] = [];
  /** By slot, the name of the file whose snapshot fills it. */
  readonly #files: string[] = [];
  /** By type and strike, the last figures from after the close. */
  readonly #closing = new Map<number, Closing>();
  readonly #previousClose: PreviousClose;

  constructor(symbol: string, expiry: IsoDate, date: IsoDate, lot: Qty, format: ChainFormat) {
    const { exchange, segment, priceScale, kind } = underlyingOf(symbol);
    const session = sessionOf(segment, date);
    if (session === undefined) throw new RowError(`${date} is no trading day of ${symbol}`);
    this.format = format;
    this.lot = lot;
    this.#previousClose = new PreviousClose((kind === "index" ? INDEX_GRID : STOCK_GRID) * priceScale);
    this.#seconds = new Int32Array(session.points).fill(-1);
    this.day = {
      room: roomName(symbol, expiry),
      symbol,
      exchange,
      expiry,
      date,
      source: "import",
      priceScale,
      open: session.open,
      cadence: format.cadence,
      tokens: createTokenTable(0),
      live: createLiveColumns(0),
      minutes: createMinuteColumns(0, session.points, format.fields),
    };
  }

  isBeforeOpen(second: number): boolean {
    return Math.floor(second / 60) < this.day.open;
  }

  isAfterClose(second: number): boolean {
    return Math.floor(second / 60) >= this.day.open + this.day.minutes.slots;
  }

  /** The slot of a second of the day. @throws RowError outside the session. */
  slotAt(second: number): number {
    const slot = Math.floor(second / 60) - this.day.open;
    if (slot < 0 || slot >= this.day.minutes.slots) {
      throw new RowError(`${clock(second)} is outside the session of ${this.day.symbol} on ${this.day.date}`);
    }
    return slot;
  }

  /** @throws RowError when a figure cannot be one of this room. */
  cellsOf(sighting: Sighting): Cells {
    const units = this.format.quantities === "contracts" ? this.lot : 1;
    // A last price of 0 is the exchange's "no trade today", a bid or ask of 0 its "nobody".
    const ltp = this.#price("the last price", sighting.ltp);
    const oi = this.#units("OI", sighting.oi, units);
    const values = new Array<number>(FIELD_COUNT).fill(ABSENT);
    values[LTP] = ltp;
    values[OI] = oi;
    values[VOL] = this.#units("volume", sighting.volume, units);
    values[BID] = this.#price("the bid", sighting.bid);
    values[BID_QTY] = this.#units("the bid size", sighting.bidQty, 1);
    values[ASK] = this.#price("the ask", sighting.ask);
    values[ASK_QTY] = this.#units("the ask size", sighting.askQty, 1);
    const change = sighting.ltpChange;
    const { underlying } = sighting;
    return {
      type: INSTRUMENT_TYPES.indexOf(sighting.side),
      strike: sighting.strike === 0 ? 0 : this.#price("the strike", sighting.strike),
      spot: this.#price("the spot", sighting.spot),
      spotOpen: this.#price("the spot's open", underlying?.open ?? Number.NaN),
      spotHigh: underlying === undefined ? ABSENT : this.#price("the spot's high", underlying.high),
      spotLow: underlying === undefined ? ABSENT : this.#price("the spot's low", underlying.low),
      spotChange: underlying?.changePercent ?? Number.NaN,
      values,
      prevOi: oi === ABSENT ? Number.NaN : oi - this.#units("the change of OI", sighting.oiChange, units, Number.NaN),
      oiChanged: sighting.oiChange !== 0,
      prevClose:
        ltp === ABSENT || Number.isNaN(change) ? ABSENT : this.#price("the previous close", sighting.ltp - change),
    };
  }

  /** The line that already filled this contract's cell in this very snapshot; 0 when none did. */
  lineOf(slot: number, second: number, cells: Cells): number {
    if (this.#seconds[slot] !== second) return 0;
    const row = this.#rows.get(cells.strike * 4 + cells.type);
    return row === undefined ? 0 : (this.#lines[slot]?.[row] ?? 0);
  }

  /**
   * Writes a contract's cells. The last snapshot of a minute is the minute's: a later one empties the slot first.
   * @returns false when a later snapshot already has the minute.
   */
  put(slot: number, second: number, cells: Cells, line: number, file: string): boolean {
    if (second < this.#seconds[slot]) {
      this.replaced.add(this.day.open + slot);
      return false;
    }
    if (second > this.#seconds[slot]) this.#beginSnapshot(slot, second);
    this.#files[slot] = file;
    if (cells.type === EQ) {
      this.#putSpot(slot, cells, line);
      return true;
    }
    const row = this.#rowOf(cells.type, cells.strike);
    const { columns, fields, stride } = this.day.minutes;
    const at = slot * stride + row;
    for (let field = 0; field < FIELD_COUNT; field++)
      if (hasField(fields, field)) columns[field][at] = cells.values[field];
    this.#lines[slot][row] = line;
    this.#remember(row, slot, cells);
    if (cells.spot !== ABSENT) this.#putSpot(slot, cells, line);
    return true;
  }

  /** Where a cell was read, as the report says it: "day.csv: line 7". */
  placeOf(slot: number, row: number): string {
    return `${this.#files[slot] ?? "?"}: line ${this.#lines[slot]?.[row] ?? 0}`;
  }

  hasLine(slot: number, row: number): boolean {
    return (this.#lines[slot]?.[row] ?? 0) > 0;
  }

  /**
   * A contract's cells from before the open: what it held at the end of the day before.
   * @throws RowError when they are of this day already.
   */
  putBeforeOpen(second: number, cells: Cells): void {
    if (cells.values[VOL] > 0) throw new RowError(`${clock(second)} is before the open, and has volume`);
    this.preOpen.add(Math.floor(second / 60));
    // An empty answer says nothing of the day before.
    if (!(cells.values[OI] > 0) && cells.values[LTP] === ABSENT) return;
    const origin = this.origins[this.#rowOf(cells.type, cells.strike)];
    origin.changedPrevOi = cells.values[OI];
    origin.changedSlot = BEFORE_THE_FIRST;
  }

  /**
   * A contract's cells from after the close. The last ones of the day are its closing figures. An empty answer says nothing
   * of a contract that had figures, and of any other that it still has none.
   * @throws RowError when this second's are there already.
   */
  putAfterClose(second: number, cells: Cells, line: number): void {
    const key = cells.strike * 4 + cells.type;
    const there = this.#closing.get(key);
    if (there?.second === second) throw repeated(there.line);
    this.afterClose.add(Math.floor(second / 60));
    if (cells.type === EQ && cells.spot === ABSENT) return;
    const isEmpty = cells.type !== EQ && !(cells.values[OI] > 0 || cells.values[LTP] > 0);
    if (there && !there.isEmpty && (isEmpty || there.second > second)) return;
    this.#closing.set(key, { second, cells, line, isEmpty });
  }

  /** After the last line: closing figures stand in the last slot, contract by contract. */
  settleClosing(file: string): void {
    if (this.#closing.size === 0) return;
    const slot = this.day.minutes.slots - 1;
    const { state, columns, fields } = this.day.minutes;
    if (this.#seconds[slot] < 0) this.#beginSnapshot(slot, (this.day.open + slot) * 60);
    this.#files[slot] ??= file;
    state[slot] = COMPLETE;
    for (const { cells, line, isEmpty } of this.#closing.values()) {
      if (cells.spot !== ABSENT) this.#putSpot(slot, cells, line);
      if (cells.type === EQ) continue;
      const row = this.#rowOf(cells.type, cells.strike);
      if (isEmpty && this.#hasFigures(row)) continue;
      const at = slot * this.day.minutes.stride + row;
      for (let field = 0; field < FIELD_COUNT; field++)
        if (hasField(fields, field) && cells.values[field] !== ABSENT) columns[field][at] = cells.values[field];
      this.#lines[slot][row] = line;
      this.#remember(row, slot, cells);
    }
  }

  #hasFigures(row: number): boolean {
    const { columns, slots, stride } = this.day.minutes;
    for (let slot = 0; slot < slots; slot++) {
      const at = slot * stride + row;
      if (columns[OI][at] > 0 || columns[LTP][at] > 0) return true;
    }
    return false;
  }

  /** Takes a snapshot out: its minute is a hole. */
  drop(slot: number): void {
    const { columns, fields, stride, state } = this.day.minutes;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (hasField(fields, field)) columns[field].fill(ABSENT, slot * stride, (slot + 1) * stride);
    }
    state[slot] = MISSING_MINUTE;
  }

  /** What tells a row of the room from every other. */
  keyOf(row: number): number {
    return keyOf(this.day.tokens, row);
  }

  /** The row of a contract; -1 where there is none. `strike` scaled, 0 for EQ and FUT. */
  findRow(type: number, strike: number): number {
    return this.#rows.get(strike * 4 + type) ?? -1;
  }

  /** After the last line: what only all of them together tell of the spot. */
  settleSpot(): void {
    const row = this.#rows.get(EQ);
    if (row === undefined) return;
    this.origins[row].prevClose = this.#previousClose.value;
    this.day.tokens.prevClose[row] = this.origins[row].prevClose;
  }

  /** Whether no minute is filled. */
  get isEmpty(): boolean {
    return this.day.minutes.state.every((state) => state === MISSING_MINUTE);
  }

  #putSpot(slot: number, { spot, spotOpen, spotHigh, spotLow, spotChange }: Cells, line: number): void {
    const row = this.#rowOf(EQ, 0);
    this.#lines[slot][row] = line;
    const { columns, stride, fields } = this.day.minutes;
    const at = slot * stride + row;
    columns[LTP][at] = spot;
    if (hasField(fields, OPEN)) columns[OPEN][at] = spotOpen;
    if (hasField(fields, HIGH)) columns[HIGH][at] = spotHigh;
    if (hasField(fields, LOW)) columns[LOW][at] = spotLow;
    this.#previousClose.narrow(spot, spotChange);
  }

  #beginSnapshot(slot: number, second: number): void {
    const { columns, fields, stride, state } = this.day.minutes;
    if (this.#seconds[slot] >= 0) {
      this.replaced.add(this.day.open + slot);
      for (let field = 0; field < FIELD_COUNT; field++) {
        if (hasField(fields, field)) columns[field].fill(ABSENT, slot * stride, (slot + 1) * stride);
      }
    }
    this.#seconds[slot] = second;
    this.#lines[slot] = [];
    state[slot] = COMPLETE;
  }

  #rowOf(type: number, strike: number): number {
    const key = strike * 4 + type;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.day.tokens.length;
    // Doubled, as each growth moves the whole day.
    if (row >= this.day.minutes.stride) growRoomDay(this.day, Math.max(64, row * 2));
    const { tokens } = this.day;
    tokens.length = row + 1;
    tokens.type[row] = type;
    tokens.strike[row] = strike;
    tokens.lotSize[row] = this.lot;
    this.#rows.set(key, row);
    this.origins[row] = {
      prevClose: ABSENT,
      prevCloseSlot: LATER_THAN_ANY,
      prevOi: ABSENT,
      prevOiSlot: LATER_THAN_ANY,
      changedPrevOi: ABSENT,
      changedSlot: LATER_THAN_ANY,
      unchangedOi: ABSENT,
      risenAt: undefined,
    };
    return row;
  }

  #remember(row: number, slot: number, cells: Cells): void {
    const origin = this.origins[row];
    if (cells.prevClose !== ABSENT && slot < origin.prevCloseSlot) {
      origin.prevClose = cells.prevClose;
      origin.prevCloseSlot = slot;
    }
    if (!(cells.prevOi >= 0)) return;
    if (!cells.oiChanged) this.#compareUnchanged(row, slot, cells.values[OI]);
    if (slot < origin.prevOiSlot) {
      origin.prevOi = cells.prevOi;
      origin.prevOiSlot = slot;
    }
    if (cells.oiChanged && slot < origin.changedSlot) {
      origin.changedPrevOi = cells.prevOi;
      origin.changedSlot = slot;
    }
  }

  /** OI that did not change since the day before cannot rise during the day. */
  #compareUnchanged(row: number, slot: number, oi: number): void {
    const origin = this.origins[row];
    if (origin.unchangedOi !== ABSENT && oi > origin.unchangedOi) origin.risenAt ??= this.placeOf(slot, row);
    if (origin.unchangedOi === ABSENT || oi < origin.unchangedOi) origin.unchangedOi = oi;
  }

  #price(what: string, rupees: number): number {
    return scaled(what, rupees, this.day.priceScale);
  }

  #units(what: string, quantity: number, units: number, missing: number = ABSENT): number {
    if (quantity % 1 !== 0 && !Number.isNaN(quantity)) this.fractional++;
    return wholeUnits(what, quantity, units, missing);
  }
}

export const keyOf = ({ strike, type }: TokenTable, row: number): number => strike[row] * 4 + type[row];

/** A line about what an earlier line has told. */
export const repeated = (line: number): RowError =>
  new RowError(`the same contract and time as line ${line}, which counts`);

const two = (value: number): string => String(value).padStart(2, "0");
const clock = (second: number): string =>
  `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
