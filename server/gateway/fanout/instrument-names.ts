/** Where the instrument of a name is: the room and row of the open day. Built when the first name is asked for. */
import { EQ, FUT, INSTRUMENT_TYPES, instrumentName, rowSymbol } from "#contract/domain/instruments.ts";
import { futureExpiryOf } from "../../market/future-expiry.ts";
import type { LiveRoom, OpenDay } from "../../market/open-day/open-day.ts";

export interface InstrumentPlace {
  readonly room: LiveRoom;
  readonly row: number;
}

export class InstrumentNames {
  readonly #day: () => OpenDay | undefined;
  #named: OpenDay | undefined;
  #places = new Map<string, InstrumentPlace>();
  #names = new Map<number, string>();

  constructor(day: () => OpenDay | undefined) {
    this.#day = day;
  }

  find(name: string): InstrumentPlace | undefined {
    const day = this.#day();
    if (day !== this.#named) this.#build(day);
    return this.#places.get(name);
  }

  /** The name of a token; undefined when the day does not have it. */
  nameOf(token: number): string | undefined {
    const day = this.#day();
    if (day !== this.#named) this.#build(day);
    return this.#names.get(token);
  }

  /** A room grew: names are looked up anew. */
  forget(): void {
    this.#named = undefined;
  }

  #build(day: OpenDay | undefined): void {
    this.#named = day;
    this.#places = new Map();
    this.#names = new Map();
    if (day === undefined) return;
    for (const room of day.rooms.values()) {
      const { tokens, expiry, priceScale } = room.day;
      for (let row = 0; row < tokens.length; row++) {
        const type = tokens.type[row];
        const symbol = rowSymbol(room.day, row);
        // A future in a room of options is the one that expires next; a futures room is of one expiry.
        const isGuest = type === FUT && symbol === room.day.symbol;
        const own = isGuest ? futureExpiryOf(day.symbols, symbol, expiry) : expiry;
        const name = instrumentName(symbol, own, tokens.strike[row] / priceScale, INSTRUMENT_TYPES[type] ?? "EQ");
        this.#names.set(tokens.token[row], name);
        // The spot and a future are in several rooms: the nearest, which trades most, speaks for them.
        if ((type === EQ || type === FUT) && this.#places.has(name)) continue;
        this.#places.set(name, { room, row });
      }
    }
  }
}
