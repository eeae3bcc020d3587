/**
 * The bytes of one day's figures: a head that lists underlyings and sections, and a section a symbol, so that one
 * symbol over many days costs little more than its own rows.
 *
 * Layout: 'SBDF', u8 version, u32 length of the head, SHA-256 of the head (32 bytes); the head (brotli of JSON); the
 * sections one after the other (brotli of JSON), each with its SHA-256 in the head.
 */

import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { z } from "zod";
import type { Source } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayFileKind } from "../archive/day-files.ts";
import { storedDate as date } from "../stored-date.ts";
import {
  type ContractFigures,
  type DailyContracts,
  type DailyDay,
  MENTIONED,
  OFFICIAL,
  PRICES,
  QUANTITIES,
  RECORDED,
  type UnderlyingFigures,
} from "./daily-figures.ts";

const MAGIC = "SBDF";
const VERSION = 1;
const DIGEST = 32;
/** Magic, version, length of the head, its digest. */
export const PRELUDE = 4 + 1 + 4 + DIGEST;
const LONGEST_HEAD = 64 * 1024 * 1024;

const figure = z.number().min(-1);
const price = z.int().min(-1).max(0x7fff_ffff);
const rank = z.union([z.literal(MENTIONED), z.literal(RECORDED), z.literal(OFFICIAL)]);
const symbol = z.string().min(1);

const headSchema = z.object({
  date,
  source: z.enum(["sim", "import", "kite"]),
  origin: z.array(z.string()),
  underlyings: z.array(
    z.object({
      symbol,
      open: price,
      high: price,
      low: price,
      close: price,
      last: price,
      prevClose: price,
      volume: figure,
      rank,
    }),
  ),
  sections: z.array(z.object({ symbol, count: z.int().positive(), bytes: z.int().positive(), checksum: z.string() })),
});

type Head = z.infer<typeof headSchema>;
export type DailySection = Head["sections"][number];

const prices = z.array(price);
const sectionSchema = z.object({
  expiry: z.array(date),
  type: z.array(z.int().min(1).max(3)),
  strike: z.array(z.int().min(0).max(0x7fff_ffff)),
  prices: z.object(recordOf(PRICES, () => prices)),
  quantities: z.object(recordOf(QUANTITIES, () => z.array(figure))),
  lot: prices,
  rank: z.array(rank),
});
type Section = z.infer<typeof sectionSchema>;

/** A day in full, as importers hold it. */
export interface DailyContent {
  readonly date: IsoDate;
  readonly source: Source;
  readonly origin: readonly string[];
  readonly underlyings: readonly UnderlyingFigures[];
  readonly contracts: ReadonlyMap<string, readonly ContractFigures[]>;
}

/** Something in the bytes is not as it was written. */
export class DailyFileError extends Error {
  override readonly name = "DailyFileError";
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes);
const pack = (value: unknown): Buffer =>
  brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** The same content gives the same bytes, in whatever order it came. */
export function encodeDaily(content: DailyContent): Buffer {
  const packed = [...content.contracts]
    .filter(([, rows]) => rows.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, rows]) => ({ name, count: rows.length, bytes: pack(sectionOf(rows)) }));
  const head: Head = {
    date: content.date,
    source: content.source,
    origin: [...content.origin].sort(),
    underlyings: [...content.underlyings].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)).map((row) => ({ ...row })),
    sections: packed.map(({ name, count, bytes }) => ({
      symbol: name,
      count,
      bytes: bytes.length,
      checksum: sha256(bytes).digest("hex"),
    })),
  };
  const headBytes = pack(head);
  const prelude = Buffer.alloc(PRELUDE);
  prelude.write(MAGIC, "latin1");
  prelude.writeUInt8(VERSION, 4);
  prelude.writeUInt32LE(headBytes.length, 5);
  sha256(headBytes).digest().copy(prelude, 9);
  return Buffer.concat([prelude, headBytes, ...packed.map(({ bytes }) => bytes)]);
}

function sectionOf(rows: readonly ContractFigures[]): Section {
  const sorted = [...rows].sort(
    (a, b) =>
      Number(a.strike > 0) - Number(b.strike > 0) ||
      (a.expiry < b.expiry ? -1 : a.expiry > b.expiry ? 1 : 0) ||
      a.strike - b.strike ||
      a.type - b.type,
  );
  return {
    expiry: sorted.map((row) => row.expiry),
    type: sorted.map((row) => row.type),
    strike: sorted.map((row) => row.strike),
    prices: recordOf(PRICES, (name) => sorted.map((row) => row[name])),
    quantities: recordOf(QUANTITIES, (name) => sorted.map((row) => row[name])),
    lot: sorted.map((row) => row.lot),
    rank: sorted.map((row) => row.rank),
  };
}

/** Length of the head. @throws DailyFileError when these are not the first bytes of such a file. */
export function headLength(prelude: Uint8Array): number {
  const bytes = Buffer.from(prelude.buffer, prelude.byteOffset, prelude.byteLength);
  if (bytes.length < PRELUDE) throw new DailyFileError("it was cut off");
  if (bytes.toString("latin1", 0, 4) !== MAGIC) throw new DailyFileError("it holds no daily figures");
  if (bytes[4] !== VERSION) throw new DailyFileError(`it is of version ${bytes[4]}, known is ${VERSION}`);
  const length = bytes.readUInt32LE(5);
  if (length > LONGEST_HEAD) throw new DailyFileError("its head is damaged");
  return length;
}

export interface DecodedHead {
  readonly day: DailyDay;
  readonly sections: readonly DailySection[];
}

/** @throws DailyFileError */
export function decodeHead(prelude: Uint8Array, headBytes: Uint8Array): DecodedHead {
  if (headBytes.length !== headLength(prelude)) throw new DailyFileError("it was cut off");
  if (sha256(headBytes).digest().compare(prelude.subarray(9, PRELUDE)) !== 0)
    throw new DailyFileError("the checksum of its head does not match");
  const { sections, ...rest } = unpack(headBytes, headSchema);
  const contracts = sections.map(({ symbol: name, count }) => ({ symbol: name, count }));
  // The head names the checksum of every section.
  const version = Buffer.from(prelude.subarray(9, PRELUDE)).toString("hex");
  return { day: { ...rest, version, contracts }, sections };
}

/** @throws DailyFileError */
export function decodeSection(day: DailyDay, section: DailySection, bytes: Uint8Array): DailyContracts {
  if (bytes.length !== section.bytes) throw new DailyFileError("it was cut off");
  if (sha256(bytes).digest("hex") !== section.checksum)
    throw new DailyFileError(`the checksum of ${section.symbol} does not match`);
  const { expiry, type, strike, prices: priced, quantities, lot, rank: ranks } = unpack(bytes, sectionSchema);
  const columns = [type, strike, lot, ranks, ...Object.values(priced), ...Object.values(quantities)];
  if (expiry.length !== section.count || columns.some((column) => column.length !== section.count))
    throw new DailyFileError(`the columns of ${section.symbol} differ in length`);
  return {
    symbol: section.symbol,
    date: day.date,
    priceScale: underlyingOf(section.symbol).priceScale,
    length: section.count,
    expiry,
    type: Uint8Array.from(type),
    strike: Int32Array.from(strike),
    prices: recordOf(PRICES, (name) => Int32Array.from(priced[name])),
    quantities: recordOf(QUANTITIES, (name) => Float64Array.from(quantities[name])),
    lot: Int32Array.from(lot),
    rank: Uint8Array.from(ranks),
  };
}

/** A day with the tables of its symbols. */
export interface DailyTables {
  readonly day: DailyDay;
  readonly tables: readonly DailyContracts[];
}

/** All of a file. @throws DailyFileError */
export function decodeDaily(bytes: Uint8Array): DailyTables {
  const prelude = bytes.subarray(0, PRELUDE);
  let at = PRELUDE + headLength(prelude);
  const { day, sections } = decodeHead(prelude, bytes.subarray(PRELUDE, at));
  const tables = sections.map((section) => {
    const table = decodeSection(day, section, bytes.subarray(at, at + section.bytes));
    at += section.bytes;
    return table;
  });
  if (at !== bytes.length) throw new DailyFileError("bytes follow its last section");
  return { day, tables };
}

/** Where the archive has them. */
export const DAILY: DayFileKind = {
  words: "end-of-day figures",
  folder: "daily",
  ending: "",
  check(bytes, { date: on, source }) {
    const { day } = decodeDaily(bytes);
    if (day.date !== on || day.source !== source) throw new DailyFileError(`it is of ${day.source} ${day.date}`);
  },
};

function unpack<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.infer<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(brotliDecompressSync(bytes).toString());
  } catch {
    throw new DailyFileError("it is damaged");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  throw new DailyFileError(`it is damaged: ${path.join(".")}: ${message}`);
}

/** A day as importers add to it. */
export const contentOf = ({ day, tables }: DailyTables): DailyContent => ({
  date: day.date,
  source: day.source,
  origin: day.origin,
  underlyings: day.underlyings,
  contracts: new Map(tables.map((table) => [table.symbol, rowsOf(table)])),
});

function rowsOf(table: DailyContracts): ContractFigures[] {
  return table.expiry.map((expiry, row) => ({
    expiry,
    type: table.type[row],
    strike: table.strike[row],
    open: table.prices.open[row],
    high: table.prices.high[row],
    low: table.prices.low[row],
    close: table.prices.close[row],
    last: table.prices.last[row],
    settle: table.prices.settle[row],
    prevClose: table.prices.prevClose[row],
    volume: table.quantities.volume[row],
    oi: table.quantities.oi[row],
    prevOi: table.quantities.prevOi[row],
    lot: table.lot[row],
    rank: table.rank[row] as ContractFigures["rank"],
  }));
}
