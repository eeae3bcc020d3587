/**
 * What Fyers calls each contract: three CSV files of the day without a header. Orders go by the ticker ('NSE:NIFTY26NOVFUT'),
 * and books come back with it; nothing is put together from parts.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { epochMs } from "#contract/domain/units.ts";
import { readCsv } from "../csv.ts";
import { type Bytes, listOf } from "../packed-lists.ts";
import { BrokerError, type InstrumentRow } from "../port.ts";

/** Derivatives of shares and indices on both exchanges, and of currency. */
export const LISTS = ["NSE_FO", "BSE_FO", "NSE_CD"] as const;

/** Where each field stands in a line. */
const FIELDS = { token: 0, lot: 3, tick: 4, expiry: 8, ticker: 9, exchange: 10, underlying: 13, strike: 15, type: 16 };

const Line = z.object({
  token: z.string().min(1),
  lot: z.coerce.number().int().positive(),
  tick: z.coerce.number().positive(),
  /** Seconds. */
  expiry: z.coerce.number().int().positive(),
  ticker: z.string().regex(/^(?:NSE|BSE):\S+$/),
  exchange: z.enum(["10", "12"]),
  underlying: z.string().min(1),
  strike: z.coerce.number(),
  type: z.enum(["CE", "PE", "XX", "FUT"]),
});

const EXCHANGES: Readonly<Record<"10" | "12", Exchange>> = { 10: "NSE", 12: "BSE" };

/** The derivatives of a list; lines that make no sense are left out. @throws BrokerError for what is no list. */
export async function* readInstruments(csv: string | Bytes): AsyncGenerator<InstrumentRow> {
  let isFirst = true;
  for await (const line of listOf("Fyers", readCsv(csv, {}))) {
    if (!Array.isArray(line)) continue;
    if (isFirst && !/^\d+$/.test(String(line[0]))) throw new BrokerError("away", "Fyers sent no list of instruments");
    isFirst = false;
    const row = rowOf(line);
    if (row) yield row;
  }
}

function rowOf(line: readonly unknown[]): InstrumentRow | undefined {
  const named = Object.fromEntries(Object.entries(FIELDS).map(([name, at]) => [name, line[at]]));
  const parsed = Line.safeParse(named);
  if (!parsed.success) return undefined;
  const { token, lot, tick, expiry, ticker, exchange, underlying, strike, type } = parsed.data;
  const isFuture = type === "XX" || type === "FUT";
  if (!isFuture && strike <= 0) return undefined;
  return {
    contract: {
      exchange: EXCHANGES[exchange],
      underlying,
      expiry: istDate(epochMs(expiry * 1000)),
      strike: isFuture ? 0 : strike,
      type: isFuture ? "FUT" : type,
    },
    symbol: ticker,
    token,
    lot,
    tick,
  };
}
