/**
 * Where each instrument of the open day is, by contract, by name and by the feed's token. Built when it is first asked.
 *
 *     const index = new DayIndex(() => market.day);
 *     index.contract({ exchange: "NSE", underlying: "NIFTY", expiry, strike: 24_600, type: "CE" })
 *     // { key, name: "NIFTY26112424600CE", token, lot: 65, tick: 0.05, freeze: 1800, room, row }
 */
import {
  type ContractKey,
  contractId,
  EQ,
  FUT,
  INSTRUMENT_TYPES,
  rowSymbol,
  underlyingOf,
} from "#contract/domain/instruments.ts";
import { listedName } from "#contract/domain/reference/expiries.ts";
import { tickOf } from "#contract/domain/reference/ticks.ts";
import type { SymbolFacts } from "../feed.ts";
import { futureExpiryOf } from "../future-expiry.ts";
import type { LiveRoom, OpenDay } from "../open-day/open-day.ts";

/** A row of the open day: the spot and a future stand in several rooms, of which this is the nearest. */
export interface InstrumentPlace {
  readonly room: LiveRoom;
  readonly row: number;
}

/** A contract as it is listed today. */
export interface ListedContract extends InstrumentPlace {
  readonly key: ContractKey;
  /** The product's own name of it, as sockets follow prices by. */
  readonly name: string;
  /** The feed's number of it. */
  readonly token: number;
  /** Units. */
  readonly lot: number;
  /** Rupees. */
  readonly tick: number;
  /** Units that one order may have; undefined where the day does not say. */
  readonly freeze: number | undefined;
}

export class DayIndex {
  readonly #day: () => OpenDay | undefined;
  #indexed: OpenDay | undefined;
  #places = new Map<string, InstrumentPlace>();
  #names = new Map<number, string>();
  #keys = new Map<string, ContractKey>();
  /** By {@link contractId}. */
  #contracts = new Map<string, { readonly key: ContractKey; readonly name: string }>();

  constructor(day: () => OpenDay | undefined) {
    this.#day = day;
  }

  /** The place of a name, such as NIFTY26112424600CE, or NIFTY for the spot. */
  find(name: string): InstrumentPlace | undefined {
    this.#refresh();
    const place = this.#places.get(name);
    if (place) this.#indexed?.make?.(place.room.day.room);
    return place;
  }

  /** The name of a token; undefined when the day does not have it. */
  nameOf(token: number): string | undefined {
    this.#refresh();
    return this.#names.get(token);
  }

  /** A contract as the open day lists it; undefined when it does not. */
  contract(key: ContractKey): ListedContract | undefined {
    this.#refresh();
    const found = this.#contracts.get(contractId(key));
    const place = found && this.find(found.name);
    if (found === undefined || place === undefined) return undefined;
    const { tokens } = place.room.day;
    const { underlying, type } = found.key;
    const facts = this.#indexed?.symbols.find(({ symbol }) => symbol === underlying);
    return {
      ...found,
      ...place,
      token: tokens.token[place.row],
      lot: tokens.lotSize[place.row],
      tick: tickOf(underlying, type, facts?.ticks),
      freeze: facts?.freezeQty,
    };
  }

  /** The contract of a name; undefined for a spot, and for what the open day does not list. */
  named(name: string): ListedContract | undefined {
    this.#refresh();
    const key = this.#keys.get(name);
    return key && this.contract(key);
  }

  /** Contracts of an underlying as the open day lists them, in no order. */
  ofUnderlying(underlying: string): readonly ContractKey[] {
    this.#refresh();
    return Array.from(this.#keys.values()).filter((key) => key.underlying === underlying);
  }

  /** A room grew: the day is indexed again. */
  forget(): void {
    this.#indexed = undefined;
  }

  #refresh(): void {
    const day = this.#day();
    if (day === this.#indexed) return;
    this.#indexed = day;
    this.#places = new Map();
    this.#names = new Map();
    this.#keys = new Map();
    this.#contracts = new Map();
    if (day === undefined) return;
    const facts = new Map(day.symbols.map((one) => [one.symbol, one]));
    for (const room of day.rooms.values()) this.#add(day, room, facts);
  }

  #add(day: OpenDay, room: LiveRoom, facts: ReadonlyMap<string, SymbolFacts>): void {
    const { tokens, expiry, priceScale } = room.day;
    for (let row = 0; row < tokens.length; row++) {
      const type = tokens.type[row];
      const underlying = rowSymbol(room.day, row);
      // A future in a room of options is the one that expires next; a futures room is of one expiry.
      const isGuest = type === FUT && underlying === room.day.symbol;
      const own = isGuest ? futureExpiryOf(day.symbols, underlying, expiry) : expiry;
      const strike = tokens.strike[row] / priceScale;
      const kind = INSTRUMENT_TYPES[type] ?? "EQ";
      const of = facts.get(underlying);
      const name = listedName(underlying, own, strike, kind, of?.futureExpiries ?? []);
      this.#names.set(tokens.token[row], name);
      // The spot and a future are in several rooms: the nearest, which trades most, speaks for them.
      if ((type === EQ || type === FUT) && this.#places.has(name)) continue;
      this.#places.set(name, { room, row });
      if (kind === "EQ") continue;
      const exchange = of?.exchange ?? underlyingOf(underlying).exchange;
      const key: ContractKey = { exchange, underlying, expiry: own, strike, type: kind };
      this.#keys.set(name, key);
      this.#contracts.set(contractId(key), { key, name });
    }
  }
}
