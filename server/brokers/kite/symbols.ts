/**
 * What Kite calls each contract: its list of instruments, a CSV of the day. Orders go by `exchange` and `tradingsymbol`, and
 * books come back with them; nothing is put together from parts.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { readCsvList } from "../csv.ts";
import type { Bytes } from "../packed-lists.ts";
import type { InstrumentRow } from "../port.ts";
import type { SymbolList } from "../symbol-list.ts";
import { listedDay } from "../wire-fields.ts";

/** Kite's segments of derivatives, and the exchange that each belongs to. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { NFO: "NSE", BFO: "BSE", CDS: "NSE" };

const Line = z.object({
  instrument_token: z.string().min(1),
  tradingsymbol: z.string().min(1),
  name: z.string(),
  expiry: listedDay,
  strike: z.coerce.number().nonnegative(),
  tick_size: z.coerce.number().positive(),
  lot_size: z.coerce.number().int().positive(),
  instrument_type: z.enum(["CE", "PE", "FUT"]),
  exchange: z.string(),
});

/** Lists of before 2019 leave `name` empty: the symbol begins with it. */
const UNDERLYING = /^(.+?)\d{2}(?:[A-Z]{3}|[1-9OND]\d{2})(?:FUT|[\d.]+[CP]E)$/;

export interface KiteInstrument extends InstrumentRow {
  /** Kite's: NFO, BFO or CDS. */
  readonly exchange: string;
}

export type KiteSymbols = Pick<SymbolList<KiteInstrument>, "contractOf">;
/** As books have it: 'NFO:NIFTY26N1024600CE'. */
export const kiteName = ({ exchange, symbol }: KiteInstrument): string => `${exchange}:${symbol}`;

/** The derivatives of a list; lines that make no sense are left out. @throws BrokerError for what is no list. */
export const readInstruments = (csv: string | Bytes): AsyncGenerator<KiteInstrument> =>
  readCsvList(csv, { name: "Zerodha", column: "instrument_token", rowOf: instrumentOf });

function instrumentOf(line: unknown): KiteInstrument | undefined {
  const parsed = Line.safeParse(line);
  if (!parsed.success) return undefined;
  const { exchange: kiteExchange, name, tradingsymbol, expiry, strike, instrument_type: type, ...rest } = parsed.data;
  const exchange = EXCHANGES[kiteExchange];
  const underlying = name || UNDERLYING.exec(tradingsymbol)?.[1];
  if (exchange === undefined || underlying === undefined) return undefined;
  return {
    contract: { exchange, underlying, expiry, strike: type === "FUT" ? 0 : strike, type },
    exchange: kiteExchange,
    symbol: tradingsymbol,
    token: rest.instrument_token,
    lot: rest.lot_size,
    tick: rest.tick_size,
  };
}
