/**
 * What Noren calls each contract: lists of the day with a line of headings, which brokers name a little differently. Orders go by
 * the exchange and its trading symbol ('NIFTY24NOV26C24600'), and books come back with them; nothing is put together from parts.
 */
import { z } from "zod";
import type { ContractKey, Exchange } from "#contract/domain/instruments.ts";
import { readCsv } from "../csv.ts";
import type { InstrumentRow } from "../port.ts";
import { dayOf } from "../stamps.ts";

/** Noren's segments of derivatives, and the exchange that each belongs to. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { NFO: "NSE", BFO: "BSE", CDS: "NSE" };

const Line = z.object({
  exchange: z.string(),
  token: z.string().min(1),
  lotsize: z.coerce.number().int().positive(),
  symbol: z.string().min(1),
  tradingsymbol: z.string().min(1),
  expiry: z.string().regex(/^\d{2}-[A-Za-z]{3}-\d{4}$/),
  optiontype: z.enum(["CE", "PE", "XX"]),
  strikeprice: z.coerce.number().optional(),
  strike: z.coerce.number().optional(),
  ticksize: z.coerce.number().positive().optional(),
});

export interface NorenInstrument extends InstrumentRow {
  /** Noren's: NFO, BFO or CDS. */
  readonly exchange: string;
}

/** As books have it: 'NFO:NIFTY24NOV26C24600'. */
export const norenName = ({ exchange, symbol }: NorenInstrument): string => `${exchange}:${symbol}`;

/**
 * The derivatives of a list; lines that make no sense are left out.
 * @param tickOf the product's own, for lists that tell no tick. @throws the parser's error for what is no list.
 */
export async function* readInstruments(
  list: Parameters<typeof readCsv>[0],
  tickOf: (contract: ContractKey) => number,
): AsyncGenerator<NorenInstrument> {
  const columns = (headings: string[]): string[] => {
    const names = headings.map((heading) => heading.trim().toLowerCase());
    if (!names.includes("tradingsymbol")) throw new Error("this is no list of instruments");
    return names;
  };
  for await (const line of readCsv(list, { columns })) {
    const row = rowOf(line, tickOf);
    if (row) yield row;
  }
}

function rowOf(line: unknown, tickOf: (contract: ContractKey) => number): NorenInstrument | undefined {
  const parsed = Line.safeParse(line);
  if (!parsed.success) return undefined;
  const { exchange: segment, token, lotsize: lot, symbol: underlying, optiontype, ticksize, ...rest } = parsed.data;
  const exchange = EXCHANGES[segment];
  const strike = rest.strikeprice ?? rest.strike ?? 0;
  const isFuture = optiontype === "XX";
  const expiry = dayOf(rest.expiry);
  if (exchange === undefined || expiry === undefined || (!isFuture && strike <= 0)) return undefined;
  const type = isFuture ? "FUT" : optiontype;
  const contract: ContractKey = { exchange, underlying, expiry, strike: isFuture ? 0 : strike, type };
  return { contract, exchange: segment, symbol: rest.tradingsymbol, token, lot, tick: ticksize ?? tickOf(contract) };
}
