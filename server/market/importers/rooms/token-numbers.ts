/**
 * Numbers for contracts of a source that has none: a hash of the contract's name, so that every import gives a
 * contract the same number, in every room that lists it (the spot is in each of its symbol's).
 */
import type { RoomDay } from "#contract/domain/columns.ts";
import { INSTRUMENT_TYPES, instrumentName, rowSymbol } from "#contract/domain/instruments.ts";

export class TokenNumbers {
  readonly #byName = new Map<string, number>();
  readonly #taken = new Set<number>();

  /** The day already has this room, with these numbers. */
  keep(day: RoomDay): void {
    const { token, length } = day.tokens;
    for (let row = 0; row < length; row++) {
      this.#byName.set(contractName(day, row), token[row]);
      this.#taken.add(token[row]);
    }
  }

  of(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    let number = fnv1a(name);
    // Two names in 2^32 seldom meet; the later one takes the next free number. 0 is no token.
    while (number === 0 || this.#taken.has(number)) number = (number + 1) >>> 0;
    this.#byName.set(name, number);
    this.#taken.add(number);
    return number;
  }
}

/** What tells a contract of a day from every other. */
export function contractName(room: RoomDay, row: number): string {
  const { expiry, priceScale, tokens } = room;
  const type = INSTRUMENT_TYPES[tokens.type[row]];
  return instrumentName(rowSymbol(room, row), expiry, tokens.strike[row] / priceScale, type);
}

/** FNV-1a, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
