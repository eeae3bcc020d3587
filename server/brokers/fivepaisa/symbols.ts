/**
 * What 5paisa calls each contract: one CSV of all segments, read as it comes. Orders go by exchange, segment and scrip code, and books come
 * back with them; conversions go by the list's `ScripData`.
 */
import { z } from "zod";
import type { Exchange } from "#contract/domain/instruments.ts";
import { readCsvList } from "../csv.ts";
import type { Bytes } from "../packed-lists.ts";
import type { InstrumentRow } from "../port.ts";
import { listedDay } from "../wire-fields.ts";
import { NAME } from "./answers.ts";

export const LIST = "/VendorsAPI/Service1.svc/ScripMaster/segment/All";

export interface PaisaInstrument extends InstrumentRow {
  /** 'N' or 'B'. */
  readonly exchange: string;
  /** 'D' derivatives, 'U' currency. */
  readonly segment: string;
  /** Its name in conversions. */
  readonly data: string;
}

/** As books have it: 'ND:44001'. */
export const paisaName = ({ exchange, segment, token }: PaisaInstrument): string => `${exchange}${segment}:${token}`;

const EXCHANGES: Readonly<Record<string, Exchange>> = { ND: "NSE", BD: "BSE", NU: "NSE" };

const Line = z.object({
  Exch: z.string(),
  ExchType: z.string(),
  ScripCode: z.string().regex(/^\d+$/),
  Name: z.string().trim().min(1),
  /** Some lists have a time behind it. */
  Expiry: listedDay,
  /** 'XX' of futures. */
  ScripType: z.enum(["CE", "PE", "XX"]),
  StrikeRate: z.coerce.number(),
  TickSize: z.coerce.number().positive(),
  LotSize: z.coerce.number().int().positive(),
  SymbolRoot: z.string().trim().min(1),
  ScripData: z.string(),
});

/** The derivatives of the list; lines that make no sense are left out. @throws BrokerError for what is no list. */
export const readInstruments = (csv: Bytes): AsyncGenerator<PaisaInstrument> =>
  readCsvList(csv, { name: NAME, column: "ScripCode", rowOf });

function rowOf(json: unknown): PaisaInstrument | undefined {
  const parsed = Line.safeParse(json);
  if (!parsed.success) return undefined;
  const line = parsed.data;
  const exchange = EXCHANGES[line.Exch + line.ExchType];
  const type = line.ScripType === "XX" ? "FUT" : line.ScripType;
  if (exchange === undefined || (type !== "FUT" && line.StrikeRate <= 0)) return undefined;
  const { Expiry: expiry } = line;
  return {
    contract: { exchange, underlying: line.SymbolRoot, expiry, strike: type === "FUT" ? 0 : line.StrikeRate, type },
    exchange: line.Exch,
    segment: line.ExchType,
    symbol: line.Name,
    token: line.ScripCode,
    data: line.ScripData,
    lot: line.LotSize,
    tick: line.TickSize,
  };
}
