/**
 * What Dhan calls each contract: its detailed list of the day, plain CSV. Orders go by segment and security id, and books come back
 * with them; its names do not tell weekly expiries of a month apart, and are never sent.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { readCsvList } from "../csv.ts";
import type { Bytes } from "../packed-lists.ts";
import type { InstrumentRow } from "../port.ts";
import { listedDay } from "../wire-fields.ts";
import { NAME } from "./answers.ts";

export const LIST = "/api-data/api-scrip-master-detailed.csv";

export interface DhanInstrument extends InstrumentRow {
  /** 'NSE_FNO', 'BSE_FNO' or 'NSE_CURRENCY'. */
  readonly segment: string;
}

/** As books have it. */
export const dhanName = ({ segment, token }: DhanInstrument): string => `${segment}|${token}`;

/** By exchange and Dhan's letter of the segment. */
const SEGMENTS: Readonly<Record<string, readonly [string, Exchange]>> = {
  "NSE D": ["NSE_FNO", "NSE"],
  "BSE D": ["BSE_FNO", "BSE"],
  "NSE C": ["NSE_CURRENCY", "NSE"],
};
/** The list has steps in paise. */
const PAISE = 100;

const Line = z.object({
  EXCH_ID: z.string(),
  SEGMENT: z.string(),
  SECURITY_ID: z.string().regex(/^\d+$/),
  INSTRUMENT: z.string(),
  UNDERLYING_SYMBOL: z.string().min(1),
  SYMBOL_NAME: z.string().min(1),
  LOT_SIZE: z.coerce.number().int().positive(),
  /** Some lists have a time behind it. */
  SM_EXPIRY_DATE: listedDay,
  STRIKE_PRICE: z.coerce.number(),
  OPTION_TYPE: z.string(),
  TICK_SIZE: z.coerce.number().positive(),
});

/** The derivatives of the list; lines that make no sense are left out. @throws BrokerError for what is no list. */
export const readInstruments = (csv: Bytes): AsyncGenerator<DhanInstrument> =>
  readCsvList(csv, { name: NAME, column: "SECURITY_ID", rowOf });

function rowOf(line: unknown): DhanInstrument | undefined {
  const parsed = Line.safeParse(line);
  if (!parsed.success) return undefined;
  const { EXCH_ID, SEGMENT, OPTION_TYPE: option, STRIKE_PRICE: strike, ...rest } = parsed.data;
  const [segment, exchange] = SEGMENTS[`${EXCH_ID} ${SEGMENT}`] ?? [];
  if (segment === undefined || exchange === undefined) return undefined;
  const type = rest.INSTRUMENT.startsWith("FUT") ? "FUT" : option === "CE" || option === "PE" ? option : undefined;
  if (type === undefined || (type !== "FUT" && strike <= 0)) return undefined;
  return {
    contract: {
      exchange,
      underlying: rest.UNDERLYING_SYMBOL,
      expiry: rest.SM_EXPIRY_DATE,
      strike: type === "FUT" ? 0 : strike,
      type,
    },
    segment,
    symbol: rest.SYMBOL_NAME,
    token: rest.SECURITY_ID,
    lot: rest.LOT_SIZE,
    tick: rest.TICK_SIZE / PAISE,
  };
}
