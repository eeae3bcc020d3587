/** The scanner: a formula over every contract of an exchange. */
import { z } from "zod";
import { MAX_SCAN_LENGTH, MOST_FOUND, SCAN_KINDS } from "../../domain/formula/scan.ts";
import { EXCHANGES } from "../../domain/instruments.ts";
import { SCAN_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

export const ScanRequest = z.strictObject({
  exchange: z.enum(EXCHANGES),
  kind: z.enum(SCAN_KINDS),
  /** In the language of `domain/formula`, over the fields of `domain/formula/scan.ts`. */
  formula: z.string().trim().min(1).max(MAX_SCAN_LENGTH),
  /** Contracts that the answer names at most, all of them by default; 0 where their number is enough. */
  most: z.number().int().min(0).max(MOST_FOUND).optional(),
  /** Tokens of contracts that passed when the user asked last: of those that do not now, the answer says why. */
  watched: z.array(z.number().int()).max(MOST_FOUND).optional(),
});
export type ScanRequest = z.infer<typeof ScanRequest>;

const figures = z.array(z.number().nullable());
const count = z.number().int();

/** Contracts that pass, as columns of one length: those with the highest volume first. Prices in rupees; absent is null. */
export const FoundContracts = z.object({
  /** 'NIFTY26NOVFUT', 'NIFTY26112424600CE'. */
  name: z.array(z.string()),
  symbol: z.array(z.string()),
  token: z.array(count),
  ltp: figures,
  prevClose: figures,
  vwap: figures,
  /** Units. */
  oi: figures,
  prevOi: figures,
  volume: figures,
  prevVolume: figures,
  /** Future less spot; null for options. */
  basis: figures,
  /** Cost of carry of a future, per cent a year. */
  carry: figures,
});

/** Why a contract passes no longer: the first condition that it fails, and what the fields of that condition are now. */
export const ScanFailure = z.object({
  token: count,
  condition: z.string(),
  figures: z.record(z.string(), z.number().nullable()),
});
export type ScanFailure = z.infer<typeof ScanFailure>;

export const ScanFound = z.object({
  /** ISO date and minute of the IST day on the exchange's clock. */
  date: z.string(),
  minute: z.number(),
  /** Contracts of the kind that are listed. */
  contracts: count,
  /** Those of them without a price: they are never judged. */
  unpriced: count,
  /** Those that pass. */
  matches: count,
  /** What the formula joins with 'and', and how many pass each alone. */
  conditions: z.array(z.object({ text: z.string(), passes: count })),
  /** At most 500 of those that pass. */
  found: FoundContracts,
  /** Of the watched contracts those that have a price and do not pass. */
  failed: z.array(ScanFailure),
});
export type ScanFound = z.infer<typeof ScanFound>;

export const scan = defineCall({
  method: "post",
  path: SCAN_PATH,
  summary: "The contracts of an exchange that a formula is true of, from last values",
  access: "subscriber",
  body: ScanRequest,
  response: z.object({ data: ScanFound }),
  refusals: [429],
});
