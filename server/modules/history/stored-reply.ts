/** A stored room-day in the encoding that a client wants: as it lies, or recompressed. */
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import type { StoredBlob } from "../../market/archive/archive.ts";
import { AppError } from "../../platform/errors.ts";
import type { ReplyBlob } from "../../platform/http/blob-reply.ts";
import type { ByteCache } from "../../platform/limits/byte-cache.ts";
import type { PastDay } from "./past-day.ts";

const decompress = promisify(brotliDecompress);
const deflate = promisify(gzip);
const GZIP_LEVEL = 1;

/** @param cache keeps what was recompressed. */
export async function storedReply(
  day: PastDay,
  room: string,
  cache: ByteCache<{ readonly bytes: Uint8Array }>,
): Promise<ReplyBlob> {
  const checksum = await day.checksum(room);

  async function stored(): Promise<StoredBlob> {
    const blob = await day.stored(room);
    // Imported again since its checksum was told: what was asked for is gone, asking again gives the new one.
    if (blob.checksum !== checksum) throw new AppError("unavailable", undefined, { retryAfter: 1 });
    return blob;
  }

  return {
    checksum,
    async compressed(encoding) {
      if (encoding === "br") return (await stored()).bytes;
      if (encoding === "identity") return decompress((await stored()).bytes);
      const key = `gzip ${checksum}`;
      const kept = cache.get(key);
      if (kept !== undefined) return kept.bytes;
      const bytes = await deflate(await decompress((await stored()).bytes), { level: GZIP_LEVEL });
      cache.set(key, { bytes });
      return bytes;
    },
  };
}
