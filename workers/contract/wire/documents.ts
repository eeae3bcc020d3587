/**
 * Documents: the daily figures that the server keeps, named as their call's path ends. What the server sends by symbol and
 * day crosses the threads as columns, because a row of objects for each of two hundred symbols and three hundred days is
 * slow to copy.
 */

import type { FrozenDay } from "../domain/clock.ts";
import type { Source } from "../domain/columns.ts";
import { parseExpiry } from "../domain/instruments.ts";
import { recordOf } from "../domain/record-of.ts";
import type { IsoDate } from "../domain/units.ts";
import { HVIV_PATH } from "./http/api-path.ts";
import type { ResponseOf } from "./http/call.ts";
import type { futuresDaily, futuresHistory } from "./http/futures.ts";
import type { volatility } from "./http/market.ts";

/**
 * 'HVIV': daily change and IV of every underlying. 'HistFutures-{M:D:YYYY}': what the futures of an expiry built up each day.
 * 'FuturesDaily-{M:D:YYYY}': what they traded at.
 */
export type DocumentName = "HVIV" | `HistFutures-${string}` | `FuturesDaily-${string}`;

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
export type VolatilityDays = DailyTable<(typeof VOLATILITY)[number]>;
/** OI changes in units: builds are positive, unwinding and covering negative. */
export type BuildUpDays = DailyTable<(typeof BUILD_UPS)[number]>;
/** Rupees and units, those of OI at the close; `isPartial` is 1 where minutes of the day are missing. */
export type BarDays = DailyTable<(typeof BARS)[number]>;

export type DocumentOf<Name extends DocumentName> = Name extends "HVIV"
  ? VolatilityDays
  : Name extends `FuturesDaily-${string}`
    ? BarDays
    : BuildUpDays;
export type AnyDocument = VolatilityDays | BuildUpDays | BarDays;

/** Columns in the order in which a call sends their figures. */
const VOLATILITY = ["change", "iv"] as const;
const BUILD_UPS = ["longBuild", "shortBuild", "longUnwind", "shortCover"] as const;
const BARS = ["open", "high", "low", "close", "volume", "oi", "isPartial"] as const;

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

/** The path of its call, under the market-data base: the calls of all documents are neighbours. */
export const documentPath = (name: DocumentName): string => HVIV_PATH.replace("HVIV", name);

/** @param body the JSON of the document's call */
export const readDocument = (name: DocumentName, body: unknown): AnyDocument =>
  name === "HVIV"
    ? readVolatility(body as ResponseOf<typeof volatility>)
    : name.startsWith("F")
      ? readFutures(BARS, body as ResponseOf<typeof futuresDaily>)
      : readFutures(BUILD_UPS, body as ResponseOf<typeof futuresHistory>);

function readVolatility({ data, sources, pending }: ResponseOf<typeof volatility>): VolatilityDays {
  const { dates, ...bySymbol } = data;
  const symbols = Object.keys(bySymbol).sort();
  // A symbol's days are the last ones.
  const figuresOf = (symbol: string, day: number) => bySymbol[symbol]?.at(day - dates.length);
  return tableOf(VOLATILITY, symbols, dates.map(parseExpiry), figuresOf, { sources, pending });
}

interface FutureDays {
  readonly data: Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>>;
  readonly sources: Readonly<Record<string, readonly Source[]>>;
  readonly pending: number;
}

function readFutures<Field extends string>(fields: readonly Field[], { data, ...rest }: FutureDays): DailyTable<Field> {
  const paths = [...new Set(Object.values(data).flatMap(Object.keys))].sort((a, b) =>
    parseExpiry(a) < parseExpiry(b) ? -1 : 1,
  );
  const figuresOf = (symbol: string, day: number) => data[symbol]?.[paths[day]!];
  return tableOf(fields, Object.keys(data).sort(), paths.map(parseExpiry), figuresOf, rest);
}

/** @param figuresOf of a symbol and the place of a day: in the order of the fields; undefined where the day is not known */
function tableOf<Field extends string>(
  fields: readonly Field[],
  symbols: readonly string[],
  dates: readonly IsoDate[],
  figuresOf: (symbol: string, day: number) => readonly (number | null)[] | undefined,
  rest: Pick<DailyTable<Field>, "sources" | "pending">,
): DailyTable<Field> {
  const columns = recordOf(fields, (_, i) =>
    Float64Array.from(
      { length: symbols.length * dates.length },
      (__, cell) => figuresOf(symbols[Math.floor(cell / dates.length)]!, cell % dates.length)?.[i] ?? Number.NaN,
    ),
  );
  return { symbols, dates, columns, ...rest };
}
