/**
 * What is traded, and how contracts and rooms are named.
 *
 * A room is one underlying and one expiry: its options, its future and its spot. A futures room is one exchange and one
 * expiry: the future of every underlying that has one. A spot room is one exchange: the spot of every underlying that has a
 * future; it is named after the nearest expiry, which no currency's futures count for. A token table lists a room's contracts as columns; a row's index
 * is the row of every other column of the room.
 */
import type { IsoDate, PriceScale } from "./units.ts";
import { isoDate, priceScale } from "./units.ts";

export const EXCHANGES = ["NSE", "BSE"] as const;
export type Exchange = (typeof EXCHANGES)[number];

/** Exchange segments differ in hours, holidays and expiry-day close. */
export type Segment = "equity-derivatives" | "currency-derivatives";

export const INSTRUMENT_TYPES = ["EQ", "FUT", "CE", "PE"] as const;
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number];
/** Codes of the `type` column: indexes into INSTRUMENT_TYPES. */
export const EQ = 0;
export const FUT = 1;
export const CE = 2;
export const PE = 3;

/** An underlying as the product knows it. Facts that change by date or contract (lots, expiries) are not here. */
export interface Underlying {
  readonly symbol: string;
  /** The words the ticker and menus use ('Nifty 50'). */
  readonly title: string;
  readonly exchange: Exchange;
  readonly segment: Segment;
  readonly kind: "index" | "stock" | "currency";
  readonly priceScale: PriceScale;
  /** Decimals of a displayed price: 2, or 4 for USDINR. */
  readonly decimals: 2 | 4;
  /** Units of P&L per contract unit of quantity: 1000 for USDINR, else 1. */
  readonly multiplier: 1 | 1000;
  /** The default tick, in rupees, where a contract names none: 0.05, or 0.0025 for USDINR. */
  readonly tick: number;
  /** Rate of the default pricing model, a fraction a year; for USDINR the 'extra rate parameter' of its model. */
  readonly rate: number;
}

const PAISE = priceScale(100);
const PIPS = priceScale(10_000);

const index = (symbol: string, title: string, exchange: Exchange): Underlying => ({
  symbol,
  title,
  exchange,
  segment: "equity-derivatives",
  kind: "index",
  priceScale: PAISE,
  decimals: 2,
  multiplier: 1,
  tick: 0.05,
  rate: 0.1,
});

/** The index and currency underlyings. Stocks are data of the market platform, made with {@link stock}. */
export const UNDERLYINGS: readonly Underlying[] = [
  index("NIFTY", "Nifty 50", "NSE"),
  index("BANKNIFTY", "Nifty Bank", "NSE"),
  index("FINNIFTY", "Nifty Fin Service", "NSE"),
  index("MIDCPNIFTY", "Nifty Mid Select", "NSE"),
  index("SENSEX", "Sensex", "BSE"),
  index("BANKEX", "Bankex", "BSE"),
  {
    symbol: "USDINR",
    title: "USDINR",
    exchange: "NSE",
    segment: "currency-derivatives",
    kind: "currency",
    priceScale: PIPS,
    decimals: 4,
    multiplier: 1000,
    tick: 0.0025,
    rate: 0.07,
  },
];

const bySymbol = new Map(UNDERLYINGS.map((u) => [u.symbol, u]));

/** A stock of NSE: everything that is not an index or a currency. */
export const stock = (symbol: string): Underlying => ({
  ...index(symbol, symbol, "NSE"),
  kind: "stock",
});

/** The underlying of a symbol; an unknown symbol is a stock of NSE. */
export const underlyingOf = (symbol: string): Underlying => bySymbol.get(symbol) ?? stock(symbol);

export const isCurrency = (symbol: string): boolean => underlyingOf(symbol).kind === "currency";

/** The contracts of a room, as columns. Static for the session; new strikes are appended, never inserted. */
export interface TokenTable {
  length: number;
  /** The exchange's instrument token, unique within a source and day. */
  token: Uint32Array;
  /** Index into INSTRUMENT_TYPES. */
  type: Uint8Array;
  /** Scaled like prices (strikes may be fractional); 0 for EQ and FUT. */
  strike: Int32Array;
  /** Units per lot. The lot belongs to the contract, not to the symbol. */
  lotSize: Int32Array;
  /** Scaled previous close; ABSENT where unknown. */
  prevClose: Int32Array;
  /** Units; ABSENT where unknown. */
  prevOi: Float64Array;
  /** Units; ABSENT where unknown. */
  prevVol: Float64Array;
  /** The underlying of each row, in a room of many (futures, spots); elsewhere it is the room's. */
  symbol?: string[];
}

export function createTokenTable(capacity: number): TokenTable {
  return {
    length: 0,
    token: new Uint32Array(capacity),
    type: new Uint8Array(capacity),
    strike: new Int32Array(capacity),
    lotSize: new Int32Array(capacity),
    prevClose: new Int32Array(capacity).fill(-1),
    prevOi: new Float64Array(capacity).fill(-1),
    prevVol: new Float64Array(capacity).fill(-1),
  };
}

/** A room's name in paths, events and rooms: '{symbol}-{expiry with /}', month and day without leading zeros. */
export type RoomName = string;

export const roomName = (symbol: string, expiry: IsoDate): RoomName => `${symbol}-${expiryPath(expiry)}`;
export const futuresRoomName = (exchange: Exchange, expiry: IsoDate): RoomName =>
  roomName(futuresSymbol(exchange), expiry);

/** What stands for the symbol of a futures room: 'Futures-NSE'. */
export type FuturesSymbol = `Futures-${Exchange}`;
export const futuresSymbol = (exchange: Exchange): FuturesSymbol => `Futures-${exchange}`;
export const isFuturesSymbol = (symbol: string): symbol is FuturesSymbol =>
  EXCHANGES.some((exchange) => symbol === futuresSymbol(exchange));

/** What stands for the symbol of a spot room: 'Spot-NSE'. */
export type SpotSymbol = `Spot-${Exchange}`;
export const spotSymbol = (exchange: Exchange): SpotSymbol => `Spot-${exchange}`;
export const isSpotSymbol = (symbol: string): symbol is SpotSymbol =>
  EXCHANGES.some((exchange) => symbol === spotSymbol(exchange));
export const spotRoomName = (exchange: Exchange, expiry: IsoDate): RoomName => roomName(spotSymbol(exchange), expiry);

/** Whether a room has rows of many underlyings: a futures room, or a spot room. */
export const isManySymbol = (symbol: string): symbol is FuturesSymbol | SpotSymbol =>
  isFuturesSymbol(symbol) || isSpotSymbol(symbol);

/** The underlying of a row, in a room of one as in a room of many. */
export const rowSymbol = (room: { readonly symbol: string; readonly tokens: TokenTable }, row: number): string =>
  room.tokens.symbol?.[row] ?? room.symbol;

/** 'M/D/YYYY', the form of paths and rooms. */
export function expiryPath(expiry: IsoDate): string {
  return `${Number(expiry.slice(5, 7))}/${Number(expiry.slice(8, 10))}/${expiry.slice(0, 4)}`;
}

/** 'M:D:YYYY', the form that init gives and that state holds. */
export const expiryKey = (expiry: IsoDate): string => expiryPath(expiry).replaceAll("/", ":");

/** Reads 'M:D:YYYY', 'M/D/YYYY' or 'MM:DD:YYYY'. @throws RangeError on anything else. */
export function parseExpiry(text: string): IsoDate {
  const match = /^(\d{1,2})[:/](\d{1,2})[:/](\d{4})$/.exec(text);
  if (!match) throw new RangeError(`not an expiry (M:D:YYYY): ${text}`);
  const [, month = "", day = "", year = ""] = match;
  return isoDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 'Mon DD', the form of the option screens' expiry dropdowns. @param expiry 'YYYY-MM-DD' */
export const expiryLabel = (expiry: string): string =>
  `${MONTHS[Number(expiry.slice(5, 7)) - 1]} ${expiry.slice(8, 10)}`;

/** Splits a room into symbol (of a futures room 'Futures-NSE', of a spot room 'Spot-NSE') and expiry; undefined when the text is none. Symbols may contain '-'. */
export function parseRoom(room: string): { readonly symbol: string; readonly expiry: IsoDate } | undefined {
  const cut = room.lastIndexOf("-");
  const symbol = room.slice(0, Math.max(cut, 0));
  if (symbol === "" || /^(Futures|Spot)-(?!(NSE|BSE)$)/.test(symbol)) return undefined;
  try {
    return { symbol, expiry: parseExpiry(room.slice(cut + 1)) };
  } catch {
    return undefined;
  }
}

/** A contract, whatever a feed or a broker calls it. */
export interface ContractKey {
  readonly exchange: Exchange;
  readonly underlying: string;
  readonly expiry: IsoDate;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  readonly type: Exclude<InstrumentType, "EQ">;
}

/** Tells contracts of one underlying apart: '{expiry}{strike}{type}', `expiry` as 'M:D:YYYY'; a future is '{expiry}0FUT'. */
export const contractKey = ({ expiry, strike, type }: Pick<ContractKey, "expiry" | "strike" | "type">): string =>
  `${expiryKey(expiry)}${type === "FUT" ? 0 : strike}${type}`;

/** Tells all contracts apart: 'NSE:NIFTY:11:24:202624600CE'. */
export const contractId = (key: ContractKey): string => `${key.exchange}:${key.underlying}:${contractKey(key)}`;

/** What a single instrument's price is joined under; its strike in rupees. */
export type InstrumentName = string;

/** Option: symbol + yy + mm + dd + strike + type ('NIFTY24012521500CE'); future: symbol + yy + MMM + 'FUT'; spot: the symbol. */
export function instrumentName(symbol: string, expiry: IsoDate, strike: number, type: InstrumentType): InstrumentName {
  if (type === "EQ") return symbol;
  const year = expiry.slice(2, 4);
  if (type === "FUT") return `${symbol}${year}${(MONTHS[Number(expiry.slice(5, 7)) - 1] ?? "").toUpperCase()}FUT`;
  return `${symbol}${year}${expiry.slice(5, 7)}${expiry.slice(8, 10)}${strike}${type}`;
}
