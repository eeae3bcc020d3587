/**
 * What Angel One calls each contract: one JSON list of all exchanges, read as it comes. Strikes and steps are in hundredths of a rupee;
 * of currency strikes are in ten-millionths, and whether its steps are is nobody's word, so that those are the product's own.
 */
import { z } from "zod";
import type { ContractKey, Exchange } from "#contract/domain/instruments.ts";
import { type Bytes, listOf, readJsonArray } from "../packed-lists.ts";
import type { InstrumentRow } from "../port.ts";
import { dayOf } from "../stamps.ts";
import { NAME } from "./answers.ts";

export const LIST = "/OpenAPI_File/files/OpenAPIScripMaster.json";

export interface AngelInstrument extends InstrumentRow {
  /** Angel One's: NFO, BFO or CDS. */
  readonly exchange: string;
}

/** As books have it: 'NFO:NIFTY24NOV2624600CE'. */
export const angelName = ({ exchange, symbol }: AngelInstrument): string => `${exchange}:${symbol}`;

const EXCHANGES: Readonly<Record<string, Exchange>> = { NFO: "NSE", BFO: "BSE", CDS: "NSE" };
const CURRENCY = "CDS";
const PAISE = 100;
const CURRENCY_SCALE = 10_000_000;

const Row = z.object({
  token: z.string().regex(/^\d+$/),
  symbol: z.string().min(1),
  name: z.string().min(1),
  /** '24NOV2026' */
  expiry: z.string().regex(/^\d{2}[A-Z]{3}\d{4}$/),
  strike: z.coerce.number(),
  lotsize: z.coerce.number().int().positive(),
  instrumenttype: z.enum(["FUTIDX", "FUTSTK", "FUTCUR", "OPTIDX", "OPTSTK", "OPTCUR"]),
  exch_seg: z.string(),
  tick_size: z.coerce.number().positive(),
});

/** The derivatives of the list; rows that make no sense are left out. @throws BrokerError for what is no list. */
export async function* readInstruments(
  list: Bytes,
  tickOf: (contract: ContractKey) => number,
): AsyncGenerator<AngelInstrument> {
  for await (const json of listOf(NAME, readJsonArray(list))) {
    const row = rowOf(json, tickOf);
    if (row) yield row;
  }
}

function rowOf(json: unknown, tickOf: (contract: ContractKey) => number): AngelInstrument | undefined {
  const parsed = Row.safeParse(json);
  if (!parsed.success) return undefined;
  const { exch_seg, name, symbol, token, instrumenttype: kind, lotsize: lot, tick_size, expiry: text } = parsed.data;
  const exchange = EXCHANGES[exch_seg];
  const expiry = dayOf(text);
  const type = kind.startsWith("FUT") ? "FUT" : symbol.endsWith("CE") ? "CE" : symbol.endsWith("PE") ? "PE" : undefined;
  const isCurrency = exch_seg === CURRENCY;
  const strike = type === "FUT" ? 0 : parsed.data.strike / (isCurrency ? CURRENCY_SCALE : PAISE);
  if (exchange === undefined || expiry === undefined || type === undefined || (type !== "FUT" && strike <= 0))
    return undefined;
  const contract = { exchange, underlying: name, expiry, strike, type } as const;
  return { contract, exchange: exch_seg, symbol, token, lot, tick: isCurrency ? tickOf(contract) : tick_size / PAISE };
}
