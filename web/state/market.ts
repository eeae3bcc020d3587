/**
 * The market as every screen shares it: what is listed, which exchange, symbol and expiry the default link group
 * shows, the exchange clock, the connection. Fed by the feed worker's events (market-events.ts).
 */
import { atom } from "jotai";
import type { Client } from "#client/client.ts";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import { isMonthly } from "#contract/domain/expiries.ts";
import type { Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { LiveIndex } from "#contract/wire/socket-events.ts";
import type { ConnectionState } from "#contract/worker/feed-api.ts";
import type { PaneContext } from "#contract/worker/screen.ts";
import { paneDayAtom } from "./day.ts";
import { isRecord, storedAtom } from "./storage.ts";
import { chooseSymbol, DEFAULT_SYMBOL, expiriesOf, type SymbolTuple, tupleOf, type Universe } from "./universe.ts";

/** The workers' face; undefined until somebody is logged in. */
export const clientAtom = atom<Client | undefined>(undefined);
clientAtom.debugLabel = "client";

/** What the market lists; undefined until `init` is loaded. */
export const universeAtom = atom<Universe | undefined>(undefined);
universeAtom.debugLabel = "universe";

export const connectionAtom = atom<{ readonly state: ConnectionState; readonly why?: string }>({ state: "connecting" });
connectionAtom.debugLabel = "connection";

/** The server's exchange clock and when it came, on this thread's monotonic timer. */
export const exchangeClockAtom = atom<{ readonly time: ExchangeTime; readonly arrived: number } | undefined>(undefined);
exchangeClockAtom.debugLabel = "exchangeClock";

/** Spot of the ticker indices, rupees. */
export const liveIndexAtom = atom<LiveIndex>({});
liveIndexAtom.debugLabel = "liveIndex";

interface StoredExchange {
  readonly exchange: Exchange;
}
/** The stored `exchange`: {exchange}. */
const storedExchangeAtom = storedAtom<StoredExchange>(
  "exchange",
  { exchange: "NSE" },
  (value): value is StoredExchange => isRecord(value) && (value["exchange"] === "NSE" || value["exchange"] === "BSE"),
);
storedExchangeAtom.debugLabel = "storedExchange";

/** The last symbol of each exchange, as tuples. */
const lastSymbolAtom = storedAtom<Partial<Record<Exchange, SymbolTuple>>>(
  "lastExSymbol",
  {},
  (value): value is Partial<Record<Exchange, SymbolTuple>> =>
    isRecord(value) && Object.values(value).every((tuple) => Array.isArray(tuple) && typeof tuple[0] === "string"),
);
lastSymbolAtom.debugLabel = "lastExSymbol";

export const exchangeAtom = atom((get) => get(storedExchangeAtom).exchange);
exchangeAtom.debugLabel = "exchange";

/** The symbol the default link group shows: remembered, or the exchange's fallback. */
export const symbolAtom = atom((get): SymbolTuple => {
  const universe = get(universeAtom);
  const exchange = get(exchangeAtom);
  const remembered = get(lastSymbolAtom)[exchange];
  if (!universe) return remembered ?? DEFAULT_SYMBOL;
  const symbol = chooseSymbol(universe, exchange, remembered?.[0]);
  return symbol === undefined ? DEFAULT_SYMBOL : tupleOf(universe, symbol);
});
symbolAtom.debugLabel = "symbol";

/** The user's own choice of expiry; it holds for one symbol and as long as it is listed. */
const chosenExpiryAtom = atom<{ readonly symbol: string; readonly expiry: IsoDate } | undefined>(undefined);
chosenExpiryAtom.debugLabel = "chosenExpiry";

/** The expiries of the group's symbol, nearest first. */
export const expiriesAtom = atom((get) => {
  const universe = get(universeAtom);
  return universe ? expiriesOf(universe, get(exchangeAtom), get(symbolAtom)[0]) : [];
});
expiriesAtom.debugLabel = "expiries";

/** What the default link group's panes show; undefined until the market is known. */
export const paneContextAtom = atom((get): PaneContext | undefined => {
  const expiries = get(expiriesAtom);
  const [symbol] = get(symbolAtom);
  const chosen = get(chosenExpiryAtom);
  const expiry = chosen?.symbol === symbol && expiries.includes(chosen.expiry) ? chosen.expiry : expiries[0];
  if (expiry === undefined) return undefined;
  const day = get(paneDayAtom);
  const context = { exchange: get(exchangeAtom), symbol, expiry, isMonthly: isMonthly(expiry, expiries) };
  return day === undefined ? context : { ...context, day };
});
paneContextAtom.debugLabel = "paneContext";

/** Switches the exchange; its remembered symbol and that symbol's nearest expiry come with it. */
export const chooseExchangeAtom = atom(null, (_get, set, exchange: Exchange) => {
  set(storedExchangeAtom, { exchange });
  set(chosenExpiryAtom, undefined);
});
chooseExchangeAtom.debugLabel = "chooseExchange";

/** Switches the symbol, remembers it for its exchange, and picks its nearest expiry. */
export const chooseSymbolAtom = atom(null, (get, set, symbol: string) => {
  const universe = get(universeAtom);
  if (!universe) return;
  set(lastSymbolAtom, { ...get(lastSymbolAtom), [get(exchangeAtom)]: tupleOf(universe, symbol) });
  set(chosenExpiryAtom, undefined);
});
chooseSymbolAtom.debugLabel = "chooseSymbol";

export const chooseExpiryAtom = atom(null, (get, set, expiry: IsoDate) => {
  set(chosenExpiryAtom, { symbol: get(symbolAtom)[0], expiry });
});
chooseExpiryAtom.debugLabel = "chooseExpiry";
