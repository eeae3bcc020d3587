/**
 * What Kite calls each contract: its list of instruments, a CSV of the day. Orders go by `exchange` and `tradingsymbol`, and
 * books come back with them; nothing is put together from parts.
 */
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { z } from "zod";
import { type ContractKey, contractId, type Exchange } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { BrokerError, type InstrumentRow } from "../port.ts";

/** Kite's segments of derivatives, and the exchange that each belongs to. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { NFO: "NSE", BFO: "BSE", CDS: "NSE" };

const Line = z.object({
  instrument_token: z.string().min(1),
  tradingsymbol: z.string().min(1),
  name: z.string(),
  expiry: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
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

/** Characters that are read between two turns of the event loop. */
const PIECE = 64 * 1024;

/** The derivatives of a list; lines that make no sense are left out. @throws BrokerError for what is no list. */
export async function* readInstruments(csv: string): AsyncGenerator<KiteInstrument> {
  if (!csv.startsWith("instrument_token,")) throw new BrokerError("away", "Zerodha sent no list of instruments");
  const parser = parse({ bom: true, columns: true, skip_empty_lines: true, relax_column_count: true });
  try {
    for await (const line of Readable.from(piecesOf(csv)).pipe(parser)) {
      const instrument = instrumentOf(line);
      if (instrument) yield instrument;
    }
  } catch (cause) {
    throw new BrokerError("away", "Zerodha's list of instruments cannot be read", { cause });
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE);
}

function instrumentOf(line: unknown): KiteInstrument | undefined {
  const parsed = Line.safeParse(line);
  if (!parsed.success) return undefined;
  const { exchange: kiteExchange, name, tradingsymbol, expiry, strike, instrument_type: type, ...rest } = parsed.data;
  const exchange = EXCHANGES[kiteExchange];
  const underlying = name || UNDERLYING.exec(tradingsymbol)?.[1];
  if (exchange === undefined || underlying === undefined) return undefined;
  return {
    contract: { exchange, underlying, expiry: isoDate(expiry), strike: type === "FUT" ? 0 : strike, type },
    exchange: kiteExchange,
    symbol: tradingsymbol,
    token: rest.instrument_token,
    lot: rest.lot_size,
    tick: rest.tick_size,
  };
}

/** Both ways. */
export class KiteSymbols {
  readonly #byContract = new Map<string, KiteInstrument>();
  readonly #bySymbol = new Map<string, KiteInstrument>();

  constructor(instruments: Iterable<KiteInstrument>) {
    for (const instrument of instruments) {
      this.#byContract.set(contractId(instrument.contract), instrument);
      this.#bySymbol.set(`${instrument.exchange}:${instrument.symbol}`, instrument);
    }
  }

  static async read(instruments: AsyncIterable<KiteInstrument>): Promise<KiteSymbols> {
    const all: KiteInstrument[] = [];
    for await (const instrument of instruments) all.push(instrument);
    return new KiteSymbols(all);
  }

  find(contract: ContractKey): KiteInstrument | undefined {
    return this.#byContract.get(contractId(contract));
  }

  contractOf(exchange: string, tradingsymbol: string): ContractKey | undefined {
    return this.#bySymbol.get(`${exchange}:${tradingsymbol}`)?.contract;
  }
}
