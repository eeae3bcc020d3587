/**
 * One room-day while lines of it arrive, in any order. Hot: `put` runs for every contract of every line; measured by
 * importing a recorded day.
 */

import { sessionOf } from "#contract/domain/calendar.ts";
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
import { createTokenTable, EQ, INSTRUMENT_TYPES, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { ABSENT, type IsoDate, type Qty } from "#contract/domain/units.ts";
import { growRoomDay } from "#contract/wire/frame.ts";
import { type ChainFormat, RowError, type Sighting } from "../formats/chain-format.ts";
import { scaled, wholeUnits } from "../formats/scaling.ts";
import { PreviousClose } from "./previous-close.ts";

/** A sighting in the room's own terms: scaled prices and units; ABSENT where the source says nothing. */
export interface Cells {
  /** Index into INSTRUMENT_TYPES. */
  readonly type: number;
  /** Scaled. */
  readonly strike: number;
  readonly spot: number;
  readonly spotOpen: number;
  readonly spotHigh: number;
  readonly spotLow: number;
  /** Of the spot, per cent; NaN where unknown. */
  readonly spotChange: number;
  /** By field; the fields that the format lacks are ABSENT. */
  readonly values: readonly number[];
  /** Units; NaN where the source does not say. */
  readonly prevOi: number;
  /** The source says that OI has changed: only then is `prevOi` beyond doubt. */
  readonly oiChanged: boolean;
  /** Scaled; ABSENT where unknown. */
  readonly prevClose: number;
}

/** What is known of a contract beside its columns. Slots say how early the figure was seen. */
export interface Origin {
  prevClose: number;
  prevCloseSlot: number;
  prevOi: number;
  prevOiSlot: number;
  changedPrevOi: number;
  changedSlot: number;
}

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
  readonly #rows = new Map<number, number>();
  /** Second of the snapshot that fills a slot; -1 when none does. */
  readonly #seconds: Int32Array;
  /** By slot, the line that filled each row: 0 for none. */
  readonly #lines: number[][] = [];
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
  put(slot: number, second: number, cells: Cells, line: number): boolean {
    if (second < this.#seconds[slot]) {
      this.replaced.add(this.day.open + slot);
      return false;
    }
    if (second > this.#seconds[slot]) this.#beginSnapshot(slot, second);
    if (cells.type === EQ) {
      this.#putSpot(slot, cells);
      return true;
    }
    const row = this.#rowOf(cells.type, cells.strike);
    const { columns, fields, stride } = this.day.minutes;
    const at = slot * stride + row;
    for (let field = 0; field < FIELD_COUNT; field++)
      if (hasField(fields, field)) columns[field][at] = cells.values[field];
    this.#lines[slot][row] = line;
    this.#remember(row, slot, cells);
    if (cells.spot !== ABSENT) this.#putSpot(slot, cells);
    return true;
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

  /** Takes a snapshot out: its minute is a hole. */
  drop(slot: number): void {
    const { columns, fields, stride, state } = this.day.minutes;
    for (let field = 0; field < FIELD_COUNT; field++) {
      if (hasField(fields, field)) columns[field].fill(ABSENT, slot * stride, (slot + 1) * stride);
    }
    state[slot] = MISSING_MINUTE;
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
    return !this.day.minutes.state.includes(COMPLETE);
  }

  #putSpot(slot: number, { spot, spotOpen, spotHigh, spotLow, spotChange }: Cells): void {
    const row = this.#rowOf(EQ, 0);
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
    if (slot < origin.prevOiSlot) {
      origin.prevOi = cells.prevOi;
      origin.prevOiSlot = slot;
    }
    if (cells.oiChanged && slot < origin.changedSlot) {
      origin.changedPrevOi = cells.prevOi;
      origin.changedSlot = slot;
    }
  }

  #price(what: string, rupees: number): number {
    return scaled(what, rupees, this.day.priceScale);
  }

  #units(what: string, quantity: number, units: number, missing: number = ABSENT): number {
    if (quantity % 1 !== 0 && !Number.isNaN(quantity)) this.fractional++;
    return wholeUnits(what, quantity, units, missing);
  }
}

const two = (value: number): string => String(value).padStart(2, "0");
const clock = (second: number): string =>
  `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
