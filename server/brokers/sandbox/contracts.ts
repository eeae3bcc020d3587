/**
 * What the practice broker trades: every future and option of the open day, with its terms, and its price now. Contracts go
 * by the product's name; each face gives them names of its own.
 */

import { ASK, ASK_QTY, BID, BID_QTY, LTP } from "#contract/domain/columns.ts";
import {
  type ContractKey,
  EQ,
  FUT,
  INSTRUMENT_TYPES,
  instrumentName,
  rowSymbol,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import { expiryClose, sessionOf } from "#contract/domain/reference/calendar.ts";
import { isMonthly, listedName } from "#contract/domain/reference/expiries.ts";
import { freezeQuantity } from "#contract/domain/reference/lots.ts";
import { tickOf } from "#contract/domain/reference/ticks.ts";
import { ABSENT, type IsoDate, qty, scaledPrice } from "#contract/domain/units.ts";
import type { Quote } from "#market/matching/display.ts";
import type { ContractTerms } from "#market/matching/terms.ts";
import type { SymbolFacts } from "../../market/feed.ts";
import { futureExpiryOf } from "../../market/future-expiry.ts";
import type { LiveRoom, OpenDay } from "../../market/open-day/open-day.ts";

export interface PracticeContract {
  readonly name: string;
  readonly key: ContractKey;
  /** It expires last of its month. */
  readonly isMonthly: boolean;
  readonly token: number;
  readonly lot: number;
  readonly room: LiveRoom;
  readonly row: number;
}

/**
 * Whether it expires last of its month: a future among the futures, whose expiries need not be the options'. Its name says so,
 * also where today does not list it.
 * @param name the product's. @param listed the options' expiries.
 */
export function isOwnOfMonth(name: string, key: ContractKey, listed?: readonly IsoDate[]): boolean {
  const { underlying, expiry, strike, type } = key;
  return type === "FUT" ? name === instrumentName(underlying, expiry, strike, type) : isMonthly(expiry, listed);
}

/** Contracts of USDINR that expire stop trading here. */
const CURRENCY_EXPIRY = 750;
/** The futures of an exchange move by a tenth of their last close at most; options have no band of their own here. */
const FUTURE_BAND = 0.1;

export class PracticeContracts {
  readonly day: OpenDay;
  /** Minutes at which the first and the last contract of the day stop trading. */
  readonly firstClose: number;
  readonly lastClose: number;
  readonly #byName = new Map<string, PracticeContract>();
  readonly #quoted = new Set<LiveRoom>();
  readonly #facts: ReadonlyMap<string, SymbolFacts>;
  /** Rows of each room that are known. */
  readonly #known = new Map<LiveRoom, number>();

  constructor(day: OpenDay) {
    this.day = day;
    this.#facts = new Map(day.symbols.map((facts) => [facts.symbol, facts]));
    const closes = [...new Set(day.symbols.map(({ symbol }) => underlyingOf(symbol).segment))].flatMap((segment) => {
      const close = sessionOf(segment, day.date)?.close;
      return close === undefined ? [] : [close, ...(segment === "currency-derivatives" ? [CURRENCY_EXPIRY] : [])];
    });
    this.firstClose = Math.min(...closes);
    this.lastClose = Math.max(...closes);
    this.refresh();
  }

  get all(): Iterable<PracticeContract> {
    return this.#byName.values();
  }

  get size(): number {
    return this.#byName.size;
  }

  /** Takes in contracts that were appended since. */
  refresh(): void {
    for (const room of this.day.rooms.values()) {
      const { length } = room.day.tokens;
      for (let row = this.#known.get(room) ?? 0; row < length; row++) this.#add(room, row);
      this.#known.set(room, length);
    }
  }

  byName(name: string): PracticeContract | undefined {
    return this.#byName.get(name);
  }

  /** As of the last tick. */
  quote({ room, row }: PracticeContract): Quote {
    const { columns } = room.day.live;
    const quote = {
      ltp: scaledPrice(columns[LTP][row]),
      bid: scaledPrice(columns[BID][row]),
      bidQty: qty(columns[BID_QTY][row]),
      ask: scaledPrice(columns[ASK][row]),
      askQty: qty(columns[ASK_QTY][row]),
    };
    if (quote.bid > 0 || quote.ask > 0) this.#quoted.add(room);
    return quote;
  }

  /** Rupees. */
  tick({ underlying, type }: ContractKey): number {
    return tickOf(underlying, type, this.#facts.get(underlying)?.ticks);
  }

  terms({ name, key, lot, room, row }: PracticeContract): ContractTerms | undefined {
    const { segment } = underlyingOf(key.underlying);
    const { priceScale } = room.day; // a room of futures has one scale for all its symbols
    const { date } = this.day;
    const session = sessionOf(segment, date);
    if (session === undefined) return undefined;
    const close = key.expiry === date ? expiryClose(segment, key.expiry) : session.close;
    const last = room.day.tokens.prevClose[row];
    const step = Math.round(this.tick(key) * priceScale);
    const onStep = (price: number): number => Math.round(price / step) * step;
    const hasBand = key.type === "FUT" && last !== ABSENT && last > 0;
    return {
      contract: name,
      priceScale,
      tick: step,
      lot: qty(lot),
      freeze: freezeQuantity(key.underlying, date),
      band: hasBand
        ? {
            low: scaledPrice(onStep(last * (1 - FUTURE_BAND))),
            high: scaledPrice(onStep(last * (1 + FUTURE_BAND))),
          }
        : undefined,
      open: session.open,
      close,
      isQuoted: this.#isQuoted(room),
    };
  }

  /** Last price of the contract's underlying, rupees; undefined where there is none. */
  spot({ room, key }: PracticeContract): number | undefined {
    const { tokens, live, priceScale } = room.day;
    for (let row = 0; row < tokens.length; row++) {
      if (tokens.type[row] !== EQ || rowSymbol(room.day, row) !== key.underlying) continue;
      const last = live.columns[LTP][row];
      if (last > 0) return last / priceScale;
    }
    return undefined;
  }

  /** Last price, rupees; its last close where it has not traded. */
  last(contract: PracticeContract): number | undefined {
    const { live, priceScale } = contract.room.day;
    const last = live.columns[LTP][contract.row];
    return last > 0 ? last / priceScale : this.closeBefore(contract);
  }

  /** Of the day before, rupees; undefined where it had none. */
  closeBefore({ room, row }: PracticeContract): number | undefined {
    const close = room.day.tokens.prevClose[row];
    return close > 0 ? close / room.day.priceScale : undefined;
  }

  /** A room shows quotes, or it does not: one is enough to tell. */
  #isQuoted(room: LiveRoom): boolean {
    if (this.#quoted.has(room)) return true;
    const { columns } = room.day.live;
    const { length } = room.day.tokens;
    for (let row = 0; row < length; row++) {
      if (columns[BID][row] <= 0 && columns[ASK][row] <= 0) continue;
      this.#quoted.add(room);
      return true;
    }
    return false;
  }

  #add(room: LiveRoom, row: number): void {
    const { tokens, expiry: roomExpiry, priceScale, symbol: roomSymbol } = room.day;
    const type = INSTRUMENT_TYPES[tokens.type[row]];
    if (type === undefined || type === "EQ") return;
    const underlying = rowSymbol(room.day, row);
    const facts = this.#facts.get(underlying);
    // A future in a room of options is the one that expires next.
    const isGuest = tokens.type[row] === FUT && underlying === roomSymbol;
    const expiry: IsoDate = isGuest ? futureExpiryOf(this.day.symbols, underlying, roomExpiry) : roomExpiry;
    const strike = type === "FUT" ? 0 : tokens.strike[row] / priceScale;
    const name = listedName(underlying, expiry, strike, type, facts?.futureExpiries ?? []);
    if (this.#byName.has(name)) return;
    const exchange = facts?.exchange ?? underlyingOf(underlying).exchange;
    const key: ContractKey = { exchange, underlying, expiry, strike, type };
    const contract: PracticeContract = {
      name,
      key,
      isMonthly: isOwnOfMonth(name, key, facts?.expiries),
      token: tokens.token[row],
      lot: tokens.lotSize[row],
      room,
      row,
    };
    this.#byName.set(name, contract);
  }
}
