/**
 * Dated reference rows: what exchanges and brokers list, as imported files say it. Each kind is one JSON file of the
 * data folder; a row's key says which rows are about the same thing on the same day.
 */
import { z } from "zod";
import { EXCHANGES } from "#contract/domain/instruments.ts";
import { storedDate as date } from "../stored-date.ts";

const name = z.string().min(1);
const positive = z.number().positive();

/** All contracts of an underlying with one expiry, as a list of instruments has them. */
const contracts = z.object({
  exchange: z.enum(EXCHANGES),
  symbol: name,
  expiry: date,
  kind: z.enum(["option", "future"]),
  /** Units per lot on `seen`. */
  lot: z.int().positive().optional(),
  /** Rupees. */
  tick: positive.optional(),
  /** The day of the list; absent where it only says that the expiry existed. */
  seen: date.optional(),
});
/** Units per lot of a symbol's current contracts. */
const lots = z.object({ symbol: name, lot: z.int().positive(), from: date });
/** Units of one order at most. */
const freeze = z.object({ symbol: name, units: z.int().positive(), from: date });
/** Weekdays on which equity derivatives do not trade. */
const holidays = z.object({ date, description: z.string() });
/** Weekend days on which they do. */
const sessions = z.object({ date });
const constituents = z.object({ index: name, symbol: name, company: name, industry: z.string(), from: date });
const sectors = z.object({ symbol: name, sector: name, from: date });

export const REFERENCE = { contracts, lots, freeze, holidays, sessions, constituents, sectors } as const;
export type ReferenceKind = keyof typeof REFERENCE;
export type ReferenceRow<Kind extends ReferenceKind> = Readonly<z.infer<(typeof REFERENCE)[Kind]>>;
export type ReferenceRows = { readonly [Kind in ReferenceKind]: readonly ReferenceRow<Kind>[] };
export const REFERENCE_KINDS = Object.keys(REFERENCE) as readonly ReferenceKind[];

const KEYS: { readonly [Kind in ReferenceKind]: (row: ReferenceRow<Kind>) => string } = {
  contracts: (row) => [row.symbol, row.expiry, row.exchange, row.kind, row.seen ?? ""].join(" "),
  lots: (row) => `${row.symbol} ${row.from}`,
  freeze: (row) => `${row.symbol} ${row.from}`,
  holidays: (row) => row.date,
  sessions: (row) => row.date,
  constituents: (row) => [row.index, row.from, row.symbol].join(" "),
  sectors: (row) => `${row.symbol} ${row.from}`,
};

/** Which rows are about the same thing: the later one replaces the earlier. */
export const keyOf = <Kind extends ReferenceKind>(kind: Kind, row: ReferenceRow<Kind>): string =>
  // The compiler does not see that row and function are of one kind.
  (KEYS[kind] as (row: ReferenceRow<Kind>) => string)(row);
