/**
 * A room in motion: runs its model second by second into columns, or minute by minute over the past.
 *
 * Both ways make the same trades and the same last quote of a minute, because each is a function of the contract's key
 * and the second; a past minute only leaves out the quotes that its last one replaces. Volume, vwap, high and low are
 * running figures, so a run goes through its slots in order, from the first.
 *
 * Hot: everything here runs for every tick.
 */
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  type ColumnSet,
  HIGH,
  LOW,
  LTP,
  OI,
  OPEN,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { EQ, FUT } from "#contract/domain/instruments.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { draw, roughNormal, uniform } from "../exchange/random.ts";
import type { Run, RunState } from "../exchange/run.ts";
import { MinutePlan } from "./minute-plan.ts";
import { interestAt, publicationSecond } from "./open-interest.ts";
import { drawSize, missingSide, usualSize } from "./quotes.ts";
import type { RoomModel } from "./room-model.ts";
import { RoomPrices } from "./room-prices.ts";

/** Counters of a contract's key, so that no two purposes share a draw: slots and seconds of the day stay far below. */
const TRADES = 1_000_000;
const QUOTES = 2_000_000;
const PUBLICATIONS = 3_000_000;
const SECONDS = 60;
/** Lots on a side of a future's quote. */
const FUTURE_LOTS = 4;

/** Set bits of a number of 30 bits. */
function bitCount(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What the trades of a contract in a second of a slot are drawn with. */
export const tradeBits = (key: number, slot: number, s: number): number => draw(key, TRADES + slot * SECONDS + s);

/** Lots of a second's trades, where `mean` of them are usual. */
export function drawnLots(mean: number, bits: number): number {
  const size = 0.25 + 1.5 * ((bits >>> 16) / 65_536);
  return Math.max(1, Math.round(mean * size));
}

export class RoomRun implements Run {
  readonly model: RoomModel;
  /** The slot that the columns are in: -1 before the open. */
  slot = -1;
  readonly #plan: MinutePlan;
  readonly #prices: RoomPrices;
  readonly #columns: ColumnSet;
  readonly #ltp: Int32Array;
  readonly #vwap: Int32Array;
  readonly #oi: Float64Array;
  readonly #vol: Float64Array;
  readonly #open: Int32Array;
  readonly #high: Int32Array;
  readonly #low: Int32Array;
  readonly #bid: Int32Array;
  readonly #bidQty: Float64Array;
  readonly #ask: Int32Array;
  readonly #askQty: Float64Array;
  /** Scaled price x units traded so far, by row. */
  readonly #turnover: Float64Array;
  #publishes = -1;
  #futurePublishes = -1;

  /** Starts before the open (yesterday's close and OI, no volume, nothing else), or where another run of the room stood. */
  constructor(model: RoomModel, columns: ColumnSet, from?: RunState) {
    this.model = model;
    this.#plan = new MinutePlan(model);
    this.#prices = new RoomPrices(model, this.#plan);
    this.#columns = columns;
    this.#ltp = columns[LTP] as Int32Array;
    this.#vwap = columns[VWAP] as Int32Array;
    this.#oi = columns[OI] as Float64Array;
    this.#vol = columns[VOL] as Float64Array;
    this.#open = columns[OPEN] as Int32Array;
    this.#high = columns[HIGH] as Int32Array;
    this.#low = columns[LOW] as Int32Array;
    this.#bid = columns[BID] as Int32Array;
    this.#bidQty = columns[BID_QTY] as Float64Array;
    this.#ask = columns[ASK] as Int32Array;
    this.#askQty = columns[ASK_QTY] as Float64Array;
    this.#turnover = new Float64Array(model.table.length);
    if (from) this.#resume(from);
    else this.#start();
  }

  #start(): void {
    const { table } = this.model;
    for (const column of this.#columns) column.fill(ABSENT);
    for (let row = 0; row < table.length; row++) {
      this.#ltp[row] = table.prevClose[row] ?? ABSENT;
      if (table.type[row] === EQ) continue;
      this.#oi[row] = table.prevOi[row] ?? ABSENT;
      this.#vol[row] = 0;
    }
  }

  #resume({ slot, columns, turnover }: RunState): void {
    this.slot = slot;
    this.#turnover.set(turnover);
    for (const [field, column] of columns.entries()) this.#columns[field]?.set(column);
  }

  get columns(): ColumnSet {
    return this.#columns;
  }

  /** Where it stands between two minutes: its own columns, not a copy. */
  get state(): RunState {
    return { slot: this.slot, columns: this.#columns, turnover: this.#turnover };
  }

  prepare(): void {
    this.#plan.make(Math.max(this.slot, 0));
  }

  /** The theoretical close of a contract that has not traded today, scaled. */
  theoretical(row: number): number {
    return this.#prices.theoretical(row);
  }

  /** Runs the whole of the next minute; only its end can be seen. */
  minute(): void {
    this.#begin(this.slot + 1);
    const plan = this.#plan;
    const rows = this.model.table.length;
    for (let row = 0; row < rows; row++) {
      if (this.model.table.type[row] === EQ) {
        for (let s = 0; s < SECONDS; s++) this.#print(row, s);
        continue;
      }
      let low = plan.tradeLow[row] ?? 0;
      while (low !== 0) {
        this.#trade(row, 31 - Math.clz32(low & -low));
        low &= low - 1;
      }
      let high = plan.tradeHigh[row] ?? 0;
      while (high !== 0) {
        this.#trade(row, 61 - Math.clz32(high & -high));
        high &= high - 1;
      }
      const late = plan.quoteHigh[row] ?? 0;
      const early = plan.quoteLow[row] ?? 0;
      if (late !== 0) this.#quote(row, 61 - Math.clz32(late));
      else if (early !== 0) this.#quote(row, 31 - Math.clz32(early));
      const publishes = this.model.table.type[row] === FUT ? this.#futurePublishes : this.#publishes;
      if (publishes >= 0) this.#publish(row);
    }
  }

  /**
   * Runs one second of a slot; the first of a slot begins it.
   * @returns how many rows of `changed` are new
   */
  second(slot: number, s: number, changed: Uint16Array): number {
    if (slot !== this.slot) this.#begin(slot);
    const plan = this.#plan;
    const { type, length: rows } = this.model.table;
    const low = s < 30 ? 1 << s : 0;
    const high = s < 30 ? 0 : 1 << (s - 30);
    let count = 0;
    for (let row = 0; row < rows; row++) {
      if (type[row] === EQ) {
        if (this.#print(row, s)) changed[count++] = row;
        continue;
      }
      let isNew = false;
      if ((plan.tradeLow[row]! & low) | (plan.tradeHigh[row]! & high)) {
        this.#trade(row, s);
        isNew = true;
      }
      if ((plan.quoteLow[row]! & low) | (plan.quoteHigh[row]! & high)) isNew = this.#quote(row, s) || isNew;
      if (s === (type[row] === FUT ? this.#futurePublishes : this.#publishes)) isNew = this.#publish(row) || isNew;
      if (isNew) changed[count++] = row;
    }
    return count;
  }

  #begin(slot: number): void {
    this.slot = slot;
    this.#plan.make(slot);
    const { session, lastMinute, futureLastMinute, publicationKey, futurePublicationKey, publicationOdds } = this.model;
    const minute = session.open + slot;
    // The closing minute always publishes, in its first second, what the day ends with.
    this.#publishes =
      minute < lastMinute ? publicationSecond(publicationKey, minute, publicationOdds) : minute === lastMinute ? 0 : -1;
    this.#futurePublishes =
      minute < futureLastMinute
        ? publicationSecond(futurePublicationKey, minute, publicationOdds)
        : minute === futureLastMinute
          ? 0
          : -1;
  }

  #print(row: number, s: number): boolean {
    const price = this.#plan.spot(s);
    if (price === this.#ltp[row] && this.#open[row] !== ABSENT) return false;
    this.#last(row, price);
    return true;
  }

  #last(row: number, price: number): void {
    this.#ltp[row] = price;
    if (this.#open[row] === ABSENT) {
      this.#open[row] = price;
      this.#high[row] = price;
      this.#low[row] = price;
    } else if (price > this.#high[row]!) this.#high[row] = price;
    else if (price < this.#low[row]!) this.#low[row] = price;
  }

  /** One or more trades in a second, seen as one: price at or inside the quote of that instant, whole lots. */
  #trade(row: number, s: number): void {
    const bits = tradeBits(this.model.keys[row]!, this.slot, s);
    const price = this.#prices.trade(row, s, bits);
    const units = this.#lotsOf(row, s, bits) * this.model.table.lotSize[row]!;
    const volume = this.#vol[row]! + units;
    this.#vol[row] = volume;
    const turnover = this.#turnover[row]! + units * price;
    this.#turnover[row] = turnover;
    this.#vwap[row] = Math.round(turnover / volume);
    this.#last(row, price);
  }

  #lotsOf(row: number, s: number, bits: number): number {
    return this.model.counted ? this.#countedLots(row, s) : drawnLots(this.#plan.lots[row]!, bits);
  }

  /** The part of a minute's counted lots that falls to one of its trades: they share them evenly. */
  #countedLots(row: number, s: number): number {
    const plan = this.#plan;
    const low = plan.tradeLow[row]!;
    const high = plan.tradeHigh[row]!;
    const trades = bitCount(low) + bitCount(high);
    const before = s < 30 ? bitCount(low & ((1 << s) - 1)) : bitCount(low) + bitCount(high & ((1 << (s - 30)) - 1));
    const lots = plan.lots[row]!;
    return Math.floor((lots * (before + 1)) / trades) - Math.floor((lots * before) / trades);
  }

  #quote(row: number, s: number): boolean {
    const { ticks, keys, liquidity, table, session } = this.model;
    const tick = ticks[row]!;
    const key = keys[row]!;
    const plan = this.#plan;
    const counter = QUOTES + (this.slot * SECONDS + s) * 3;
    const jitter = 1 + 0.2 * roughNormal(draw(key, counter));
    const width = Math.max(1, Math.round(plan.width[row]! * jitter));
    const centre = this.#prices.centre(row, s);
    const bid = Math.floor(centre - width / 2 + 0.5);
    const ask = Math.max(bid, 0) + width;
    const isFuture = table.type[row] === FUT;
    const missing = isFuture ? 0 : missingSide(liquidity.oneSided, key, session.open + this.slot);
    const premium = (centre * tick) / this.model.listing.underlying.priceScale;
    const level = plan.forward[s]!;
    const lot = table.lotSize[row]!;
    const middle = isFuture ? FUTURE_LOTS : usualSize(liquidity.depth, premium, level);
    const bidLots = drawSize(middle, draw(key, counter + 1));
    const askLots = drawSize(middle, draw(key, counter + 2));
    const bidPrice = bid >= 1 && missing !== -1 ? bid * tick : ABSENT;
    const askPrice = missing !== 1 ? ask * tick : ABSENT;
    const bidQty = bidPrice === ABSENT ? ABSENT : bidLots * lot;
    const askQty = askPrice === ABSENT ? ABSENT : askLots * lot;
    const isNew =
      bidPrice !== this.#bid[row] ||
      askPrice !== this.#ask[row] ||
      bidQty !== this.#bidQty[row] ||
      askQty !== this.#askQty[row];
    this.#bid[row] = bidPrice;
    this.#ask[row] = askPrice;
    this.#bidQty[row] = bidQty;
    this.#askQty[row] = askQty;
    return isNew;
  }

  /** New open interest at a publication: of some contracts, and of all at the close. */
  #publish(row: number): boolean {
    const { model, slot } = this;
    const isFuture = model.table.type[row] === FUT;
    const key = model.keys[row]!;
    const isLast = model.session.open + slot === (isFuture ? model.futureLastMinute : model.lastMinute);
    const share = isFuture ? 0.9 : model.liquidity.published;
    if (!isLast && uniform(draw(key, PUBLICATIONS + slot)) > share) return false;
    const oi = isLast
      ? model.closing[row]!
      : interestAt(
          Math.max(model.table.prevOi[row]!, 0),
          model.closing[row]!,
          model.table.lotSize[row]!,
          key,
          isFuture ? 0.0006 : model.liquidity.jitter,
          isFuture ? model.futureBuild : model.build,
          slot,
        );
    const isNew = oi !== this.#oi[row];
    this.#oi[row] = oi;
    return isNew;
  }
}
