/**
 * Bytes of the Kite ticker. A binary message is a count (int16) and that many packets, each a length (int16) and its
 * bytes, all big-endian; a message of one byte is a heartbeat. The length of a packet says what it is:
 *
 *       8  token, last price                                                             (mode ltp)
 *      28  token, last price, high, low, open, close, change                             (mode quote, an index)
 *      32  the same and the exchange's time                                              (mode full, an index)
 *      44  token, last price, last quantity, average price, volume, bid and ask totals, open, high, low, close
 *     184  the same, last trade time, OI, its high and low, the exchange's time, and depth: 5 bids and 5 asks of 12 bytes
 *
 * Prices are signed 32 bits, everything else is read unsigned: volumes of an expiry day pass 2^31. Depth below the best
 * quotes is not read.
 */

/** What a packet says, as it is on the wire: prices in the segment's unit, times in epoch seconds. Absent is -1. */
export interface KiteTick {
  token: number;
  lastPrice: number;
  lastQty: number;
  averagePrice: number;
  volume: number;
  buyQty: number;
  sellQty: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lastTradeTime: number;
  oi: number;
  oiHigh: number;
  oiLow: number;
  /** The exchange's time of the figures; 0 in packets that carry none. */
  time: number;
  bid: number;
  bidQty: number;
  ask: number;
  askQty: number;
}

/** Why a message, or the rest of it, was not understood. */
export const MESSAGE_FAULTS = ["truncated", "length", "trailing", "negative"] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

export const HEARTBEAT_BYTES = 1;

const LTP_BYTES = 8;
const INDEX_QUOTE_BYTES = 28;
const INDEX_FULL_BYTES = 32;
const QUOTE_BYTES = 44;
const FULL_BYTES = 184;
const BEST_BID = 64;
const BEST_ASK = 124;

export const createTick = (): KiteTick => ({
  token: 0,
  lastPrice: -1,
  lastQty: -1,
  averagePrice: -1,
  volume: -1,
  buyQty: -1,
  sellQty: -1,
  open: -1,
  high: -1,
  low: -1,
  close: -1,
  lastTradeTime: 0,
  oi: -1,
  oiHigh: -1,
  oiLow: -1,
  time: 0,
  bid: -1,
  bidQty: -1,
  ask: -1,
  askQty: -1,
});

/**
 * Hot: reads one message without allocating. `tick` is filled for each packet and told of by `onTick`; whatever cannot be
 * read goes to `onFault`, and what follows an unreadable length is given up. Never throws.
 */
export function readMessage(
  message: Buffer,
  tick: KiteTick,
  onTick: (tick: KiteTick) => void,
  onFault: (fault: MessageFault) => void,
): void {
  if (message.length === HEARTBEAT_BYTES) return;
  const count = message.length < 2 ? 1 : message.readUInt16BE(0);
  let at = 2;
  for (let i = 0; i < count; i++) {
    const length = at + 2 > message.length ? Number.POSITIVE_INFINITY : message.readUInt16BE(at);
    at += 2;
    if (at + length > message.length) {
      onFault("truncated");
      return;
    }
    if (!readPacket(message, at, length, tick)) onFault("length");
    else if (hasNegativePrice(tick)) onFault("negative");
    else onTick(tick);
    at += length;
  }
  if (at < message.length) onFault("trailing");
}

/** @returns false for a length that no packet has. */
function readPacket(bytes: Buffer, at: number, length: number, tick: KiteTick): boolean {
  const isIndex = length === INDEX_QUOTE_BYTES || length === INDEX_FULL_BYTES;
  const isQuote = length === QUOTE_BYTES || length === FULL_BYTES;
  if (!isIndex && !isQuote && length !== LTP_BYTES) return false;
  tick.token = bytes.readUInt32BE(at);
  tick.lastPrice = bytes.readInt32BE(at + 4);
  clearDay(tick);
  if (isIndex) readIndex(bytes, at, tick);
  if (isQuote) readQuote(bytes, at, tick);
  if (length === INDEX_FULL_BYTES) tick.time = bytes.readUInt32BE(at + 28);
  if (length === FULL_BYTES) readFull(bytes, at, tick);
  return true;
}

/** Field by field: a loop over names or a spread would cost more than reading the packet. */
function clearDay(tick: KiteTick): void {
  tick.lastQty = -1;
  tick.averagePrice = -1;
  tick.volume = -1;
  tick.buyQty = -1;
  tick.sellQty = -1;
  tick.open = -1;
  tick.high = -1;
  tick.low = -1;
  tick.close = -1;
  tick.lastTradeTime = 0;
  tick.oi = -1;
  tick.oiHigh = -1;
  tick.oiLow = -1;
  tick.time = 0;
  tick.bid = -1;
  tick.bidQty = -1;
  tick.ask = -1;
  tick.askQty = -1;
}

function readIndex(bytes: Buffer, at: number, tick: KiteTick): void {
  tick.high = bytes.readInt32BE(at + 8);
  tick.low = bytes.readInt32BE(at + 12);
  tick.open = bytes.readInt32BE(at + 16);
  tick.close = bytes.readInt32BE(at + 20);
}

function readQuote(bytes: Buffer, at: number, tick: KiteTick): void {
  tick.lastQty = bytes.readUInt32BE(at + 8);
  tick.averagePrice = bytes.readInt32BE(at + 12);
  tick.volume = bytes.readUInt32BE(at + 16);
  tick.buyQty = bytes.readUInt32BE(at + 20);
  tick.sellQty = bytes.readUInt32BE(at + 24);
  tick.open = bytes.readInt32BE(at + 28);
  tick.high = bytes.readInt32BE(at + 32);
  tick.low = bytes.readInt32BE(at + 36);
  tick.close = bytes.readInt32BE(at + 40);
}

function readFull(bytes: Buffer, at: number, tick: KiteTick): void {
  tick.lastTradeTime = bytes.readUInt32BE(at + 44);
  tick.oi = bytes.readUInt32BE(at + 48);
  tick.oiHigh = bytes.readUInt32BE(at + 52);
  tick.oiLow = bytes.readUInt32BE(at + 56);
  tick.time = bytes.readUInt32BE(at + 60);
  tick.bidQty = bytes.readUInt32BE(at + BEST_BID);
  tick.bid = bytes.readInt32BE(at + BEST_BID + 4);
  tick.askQty = bytes.readUInt32BE(at + BEST_ASK);
  tick.ask = bytes.readInt32BE(at + BEST_ASK + 4);
}

/** A price below zero is a bit gone wrong; -1 is what the packet does not carry, and no price of any segment. */
const hasNegativePrice = (tick: KiteTick): boolean =>
  tick.lastPrice < 0 ||
  tick.averagePrice < -1 ||
  tick.open < -1 ||
  tick.high < -1 ||
  tick.low < -1 ||
  tick.close < -1 ||
  tick.bid < -1 ||
  tick.ask < -1;

/** A segment, as the low byte of a token names it. */
const CURRENCY_NSE = 3;

export const segmentOfToken = (token: number): number => token & 0xff;

/**
 * Scaled price of a wire price: paise are the scale of every segment but NSE currency, whose prices are rupees x 10^7 and
 * whose scale is 10,000. 0 is Kite's word for none.
 * @param factor what the scale of the room is of the contract's own
 */
export function scaledPrice(token: number, wire: number, factor = 1): number {
  if (wire <= 0) return -1;
  return segmentOfToken(token) === CURRENCY_NSE ? Math.round(wire / 1000) : wire * factor;
}
