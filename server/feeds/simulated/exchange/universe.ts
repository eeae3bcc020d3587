/** Who is traded on the simulated exchange: the index and currency underlyings, then the stocks, and which are listed. */
import { stock, UNDERLYINGS, type Underlying } from "#contract/domain/instruments.ts";
import { FeedError } from "../../../market/feed.ts";
import { STOCK_FACTS } from "../stocks/stock-facts.ts";
import { FACTS, type UnderlyingFacts } from "../underlyings/facts.ts";

export interface Member {
  readonly underlying: Underlying;
  readonly facts: UnderlyingFacts;
  /** Position among all, the same on every day. */
  readonly index: number;
}

const UNDERLYING_FACTS: readonly (readonly [Underlying, UnderlyingFacts])[] = [
  ...FACTS.flatMap((facts) => {
    const underlying = UNDERLYINGS.find(({ symbol }) => symbol === facts.symbol);
    return underlying ? [[underlying, facts] as const] : [];
  }),
  ...STOCK_FACTS.map((facts) => [stock(facts.symbol), facts] as const),
];

/** Everyone, in the order of the listings. */
export const UNIVERSE: readonly Member[] = UNDERLYING_FACTS.map(([underlying, facts], index) => ({
  underlying,
  facts,
  index,
}));

/** Those that are no stocks. */
export const INDICES: readonly string[] = FACTS.map(({ symbol }) => symbol);

const positions = new Map(UNIVERSE.map(({ underlying, index }) => [underlying.symbol, index]));

/** Position of a symbol in the universe; undefined for one that is not traded. */
export const positionOf = (symbol: string): number | undefined => positions.get(symbol);

/** In a choice of symbols: the futures of every underlying, whether its option chains are chosen or not. */
const FUTURES = "futures";

/** What the exchange lists: symbols with all their contracts, and perhaps FUTURES; undefined for everything. */
export type SymbolChoice = readonly string[] | undefined;

/** Whether anything of a symbol is listed. */
export const isChosen = (choice: SymbolChoice, symbol: string): boolean =>
  choice === undefined || choice.includes(FUTURES) || choice.includes(symbol);

/** Whether the option chains of a symbol are listed, beside its futures. */
export const hasChains = (choice: SymbolChoice, symbol: string): boolean =>
  choice === undefined || choice.includes(symbol);

/**
 * Reads a choice of symbols: 'all', or a list such as 'NIFTY,RELIANCE' that may hold 'indices' (the indices and USDINR)
 * and 'futures' (every underlying's futures).
 * @returns undefined for all @throws FeedError with one line that names what is not traded
 */
export function readSymbols(text: string): SymbolChoice {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  if (words.length === 0)
    throw new FeedError("SIM_SYMBOLS: must be all, or a list such as indices,futures or NIFTY,RELIANCE");
  if (words.includes("all")) return undefined;
  const unknown = words.filter((word) => word !== "indices" && word !== FUTURES && !positions.has(word));
  if (unknown.length > 0)
    throw new FeedError(`SIM_SYMBOLS: not traded on the simulated exchange: ${unknown.join(", ")}`);
  return [...new Set(words.flatMap((word) => (word === "indices" ? INDICES : [word])))];
}
