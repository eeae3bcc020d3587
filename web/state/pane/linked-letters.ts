/** What the letters look at, as it is told to somebody else: a link, another window. */
import { atom, type Getter } from "jotai";
import type { Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { universeAtom } from "../market/market.ts";
import { expiriesOf, FALLBACK_SYMBOL, symbolsOf } from "../market/universe.ts";
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

/** What the user chose for a letter, whatever the day has: what stands in on a day without it is nobody's choice. */
function chosenIn(get: Getter, name: LinkLetter): LinkedLetter {
  const { exchange } = get(letters[name].chosenExchangeAtom);
  return { exchange, symbol: get(letters[name].chosenSymbolsAtom)[exchange]?.[0] ?? FALLBACK_SYMBOL[exchange] };
}

/** Of the letters that look at what was chosen for them. Told to another window, what stands in would become a choice. */
export const chosenLettersAtom = atom((get): LinkedLetters => {
  const isChosen = ([name, { exchange, symbol }]: readonly [string, LinkedLetter]): boolean => {
    const chosen = chosenIn(get, name as LinkLetter);
    return chosen.exchange === exchange && chosen.symbol === symbol;
  };
  return Object.fromEntries(Object.entries(get(linkedLettersAtom)).filter(isChosen));
});
chosenLettersAtom.debugLabel = "chosenLetters";

/** Turns a letter. What the market does not list (any more) is left as it is. */
export const turnLetterAtom = atom(null, (get, set, name: LinkLetter, wanted: LinkedLetter): void => {
  const universe = get(universeAtom);
  const { exchange, symbol, expiry, futureExpiry } = wanted;
  if (!universe || !symbolsOf(universe, exchange).includes(symbol)) return;
  const letter = letters[name];
  // One that stands in on a day without the chosen one is not chosen yet.
  if (chosenIn(get, name).exchange !== exchange) set(letter.chooseExchangeAtom, exchange);
  if (chosenIn(get, name).symbol !== symbol) set(letter.chooseSymbolAtom, symbol);
  const now = get(letter.contextAtom);
  if (expiry !== undefined && expiry !== now?.expiry && expiriesOf(universe, exchange, symbol).includes(expiry))
    set(letter.chooseExpiryAtom, expiry);
  if (futureExpiry !== undefined && futureExpiry !== now?.futureExpiry)
    set(letter.chooseFutureExpiryAtom, futureExpiry);
});
turnLetterAtom.debugLabel = "turnLetter";
