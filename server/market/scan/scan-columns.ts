/** Hot: how each field of a scan is read from the columns of a room. Absent is NaN. */

import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  type Column,
  HIGH,
  LOW,
  LTP,
  OI,
  OPEN,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import type { ScanField } from "#contract/domain/formula/scan.ts";
import { FUT, rowSymbol, underlyingOf } from "#contract/domain/instruments.ts";
import { closingAuction, daysBetween } from "#contract/domain/reference/calendar.ts";
import { costOfCarry } from "#market/futures/future-row.ts";
import type { UsualVolumes } from "./scan-question.ts";

/** The contracts of a room that are judged. */
export interface RoomRows {
  readonly day: RoomDay;
  /** The first `count` are rows of the room. */
  readonly rows: Int32Array;
  readonly count: number;
  /** Rupees by symbol. */
  readonly spots: Readonly<Record<string, number>>;
  /** The exchange's, of the day. */
  readonly minute: number;
  /** Nothing where the formula does not read them. */
  readonly usual: UsualVolumes;
}

/** Fills the first `count` of `out`. */
export type ReadField = (out: Float64Array, from: RoomRows) => void;

const priceField = (field: number): ReadField => priceOf(({ day }) => day.live.columns[field]!);
const quantityField = (field: number): ReadField => quantityOf(({ day }) => day.live.columns[field]!);

function priceOf(column: (from: RoomRows) => Column): ReadField {
  return (out, from) => {
    const { rows, count, day } = from;
    const values = column(from);
    const scale = day.priceScale;
    for (let i = 0; i < count; i++) {
      const value = values[rows[i]!]!;
      out[i] = value < 0 ? Number.NaN : value / scale;
    }
  };
}

function quantityOf(column: (from: RoomRows) => Column): ReadField {
  return (out, from) => {
    const { rows, count } = from;
    const values = column(from);
    for (let i = 0; i < count; i++) {
      const value = values[rows[i]!]!;
      out[i] = value < 0 ? Number.NaN : value;
    }
  };
}

/** @param unit what one is in the field's unit: change of prices comes in scaled integers */
function changeOf(now: (from: RoomRows) => Column, before: (from: RoomRows) => Column, isPrice: boolean): ReadField {
  return (out, from) => {
    const { rows, count, day } = from;
    const a = now(from);
    const b = before(from);
    const unit = isPrice ? day.priceScale : 1;
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      out[i] = a[row]! < 0 || b[row]! < 0 ? Number.NaN : (a[row]! - b[row]!) / unit;
    }
  };
}

/** Per cent of what was before; nothing is no base. */
function percentOf(now: (from: RoomRows) => Column, before: (from: RoomRows) => Column): ReadField {
  return (out, from) => {
    const { rows, count } = from;
    const a = now(from);
    const b = before(from);
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      out[i] = a[row]! < 0 || b[row]! <= 0 ? Number.NaN : ((a[row]! - b[row]!) / b[row]!) * 100;
    }
  };
}

const live =
  (field: number) =>
  ({ day }: RoomRows): Column =>
    day.live.columns[field]!;
const token =
  (of: "prevClose" | "prevOi" | "prevVol") =>
  ({ day }: RoomRows): Column =>
    day.tokens[of];

const spotOfRow = ({ day, spots }: RoomRows, row: number): number => spots[rowSymbol(day, row)] ?? Number.NaN;

const isFuture = (day: RoomDay, row: number): boolean => day.tokens.type[row] === FUT;

/** What a future is dearer or cheaper than; NaN while the cash market's closing auction holds the spot, as on every board. */
function comparedSpot(from: RoomRows, row: number): number {
  const { day, minute } = from;
  if (!isFuture(day, row)) return Number.NaN;
  const auction = closingAuction(underlyingOf(rowSymbol(day, row)).segment, day.date);
  return auction && minute >= auction.from && minute < auction.to ? Number.NaN : spotOfRow(from, row);
}

export const SCAN_COLUMNS: Readonly<Record<ScanField, ReadField>> = {
  LTP: priceField(LTP),
  "Net Chg": changeOf(live(LTP), token("prevClose"), true),
  "Net Chg%": percentOf(live(LTP), token("prevClose")),
  Open: priceField(OPEN),
  High: priceField(HIGH),
  Low: priceField(LOW),
  "Prev Close": priceOf(token("prevClose")),
  Vwap: priceField(VWAP),
  OI: quantityField(OI),
  "OI Chg": changeOf(live(OI), token("prevOi"), false),
  "OI Chg%": percentOf(live(OI), token("prevOi")),
  "Prev OI": quantityOf(token("prevOi")),
  Volume: quantityField(VOL),
  "Vol Chg%": percentOf(live(VOL), token("prevVol")),
  "Prev Vol": quantityOf(token("prevVol")),
  "Avg Vol": (out, { day, rows, count, usual }) => {
    const volumes = usual[day.expiry];
    for (let i = 0; i < count; i++)
      out[i] = (isFuture(day, rows[i]!) ? volumes?.[rowSymbol(day, rows[i]!)] : undefined) ?? Number.NaN;
  },
  Bid: priceField(BID),
  "Bid Qty": quantityField(BID_QTY),
  Ask: priceField(ASK),
  "Ask Qty": quantityField(ASK_QTY),
  Strike: (out, { day, rows, count }) => {
    for (let i = 0; i < count; i++)
      out[i] = isFuture(day, rows[i]!) ? Number.NaN : day.tokens.strike[rows[i]!]! / day.priceScale;
  },
  Spot: (out, from) => {
    for (let i = 0; i < from.count; i++) out[i] = spotOfRow(from, from.rows[i]!);
  },
  Basis: (out, from) => {
    const { day, rows, count } = from;
    const prices = day.live.columns[LTP]!;
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      out[i] = prices[row]! / day.priceScale - comparedSpot(from, row);
    }
  },
  "Carry%": (out, from) => {
    const { day, rows, count } = from;
    const prices = day.live.columns[LTP]!;
    const days = daysBetween(day.date, day.expiry);
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      out[i] = costOfCarry(prices[row]! / day.priceScale, comparedSpot(from, row), days) * 100;
    }
  },
  Days: (out, { day, count }) => out.fill(daysBetween(day.date, day.expiry), 0, count),
  Lot: (out, { day, rows, count }) => {
    for (let i = 0; i < count; i++) out[i] = day.tokens.lotSize[rows[i]!]!;
  },
};
