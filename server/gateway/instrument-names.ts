/** Where the instrument of a name is: the room and row of the open day. Built when the first name is asked for. */
import { EQ, FUT, INSTRUMENT_TYPES, instrumentName } from "#contract/domain/instruments.ts";
import { futureExpiryOf } from "../market/future-expiry.ts";
import type { LiveRoom, OpenDay } from "../market/market-view.ts";

export interface InstrumentPlace {
  readonly room: LiveRoom;
  readonly row: number;
}

export class InstrumentNames {
  readonly #day: () => OpenDay | undefined;
  #named: OpenDay | undefined;
  #places = new Map<string, InstrumentPlace>();

  constructor(day: () => OpenDay | undefined) {
    this.#day = day;
  }

  find(name: string): InstrumentPlace | undefined {
    const day = this.#day();
    if (day !== this.#named) this.#build(day);
    return this.#places.get(name);
  }

  /** A room grew: names are looked up anew. */
  forget(): void {
    this.#named = undefined;
  }

  #build(day: OpenDay | undefined): void {
    this.#named = day;
    this.#places = new Map();
    if (day === undefined) return;
    for (const room of day.rooms.values()) {
      const { tokens, symbol, expiry, priceScale } = room.day;
      for (let row = 0; row < tokens.length; row++) {
        const type = tokens.type[row];
        const own = type === FUT ? futureExpiryOf(day.symbols, symbol, expiry) : expiry;
        const name = instrumentName(symbol, own, tokens.strike[row] / priceScale, INSTRUMENT_TYPES[type] ?? "EQ");
        // The spot and a future are in several rooms: the nearest, which trades most, speaks for them.
        if ((type === EQ || type === FUT) && this.#places.has(name)) continue;
        this.#places.set(name, { room, row });
      }
    }
  }
}
