/**
 * Link letters: what the panes of one letter look at together, its exchange, symbol, option expiry and future expiry. The
 * day and the replay are the board's, one clock for all letters. Letter A of a route keeps the public storage keys.
 */
import { type Atom, atom, type WritableAtom } from "jotai";
import { EXCHANGES, type Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { paneDayAtom } from "../clock/day.ts";
import { universeAtom } from "../market/market.ts";
import {
  chooseSymbol,
  DEFAULT_SYMBOL,
  expiriesOf,
  type SymbolTuple,
  spotExpiryOf,
  symbolsOf,
  tupleOf,
} from "../market/universe.ts";
import { pricingAtom } from "../saved/preferences.ts";
import { isRecord, storedAtom } from "../saved/storage.ts";
import type { LinkLetter } from "./link-letters.ts";

export { LINK_LETTERS, type LinkLetter } from "./link-letters.ts";

type Choose<T> = WritableAtom<null, [choice: T], void>;

export interface Letter {
  readonly exchangeAtom: Atom<Exchange>;
  /** As it was chosen, whatever the day has. */
  readonly chosenExchangeAtom: Atom<StoredExchange>;
  /** What was chosen on each exchange, whatever the day has. */
  readonly chosenSymbolsAtom: Atom<LastSymbols>;
  /** Remembered for its exchange, else the exchange's fallback. */
  readonly symbolAtom: Atom<SymbolTuple>;
  /** The option expiries of the symbol, nearest first. */
  readonly expiriesAtom: Atom<readonly IsoDate[]>;
  /** What the letter's panes show; undefined until the market is known. */
  readonly contextAtom: Atom<PaneContext | undefined>;
  /** Switches the exchange; its remembered symbol and that symbol's nearest expiry come with it. */
  readonly chooseExchangeAtom: Choose<Exchange>;
  /** Switches the symbol, remembers it for its exchange, and picks its nearest expiry. */
  readonly chooseSymbolAtom: Choose<string>;
  readonly chooseExpiryAtom: Choose<IsoDate>;
  readonly chooseFutureExpiryAtom: Choose<IsoDate>;
}

interface StoredExchange {
  readonly exchange: Exchange;
}
const isStoredExchange = (value: unknown): value is StoredExchange =>
  isRecord(value) && (value["exchange"] === "NSE" || value["exchange"] === "BSE");

type LastSymbols = Partial<Record<Exchange, SymbolTuple>>;
const isLastSymbols = (value: unknown): value is LastSymbols =>
  isRecord(value) && Object.values(value).every((tuple) => Array.isArray(tuple) && typeof tuple[0] === "string");

const NO_EXPIRIES: readonly IsoDate[] = [];

function createLetter(name: LinkLetter): Letter {
  const keyOf = (key: string): string => (name === "A" ? key : `${key}${name}`);
  // A tab is a board of its own: another one's choice turns nothing here. Windows of one board tell each other.
  const storedExchangeAtom = storedAtom<StoredExchange>(
    keyOf("exchange"),
    { exchange: "NSE" },
    isStoredExchange,
    false,
  );
  const lastSymbolAtom = storedAtom<LastSymbols>(keyOf("lastExSymbol"), {}, isLastSymbols, false);
  /** The user's own choice of expiry; it holds for one symbol and as long as it is listed. */
  const chosenExpiryAtom = atom<{ readonly symbol: string; readonly expiry: IsoDate } | undefined>(undefined);
  const chosenFutureExpiryAtom = atom<IsoDate | undefined>(undefined);

  /** A day without anything on the chosen one is shown on the one that it has. */
  const exchangeAtom = atom((get) => {
    const universe = get(universeAtom);
    const { exchange } = get(storedExchangeAtom);
    const hasAny = (one: Exchange): boolean => !universe || symbolsOf(universe, one).length > 0;
    return [exchange, ...EXCHANGES].find(hasAny) ?? exchange;
  });

  const symbolAtom = atom((get): SymbolTuple => {
    const universe = get(universeAtom);
    const exchange = get(exchangeAtom);
    const remembered = get(lastSymbolAtom)[exchange];
    if (!universe) return remembered ?? DEFAULT_SYMBOL;
    const symbol = chooseSymbol(universe, exchange, remembered?.[0]);
    return symbol === undefined ? DEFAULT_SYMBOL : tupleOf(universe, symbol);
  });

  const expiriesAtom = atom((get) => {
    const universe = get(universeAtom);
    return universe ? expiriesOf(universe, get(exchangeAtom), get(symbolAtom)[0]) : NO_EXPIRIES;
  });

  const contextAtom = atom((get): PaneContext | undefined => {
    const exchange = get(exchangeAtom);
    const expiries = get(expiriesAtom);
    const [symbol] = get(symbolAtom);
    const chosen = get(chosenExpiryAtom);
    const expiry = expiries.find((one) => one === chosen?.expiry && symbol === chosen.symbol) ?? expiries[0];
    if (expiry === undefined) return undefined;
    const universe = get(universeAtom);
    const futureExpiries = universe?.futureExpiries[exchange] ?? NO_EXPIRIES;
    const chosenFuture = get(chosenFutureExpiryAtom);
    const spotExpiry = universe && spotExpiryOf(universe, exchange);
    const futureExpiry = futureExpiries.find((one) => one === chosenFuture) ?? spotExpiry;
    const pricing = get(pricingAtom);
    return {
      exchange,
      symbol,
      expiry,
      expiries,
      futureExpiry,
      futureExpiries,
      spotExpiry,
      day: get(paneDayAtom),
      ...((pricing.forward || pricing.untraded) && { pricing }),
    };
  });

  const letter: Letter = {
    exchangeAtom,
    chosenExchangeAtom: storedExchangeAtom,
    chosenSymbolsAtom: lastSymbolAtom,
    symbolAtom,
    expiriesAtom,
    contextAtom,
    chooseExchangeAtom: atom(null, (_get, set, exchange: Exchange) => {
      set(storedExchangeAtom, { exchange });
      set(chosenExpiryAtom, undefined);
    }),
    chooseSymbolAtom: atom(null, (get, set, symbol: string) => {
      const universe = get(universeAtom);
      if (!universe) return;
      set(lastSymbolAtom, { ...get(lastSymbolAtom), [get(exchangeAtom)]: tupleOf(universe, symbol) });
      set(chosenExpiryAtom, undefined);
    }),
    chooseExpiryAtom: atom(null, (get, set, expiry: IsoDate) => {
      set(chosenExpiryAtom, { symbol: get(symbolAtom)[0], expiry });
    }),
    chooseFutureExpiryAtom: atom(null, (_get, set, expiry: IsoDate) => set(chosenFutureExpiryAtom, expiry)),
  };
  if (import.meta.env.DEV) for (const [key, one] of Object.entries(letter)) one.debugLabel = `${name}.${key}`;
  return letter;
}

export const letters: Readonly<Record<LinkLetter, Letter>> = {
  A: createLetter("A"),
  B: createLetter("B"),
  C: createLetter("C"),
  D: createLetter("D"),
};

/** The letter of the pane that was touched last: the top bar and the day strip act on it. */
export const activeLetterNameAtom = atom<LinkLetter>("A");
activeLetterNameAtom.debugLabel = "activeLetter";

export const activeLetterAtom = atom((get): Letter => letters[get(activeLetterNameAtom)]);
activeLetterAtom.debugLabel = "activeLetterAtoms";

/** What the active letter's panes show; undefined until the market is known. */
export const activeContextAtom = atom((get) => get(get(activeLetterAtom).contextAtom));
activeContextAtom.debugLabel = "activeContext";

export const activeExchangeAtom = atom(
  (get) => get(get(activeLetterAtom).exchangeAtom),
  (get, set, exchange: Exchange) => set(get(activeLetterAtom).chooseExchangeAtom, exchange),
);
activeExchangeAtom.debugLabel = "activeExchange";

/** The active letter's symbol; writing switches it. */
export const activeSymbolAtom = atom(
  (get) => get(get(activeLetterAtom).symbolAtom)[0],
  (get, set, symbol: string) => set(get(activeLetterAtom).chooseSymbolAtom, symbol),
);
activeSymbolAtom.debugLabel = "activeSymbol";
