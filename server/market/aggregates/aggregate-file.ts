/** The aggregates of a day as bytes: brotli of JSON, with the SHA-256 of what it holds. */
import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { z } from "zod";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { DayBuildUps, FutureBar } from "#contract/wire/http/futures.ts";
import { SourceName } from "#contract/wire/http/market.ts";
import type { DayFileKind } from "../archive/day-files.ts";
import { storedDate as date } from "../stored-date.ts";
import type { DayAggregates } from "./day-aggregates.ts";

/** Goes up whenever the same day would come to other figures: files of another version are made again. */
const VERSION = 4;
/** Figures of this version stand where the day's rooms are gone: they differ in a few build-ups, IVs and marks of holes. */
const OLDEST = 3;
const QUALITY = 5;

const figure = z.number().nullable();

const envelope = z.object({ version: z.number(), checksum: z.string(), content: z.string() });
const content = z.object({
  date,
  source: SourceName,
  madeOf: z.string(),
  /** By symbol: close, change, IV. */
  closes: z.record(z.string(), z.tuple([figure, figure, figure])),
  buildUps: z.record(z.string(), z.record(z.string(), DayBuildUps)),
  bars: z.record(z.string(), z.record(z.string(), FutureBar)),
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export function encodeAggregates({ date, source, madeOf, closes, buildUps, bars = {} }: DayAggregates): Uint8Array {
  const tuples = Object.entries(closes).map(([symbol, { close, change, iv }]) => [symbol, [close, change, iv]]);
  const text = JSON.stringify({ date, source, madeOf, closes: Object.fromEntries(tuples), buildUps, bars });
  const file = JSON.stringify({ version: VERSION, checksum: sha256(text), content: text });
  return brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

/** @returns undefined for a file of another version; of one that may stand, a day made of nothing. @throws Error with why, when the bytes are damaged. */
export function decodeAggregates(bytes: Uint8Array): DayAggregates | undefined {
  const file = envelope.parse(JSON.parse(brotliDecompressSync(bytes).toString("utf8")));
  if (file.version < OLDEST || file.version > VERSION) return undefined;
  if (sha256(file.content) !== file.checksum) throw new Error("the checksum does not match");
  const { closes, buildUps, bars, madeOf, ...rest } = content.parse(JSON.parse(file.content));
  const named = Object.entries(closes).map(([symbol, [close, change, iv]]) => [symbol, { close, change, iv }]);
  for (const expiry of [...Object.keys(buildUps), ...Object.keys(bars)]) isoDate(expiry);
  return {
    ...rest,
    madeOf: file.version === VERSION ? madeOf : "",
    closes: Object.fromEntries(named),
    buildUps: buildUps as Record<IsoDate, (typeof buildUps)[string]>,
    bars: bars as Record<IsoDate, (typeof bars)[string]>,
  };
}

/** Where the archive has them. A file of another version is whole: it is made again. */
export const AGGREGATES: DayFileKind = {
  words: "aggregates of finished days",
  folder: "aggregates",
  ending: ".br",
  check(bytes, { date: on, source }) {
    const day = decodeAggregates(bytes);
    if (day !== undefined && (day.date !== on || day.source !== source))
      throw new Error(`it is of ${day.source} ${day.date}`);
  },
};
