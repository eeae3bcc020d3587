/**
 * The minute columns of a blob (write.ts, read.ts): field by field, row by row, each row as differences
 * over its filled slots, as varints.
 *
 * A row counts in the field's unit (tick, lot) where all its values do, else in 1; absent counts as -1; a row without
 * any value is one byte. Differences are against what is expected: high and low follow the last price, bid and ask
 * move with it, vwap takes in the minute's volume at the middle of the minute's last prices. Most differences of these
 * are 0 or small then, and short runs of like bytes are what a compressor lives on.
 */
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  type Column,
  HIGH,
  isPriceField,
  LOW,
  LTP,
  MISSING_MINUTE,
  type MinuteColumns,
  OI,
  OPEN,
  VOL,
  VWAP,
} from "../../domain/columns.ts";
import { EQ, type TokenTable } from "../../domain/instruments.ts";
import { ABSENT } from "../../domain/units.ts";

/** Kind of a row: absent, or bits: it counts in units; it never falls, so that its differences carry no sign;
 * it is as expected wherever the volume stands still, so that those cells are left out. */
export const ROW_ABSENT = 0;
export const ROW_HELD = 1;
export const ROW_UNITS = 2;
export const ROW_RISING = 4;
export const ROW_TRADED = 8;
export const ROW_KINDS = ROW_HELD | ROW_UNITS | ROW_RISING | ROW_TRADED;

/** Fields in the order of the blob: each after those that predict it. */
export const ORDER = [VOL, LTP, OI, VWAP, OPEN, HIGH, LOW, BID, BID_QTY, ASK, ASK_QTY];

/** Rows that are moved at a time between columns and series: a cache line of prices. */
export const BLOCK = 16;

export const filledSlots = (minutes: MinuteColumns): Uint32Array =>
  Uint32Array.from([...minutes.state.keys()].filter((slot) => minutes.state[slot] !== MISSING_MINUTE));

export function rowUnit(field: number, tokens: TokenTable, row: number, tick: number): number {
  if (tokens.type[row] === EQ || field === VWAP) return 1;
  return isPriceField(field) ? tick : Math.max(1, tokens.lotSize[row]);
}

/** Whether a field is coded against more than its own value before. */
export const isFollower = (field: number): boolean =>
  field === HIGH || field === LOW || field === BID || field === ASK || field === VWAP;

/** Rounded arithmetic in Float64: the same result on every machine. */
export function expectedVwap(before: number, volumeBefore: number, volume: number, middle: number): number {
  if (volumeBefore < 0 || volume <= volumeBefore) return before;
  return Math.round((before * volumeBefore + middle * (volume - volumeBefore)) / volume);
}

/** What a live figure is coded against: its last filled minute. */
export const baseValue = (column: Column, at: number, row: number): number =>
  at < 0 || column.length === 0 ? ABSENT : column[at + row];
