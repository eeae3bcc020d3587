/**
 * What Upstox calls each contract: one JSON list of the day, packed. Orders go by the instrument's key ('NSE_FO|47196'), and books
 * come back with it; nothing is put together from parts.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { epochMs } from "#contract/domain/units.ts";
import { type Bytes, gunzipped, listOf, readJsonArray } from "../packed-lists.ts";
import type { InstrumentRow } from "../port.ts";
import { listedDay } from "../wire-fields.ts";
import { NAME } from "./answers.ts";

export const LIST = "/market-quote/instruments/exchange/complete.json.gz";

/** Segments of derivatives of shares, indices and currency, and the exchange that each belongs to. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { NSE_FO: "NSE", BSE_FO: "BSE", NCD_FO: "NSE" };
/** The list has steps in paise. */
const PAISE = 100;

const Row = z.object({
  segment: z.string(),
  instrument_key: z.string().regex(/^[A-Z]+_[A-Z]+\|\d+$/),
  trading_symbol: z.string().min(1),
  underlying_symbol: z.string().min(1),
  instrument_type: z.enum(["CE", "PE", "FUT"]),
  /** Epoch ms; the call for an underlying's contracts has the date. */
  expiry: z.union([
    z
      .number()
      .int()
      .positive()
      .transform((ms) => istDate(epochMs(ms))),
    listedDay,
  ]),
  strike_price: z.number().nonnegative().default(0),
  lot_size: z.number().int().positive(),
  tick_size: z.number().positive(),
});

/** The derivatives of the list; rows that make no sense are left out. @throws BrokerError for what is no list. */
export async function* readInstruments(packed: Bytes): AsyncGenerator<InstrumentRow> {
  for await (const row of listOf(NAME, readJsonArray(gunzipped(packed)))) {
    const instrument = instrumentOf(row);
    if (instrument) yield instrument;
  }
}

export function instrumentOf(row: unknown): InstrumentRow | undefined {
  const parsed = Row.safeParse(row);
  if (!parsed.success) return undefined;
  const { segment, underlying_symbol: underlying, instrument_type: type, expiry, ...rest } = parsed.data;
  const exchange = EXCHANGES[segment];
  const isFuture = type === "FUT";
  if (exchange === undefined || (!isFuture && rest.strike_price === 0)) return undefined;
  return {
    contract: { exchange, underlying, expiry, strike: isFuture ? 0 : rest.strike_price, type },
    symbol: rest.trading_symbol,
    token: rest.instrument_key,
    lot: rest.lot_size,
    tick: rest.tick_size / PAISE,
  };
}
