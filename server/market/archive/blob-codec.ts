/** Room-days as stored blobs and back: the bytes of room-day-blob.ts under brotli. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, brotliCompressSync, brotliDecompress, constants } from "node:zlib";
import type { RoomDay } from "#contract/domain/columns.ts";
import { decodeRoomDay, encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { priceTick } from "../price-tick.ts";
import type { StoredBlob } from "./archive.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Level 5 and up cost several times the time for a few per cent of size. */
const QUALITY = 4;

export const checksumOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const encode = (day: RoomDay): Uint8Array => encodeRoomDay(day, priceTick(day));

const optionsFor = (blob: Uint8Array): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: blob.length },
});

/** The compression runs in Node's thread pool: a server that archives a day goes on serving. */
export async function storeRoomDay(day: RoomDay): Promise<StoredBlob> {
  const blob = encode(day);
  return { bytes: await compress(blob, optionsFor(blob)), encoding: "br", checksum: checksumOf(blob) };
}

/** The same on the thread that calls: for one of its own, which spares the pool's four threads the memory. */
export function storeRoomDayHere(day: RoomDay): StoredBlob {
  const blob = encode(day);
  return { bytes: brotliCompressSync(blob, optionsFor(blob)), encoding: "br", checksum: checksumOf(blob) };
}

/** The uncompressed blob. @throws Error with why, when the bytes are not brotli or not what the checksum says. */
export async function blobOf(stored: StoredBlob): Promise<Uint8Array> {
  const blob = await decompress(stored.bytes);
  if (checksumOf(blob) !== stored.checksum) throw new Error("the checksum does not match");
  return blob;
}

/** @throws Error with why, when the blob is damaged. */
export const loadRoomDay = async (stored: StoredBlob): Promise<RoomDay> => decodeRoomDay(await blobOf(stored)).day;
