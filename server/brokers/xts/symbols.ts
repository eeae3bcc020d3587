/**
 * What XTS calls each contract: a list of each segment, lines without headings whose fields stand between '|'. Orders go by the
 * segment and the exchange's number, and books come back with them; nothing is put together from parts.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { isoDate } from "#contract/domain/units.ts";
import { readCsv } from "../csv.ts";
import type { InstrumentRow } from "../port.ts";

/** XTS' segments of derivatives, and the exchange that each belongs to. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { NSEFO: "NSE", BSEFO: "BSE", NSECD: "NSE" };
export const SEGMENTS: readonly string[] = Object.keys(EXCHANGES);

const FUTURE = "1";
const OPTION = "2";
const CALL = "3";

/** Where each field stands in a line; futures have neither of the last two, and other fields in their places. */
const FIELDS = {
  segment: 0,
  token: 1,
  kind: 2,
  name: 3,
  symbol: 4,
  tick: 11,
  lot: 12,
  expiry: 16,
  strike: 17,
  option: 18,
};

const Line = z.object({
  segment: z.string(),
  token: z.string().min(1),
  kind: z.enum([FUTURE, OPTION]),
  name: z.string().min(1),
  symbol: z.string().min(1),
  tick: z.coerce.number().positive(),
  lot: z.coerce.number().int().positive(),
  expiry: z.iso.datetime({ local: true }),
});
const Option = z.object({ strike: z.coerce.number().positive(), option: z.enum([CALL, "4"]) });

export interface XtsInstrument extends InstrumentRow {
  /** XTS': NSEFO, BSEFO or NSECD. */
  readonly exchange: string;
}

/** As books have it: 'NSEFO:44001'. */
export const xtsName = ({ exchange, token }: XtsInstrument): string => `${exchange}:${token}`;

/** The derivatives of a list; lines that make no sense are left out. @throws the parser's error for what is no list. */
export async function* readInstruments(list: string): AsyncGenerator<XtsInstrument> {
  if (list.trim() !== "" && !/^[A-Z]+\|\d+\|/.test(list)) throw new Error("this is no list of instruments");
  for await (const line of readCsv(list, { delimiter: "|", quote: null })) {
    const row = Array.isArray(line) ? rowOf(line) : undefined;
    if (row) yield row;
  }
}

function rowOf(line: readonly unknown[]): XtsInstrument | undefined {
  const named = Object.fromEntries(Object.entries(FIELDS).map(([name, at]) => [name, line[at]]));
  const parsed = Line.safeParse(named);
  const option = parsed.success && parsed.data.kind === OPTION ? Option.safeParse(named) : undefined;
  if (!parsed.success || option?.success === false) return undefined;
  const { segment, token, name: underlying, symbol, tick, lot } = parsed.data;
  const exchange = EXCHANGES[segment];
  if (exchange === undefined) return undefined;
  const expiry = isoDate(parsed.data.expiry.slice(0, 10));
  const type = option === undefined ? "FUT" : option.data.option === CALL ? "CE" : "PE";
  const contract = { exchange, underlying, expiry, strike: option?.data.strike ?? 0, type } as const;
  return { contract, exchange: segment, symbol, token, lot, tick };
}
