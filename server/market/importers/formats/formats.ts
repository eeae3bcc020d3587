/** The formats that can be imported, and which of them a header is. */
import { shown } from "./cell-values.ts";
import type { ChainFormat } from "./chain-format.ts";
import { contractHistory, contractHistoryReply } from "./contract-history.ts";
import { contractRowsChain } from "./contract-rows-chain.ts";
import { currencyHistory } from "./currency-history.ts";
import type { DailyFormat } from "./daily-format.ts";
import { futureSnapshots } from "./future-snapshots.ts";
import {
  dhanInstruments,
  expiryList,
  kiteInstruments,
  lotsByExpiry,
  lotsByUnderlying,
  upstoxInstruments,
} from "./instrument-lists.ts";
import { convertedBhavcopy, legacyBhavcopy } from "./legacy-bhavcopy.ts";
import { nseSiteChain } from "./nse-site-chain.ts";
import type { ReferenceFormat } from "./reference-format.ts";
import { indexSnapshots, stockSnapshots } from "./snapshot-chain.ts";
import { spotMinutes } from "./spot-minutes.ts";
import { stockChainClose } from "./stock-chain-close.ts";
import {
  freezeList,
  holidayList,
  holidayReply,
  indexMembers,
  lotList,
  sectorList,
  weekendSessions,
} from "./symbol-lists.ts";
import { udiffBhavcopy } from "./udiff-bhavcopy.ts";
import { cashCloses, fullBhavcopy, indexCloses } from "./underlying-closes.ts";

/** Recorded option chains: they become room-days. */
export const CHAINS: readonly ChainFormat[] = [nseSiteChain, contractRowsChain, indexSnapshots, stockSnapshots];

/** Minutes without a chain: a future and its spot, or the spot alone. They become room-days, too. */
export const MINUTES: readonly ChainFormat[] = [futureSnapshots, spotMinutes];

/** Files of days: they become end-of-day figures. */
export const DAILY: readonly DailyFormat[] = [
  udiffBhavcopy,
  legacyBhavcopy,
  convertedBhavcopy,
  contractHistory,
  contractHistoryReply,
  fullBhavcopy,
  cashCloses,
  indexCloses,
  currencyHistory,
  stockChainClose,
];

/** Lists: they become reference rows. */
export const LISTS: readonly ReferenceFormat[] = [
  kiteInstruments,
  upstoxInstruments,
  dhanInstruments,
  lotsByUnderlying,
  lotsByExpiry,
  expiryList,
  lotList,
  freezeList,
  holidayList,
  holidayReply,
  weekendSessions,
  indexMembers,
  sectorList,
];

export type FileFormat = ChainFormat | DailyFormat | ReferenceFormat;

export const FORMATS: readonly FileFormat[] = [...CHAINS, ...MINUTES, ...DAILY, ...LISTS];

/** A header that lacks less than this part of the columns a format needs is "meant to be" that format. */
const LIKENESS = 0.5;

/** Columns that are named of a header nobody knows. */
const SHOWN_COLUMNS = 3;

/** @returns the format, or in words why it is none. */
export function detectFormat<Format extends FileFormat>(
  header: readonly string[],
  formats: readonly Format[],
): Format | string {
  const named = new Set(header);
  let nearest: { format: Format; missing: string[] } | undefined;
  for (const format of formats) {
    if ("isExact" in format && format.isExact && named.size !== format.columns.length) continue;
    const missing = format.columns.filter((column) => !named.has(column));
    if (missing.length === 0) return repeated(header, format) ?? format;
    if (missing.length >= format.columns.length * LIKENESS) continue;
    if (nearest === undefined || missing.length < nearest.missing.length) nearest = { format, missing };
  }
  if (nearest) return `the header looks like a ${nearest.format.name}, but lacks ${nearest.missing.join(", ")}`;
  const begins = header.slice(0, SHOWN_COLUMNS).join(", ");
  return `the header is of no known format ('npm run market -- --help' lists them): it begins ${shown(begins)}`;
}

function repeated(header: readonly string[], format: FileFormat): string | undefined {
  const twice = format.columns.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  return twice.length === 0 ? undefined : `the header names ${twice.join(", ")} twice`;
}
