/** What the letters look at, as it is told to somebody else: a link, another window. */
import { atom } from "jotai";
import type { Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { universeAtom } from "../market/market.ts";
import { expiriesOf, symbolsOf } from "../market/universe.ts";
import { letters } from "./letters.ts";
import { LINK_LETTERS, type LinkLetter } from "./link-letters.ts";

export interface LinkedLetter {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly expiry?: IsoDate;
  readonly futureExpiry?: IsoDate;
}
export type LinkedLetters = Readonly<Partial<Record<LinkLetter, LinkedLetter>>>;

/** Of every letter; nothing before the market is known. */
export const linkedLettersAtom = atom((get): LinkedLetters => {
  const linked = LINK_LETTERS.flatMap((name) => {
    const context = get(letters[name].contextAtom);
    if (!context) return [];
    const { exchange, symbol, expiry, futureExpiry } = context;
    return [[name, { exchange, symbol, expiry, ...(futureExpiry !== undefined && { futureExpiry }) }] as const];
  });
  return Object.fromEntries(linked);
});
linkedLettersAtom.debugLabel = "linkedLetters";

/** Turns a letter. What the market does not list (any more) is left as it is. */
export const turnLetterAtom = atom(null, (get, set, name: LinkLetter, wanted: LinkedLetter): void => {
  const universe = get(universeAtom);
  const { exchange, symbol, expiry, futureExpiry } = wanted;
  if (!universe || !symbolsOf(universe, exchange).includes(symbol)) return;
  const letter = letters[name];
  // One that stands in on a day without the chosen one is not chosen yet.
  if (get(letter.chosenExchangeAtom).exchange !== exchange) set(letter.chooseExchangeAtom, exchange);
  if (get(letter.symbolAtom)[0] !== symbol) set(letter.chooseSymbolAtom, symbol);
  const now = get(letter.contextAtom);
  if (expiry !== undefined && expiry !== now?.expiry && expiriesOf(universe, exchange, symbol).includes(expiry))
    set(letter.chooseExpiryAtom, expiry);
  if (futureExpiry !== undefined && futureExpiry !== now?.futureExpiry)
    set(letter.chooseFutureExpiryAtom, futureExpiry);
});
turnLetterAtom.debugLabel = "turnLetter";
