/**
 * What Alice Blue calls each contract: a CSV of each exchange. Orders go by exchange and number, and books come back with them; its trading
 * symbols are Noren's.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { readCsvList } from "../csv.ts";
import type { Bytes } from "../packed-lists.ts";
import type { InstrumentRow } from "../port.ts";
import { listedDay } from "../wire-fields.ts";
import { NAME } from "./answers.ts";

/** Its exchanges of derivatives, and ours. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { NFO: "NSE", BFO: "BSE", CDS: "NSE" };
export const LISTS: readonly string[] = Object.keys(EXCHANGES).map(
  (exchange) => `/restpy/static/contract_master/V2/${exchange}.csv`,
);

export interface AliceInstrument extends InstrumentRow {
  /** Alice Blue's: NFO, BFO or CDS. */
  readonly exchange: string;
}

/** As books have it: 'NFO:44001'. */
export const aliceName = ({ exchange, token }: AliceInstrument): string => `${exchange}:${token}`;

const Line = z.object({
  Exch: z.string(),
  Symbol: z.string().min(1),
  /** Some lists have '44001.0'. */
  Token: z.string().regex(/^\d+(?:\.0)?$/),
  "Instrument Type": z.string(),
  "Option Type": z.string(),
  "Strike Price": z.coerce.number(),
  "Trading Symbol": z.string().min(1),
  "Expiry Date": listedDay,
  "Lot Size": z.coerce.number().int().positive(),
  "Tick Size": z.coerce.number().positive(),
});

/** The derivatives of one list; lines that make no sense are left out. @throws BrokerError for what is no list. */
export const readInstruments = (csv: Bytes): AsyncGenerator<AliceInstrument> =>
  readCsvList(csv, { name: NAME, column: "Trading Symbol", rowOf });

function rowOf(json: unknown): AliceInstrument | undefined {
  const parsed = Line.safeParse(json);
  if (!parsed.success) return undefined;
  const line = parsed.data;
  const exchange = EXCHANGES[line.Exch];
  const option = line["Option Type"];
  const isFuture = line["Instrument Type"].startsWith("FUT");
  const type = isFuture ? "FUT" : option === "CE" || option === "PE" ? option : undefined;
  const strike = isFuture ? 0 : line["Strike Price"];
  if (exchange === undefined || type === undefined || (!isFuture && strike <= 0)) return undefined;
  return {
    contract: { exchange, underlying: line.Symbol, expiry: line["Expiry Date"], strike, type },
    exchange: line.Exch,
    symbol: line["Trading Symbol"],
    token: line.Token.replace(".0", ""),
    lot: line["Lot Size"],
    tick: line["Tick Size"],
  };
}
