/**
 * Lists of instruments as brokers pack them, read as they come: bytes in, bytes or rows out, and never more than a piece of the
 * list in memory. CSV is read by `csv.ts`, which takes the same bytes.
 *
 *     for await (const row of readCsv(unzipped(downloaded(NAME, outbound, url)), { columns: true })) …
 *     for await (const row of readJsonArray(gunzipped(downloaded(NAME, outbound, url)))) …
 */
import { Readable, type Transform } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";
import { type Outbound, OutboundError } from "../platform/outbound.ts";
import { BrokerError } from "./port.ts";

export type Bytes = AsyncIterable<Uint8Array>;

/** What a list may be once it is unpacked: some four times the largest that is known. */
const MAX_UNPACKED = 256 * 1024 * 1024;
/** A row of a JSON list. */
const MAX_ROW = 64 * 1024;

/** A broker's list, as it comes. @param name of the broker, to be shown. @throws BrokerError where it cannot be had. */
export async function* downloaded(
  name: string,
  outbound: Pick<Outbound, "download">,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): AsyncGenerator<Uint8Array> {
  try {
    yield* outbound.download(url, headers);
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    throw new BrokerError("away", `${name}'s list of instruments cannot be had: ${cause.message}`, { cause });
  }
}

/** The same rows; what breaks off or makes no sense on the way is the broker's failure. @throws BrokerError */
export async function* listOf<Row>(name: string, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (cause) {
    if (cause instanceof BrokerError) throw cause;
    throw new BrokerError("away", `${name}'s list of instruments cannot be read`, { cause });
  }
}

/** @throws for what is no gzip, breaks off, or is too large. */
export const gunzipped = (bytes: Bytes): Bytes => unpacked(bytes, createGunzip());

/**
 * The first file of a zip archive. Its header says where its data begins; the data say themselves where they end.
 * @throws for what is no such archive, breaks off, or is too large.
 */
export async function* unzipped(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  const read = async (size: number): Promise<void> => {
    while (head.length < size) {
      const next = await pieces.next();
      if (next.done) throw new Error("the archive breaks off");
      head = Buffer.concat([head, next.value]);
    }
  };
  try {
    await read(HEADER_BYTES);
    const [flags, method] = [head.readUInt16LE(6), head.readUInt16LE(8)];
    if (head.readUInt32LE(0) !== FILE_HEADER) throw new Error("this is no zip archive");
    if (method !== DEFLATED || (flags & ENCRYPTED) !== 0) throw new Error("the archive is packed in another way");
    const start = HEADER_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
    await read(start);
    const rest = { [Symbol.asyncIterator]: () => pieces };
    yield* unpacked(chained(head.subarray(start), rest), createInflateRaw());
  } finally {
    await pieces.return?.();
  }
}

/** Of a file's header in an archive: its length without names, its mark, how the file is packed. */
const HEADER_BYTES = 30;
const FILE_HEADER = 0x04034b50;
const DEFLATED = 8;
const ENCRYPTED = 1;

async function* chained(first: Uint8Array, rest: Bytes): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* unpacked(bytes: Bytes, unpacker: Transform): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes, { objectMode: true });
  source.on("error", (error) => unpacker.destroy(error));
  let size = 0;
  try {
    for await (const piece of source.pipe(unpacker) as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > MAX_UNPACKED) throw new Error(`the list is larger than ${MAX_UNPACKED} bytes`);
      yield piece;
    }
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The objects of a JSON array, each parsed by itself. What lies between them is not looked at; each of them is, by the parser.
 * @throws for what is no array of objects, or breaks off.
 */
export async function* readJsonArray(bytes: Bytes): AsyncGenerator<unknown> {
  let [depth, isText, isEscaped, isList, isWhole] = [0, false, false, false, false];
  let row = Buffer.alloc(0);
  for await (const piece of bytes) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN) {
        if (!isList) throw new Error("this is no JSON array");
        if (depth++ === 0) from = at;
      } else if (byte === CLOSE && --depth === 0) {
        const text = Buffer.concat([row, piece.subarray(from, at + 1)]).toString("utf8");
        row = Buffer.alloc(0);
        yield JSON.parse(text);
      } else if (byte === OPEN_LIST && depth === 0) isList = true;
      else if (byte === CLOSE_LIST && depth === 0) isWhole = isList;
    }
    if (depth > 0) row = Buffer.concat([row, piece.subarray(from)]);
    if (row.length > MAX_ROW) throw new Error("a row is too long");
  }
  if (!isWhole) throw new Error("the list breaks off");
}
