/**
 * Where everything is in a frame, version 1. Little-endian, no padding. Encoder and decoder name every offset,
 * kind and flag from here; the page for people is CHANGELOG-wire.md.
 */
/** The room's last tick of every contract, whole. */
export const SNAPSHOT = 1;
/** What changed since the room's previous frame. */
export const DELTA = 2;
/** Rows of the token table. */
export const DICTIONARY = 3;
/** One minute of the day. */
export const MINUTE = 4;
export type FrameKind = typeof SNAPSHOT | typeof DELTA | typeof DICTIONARY | typeof MINUTE;

export const VERSION_AT = 0;
export const KIND_AT = 1;
export const FLAGS_AT = 2;
export const EPOCH_AT = 4;
export const SEQ_AT = 6;
/** The exchange time follows as a varint, then the kind's own part. */
export const HEADER_BYTES = 10;

/** The room's session is open. */
export const FLAG_OPEN = 1;
/** The feed is stale or trading is halted: the figures stand, and may be old. */
export const FLAG_STALE = 2;
/** The frame ends with a u32 checksum of what it leaves behind (room state, or the minute's rows). */
export const FLAG_CHECKSUM = 4;
/** Answers a client (snapshot, whole dictionary): carries the number of the last numbered frame and uses none up. */
export const FLAG_UNNUMBERED = 8;

/** A dictionary's rows are followed by their underlyings: the room is one of many. */
export const FLAG_SYMBOLS = 16;

/** A delta carries a checksum at least this often. */
export const CHECKSUM_EVERY = 16;

/**
 * Price units by the code in the frame, in scaled units: 5 is 5 paise, 25 is 0.0025 rupees. vwap always counts in 1.
 * The unit of quantities (the room's lot) stands in the frame itself.
 */
export const PRICE_UNITS: readonly number[] = [1, 5, 25, 10, 50, 100, 250, 500, 1000, 2500];
/** No lot is larger; the bound keeps a packed step of a quantity (12 bits of lots) within an Int32. */
export const MAX_LOT_UNIT = 0x7_ffff;

/**
 * Column descriptor: bits 0-4 the width of a packed step (0-12, so that two fit in a 32-bit word read at any bit),
 * bit 5 whether zeros are packed, too (no bitmap), bit 6 whether there are exceptions.
 */
export const WIDTH_BITS = 0x1f;
export const MAX_WIDTH = 12;
export const COLUMN_DENSE = 0x20;
export const COLUMN_EXCEPTIONS = 0x40;
/** In a field mask, above the fields: extremes of some rows follow their last price. See extremes.ts. */
export const EXTREMES_FOLLOW = 1 << 11;
/** Steps are packed as what they are above the column's lowest, which is at most this far from zero. */
export const MAX_LOWEST = 0xffff;

/** Largest quantity in a frame: short of 2^53 by more than any packed step, so that no sum on the way is inexact. */
export const MAX_QUANTITY = 2 ** 53 - 2 ** 42;

/** Base of a minute frame that has none: its deltas run against ABSENT. */
export const NO_BASE = 0xffff;

/** Bounds of what is believed: no room has more rows, and no frame of so many is longer. Scratch is of this size. */
export const MAX_ROWS = 8_192;
export const MAX_FRAME_BYTES = 1024 * 1024;

/** 'range': what it adds leads out of a column's range, as it does on another base than the sender's. */
export type FrameErrorReason = "truncated" | "absurd" | "range" | "version" | "kind";

/** A frame that cannot be one: cut short, impossible counts or values, an unknown version or kind. Nothing was applied. */
export class FrameError extends Error {
  readonly reason: FrameErrorReason;

  constructor(reason: FrameErrorReason, message: string) {
    super(`${reason} frame: ${message}`);
    this.name = "FrameError";
    this.reason = reason;
  }
}
