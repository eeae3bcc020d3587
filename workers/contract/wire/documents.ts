/**
 * Documents: the daily figures that the server keeps, named as their call's path ends. What the server sends by symbol and
 * day crosses the threads as columns, because a row of objects for each of two hundred symbols and three hundred days is
 * slow to copy.
 */
import type { FrozenDay } from "../domain/clock.ts";
import type { Source } from "../domain/columns.ts";
import { expiryKey, parseExpiry } from "../domain/instruments.ts";
import type { IsoDate } from "../domain/units.ts";
import { HIST_FUTURES_PATH, HVIV_PATH } from "./http/api-path.ts";
import type { ResponseOf } from "./http/call.ts";
import type { futuresHistory } from "./http/futures.ts";
import type { volatility } from "./http/market.ts";

/** 'HVIV': daily change and IV of every underlying. 'HistFutures-{M:D:YYYY}': what the futures of an expiry built up each day. */
export type DocumentName = "HVIV" | `HistFutures-${string}`;

export const futureBuildUpsName = (expiry: IsoDate): `HistFutures-${string}` => `HistFutures-${expiryKey(expiry)}`;

/** Figures of many symbols on many finished days. On a past day the last day may be that one itself: what it came to at its close. */
export interface DailyTable<Field extends string> {
  /** In alphabetical order. */
  readonly symbols: readonly string[];
  /** Oldest first. */
  readonly dates: readonly IsoDate[];
  /** By field: the cell of a symbol and a day is `symbol * dates.length + day`; NaN where it is not known. */
  readonly columns: Readonly<Record<Field, Float64Array>>;
  /** By symbol: whose days they are. */
  readonly sources: Readonly<Record<string, readonly Source[]>>;
  /** Days that the server is still making: they come when they are there. */
  readonly pending: number;
}

/** `change` of the underlying since the close before, and `iv` at the money at the close, both per cent. */
export type VolatilityDays = DailyTable<"change" | "iv">;
/** OI changes in units: builds are positive, unwinding and covering negative. */
export type BuildUpDays = DailyTable<"longBuild" | "shortBuild" | "longUnwind" | "shortCover">;

export type DocumentOf<Name extends DocumentName> = Name extends "HVIV" ? VolatilityDays : BuildUpDays;
export type AnyDocument = VolatilityDays | BuildUpDays;

/** A document as workers name it to each other: `{name}` live, `{name}@{date}` as of a past day's close. */
export type DocumentKey = string;

/** The open day's documents are the live ones: they hold finished days only. */
export const documentKey = (name: DocumentName, day: FrozenDay | undefined): DocumentKey =>
  day === undefined || day === "today" ? name : `${name}@${day.date}`;

export function parseDocumentKey(key: DocumentKey): {
  readonly name: DocumentName;
  readonly date: IsoDate | undefined;
} {
  const [name, date] = key.split("@");
  return { name: name as DocumentName, date: date as IsoDate | undefined };
}

/** The path of its call, under the market-data base. */
export const documentPath = (name: DocumentName): string =>
  name === "HVIV" ? HVIV_PATH : HIST_FUTURES_PATH.replace("HistFutures-{expiry}", name);

/** @param body the JSON of the document's call */
export const readDocument = (name: DocumentName, body: unknown): AnyDocument =>
  name === "HVIV"
    ? readVolatility(body as ResponseOf<typeof volatility>)
    : readBuildUps(body as ResponseOf<typeof futuresHistory>);

function readVolatility({ data, sources, pending }: ResponseOf<typeof volatility>): VolatilityDays {
  const { dates, ...bySymbol } = data;
  const symbols = Object.keys(bySymbol).sort();
  const change = unknownCells(symbols.length * dates.length);
  const iv = unknownCells(change.length);
  for (const [at, symbol] of symbols.entries()) {
    const days = bySymbol[symbol] ?? [];
    const first = (at + 1) * dates.length - days.length; // a symbol's days are the last ones
    for (const [day, [itsChange, itsIv]] of days.entries()) {
      change[first + day] = itsChange ?? Number.NaN;
      iv[first + day] = itsIv ?? Number.NaN;
    }
  }
  return { symbols, dates: dates.map(parseExpiry), columns: { change, iv }, sources, pending };
}

function readBuildUps({ data, sources, pending }: ResponseOf<typeof futuresHistory>): BuildUpDays {
  const symbols = Object.keys(data).sort();
  const paths = new Map<string, IsoDate>();
  for (const days of Object.values(data)) for (const path of Object.keys(days)) paths.set(path, parseExpiry(path));
  const dates = [...paths.values()].sort();
  const cells = symbols.length * dates.length;
  const columns = {
    longBuild: unknownCells(cells),
    shortBuild: unknownCells(cells),
    longUnwind: unknownCells(cells),
    shortCover: unknownCells(cells),
  };
  const dayOf = new Map([...paths].map(([path, date]) => [path, dates.indexOf(date)]));
  for (const [at, symbol] of symbols.entries()) {
    for (const [path, [longBuild, shortBuild, longUnwind, shortCover]] of Object.entries(data[symbol] ?? {})) {
      const cell = at * dates.length + (dayOf.get(path) ?? 0);
      columns.longBuild[cell] = longBuild;
      columns.shortBuild[cell] = shortBuild;
      columns.longUnwind[cell] = longUnwind;
      columns.shortCover[cell] = shortCover;
    }
  }
  return { symbols, dates, columns, sources, pending };
}

const unknownCells = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);
