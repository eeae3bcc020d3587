/** A reply as bytes with a checksum: encoded and compressed once, shared by everybody who asks. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ContentEncoding, ReplyBlob } from "../../platform/http/blob-reply.ts";

/** Measured on room-days: within 8 % of the best in a fortieth of the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 1;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export const jsonBlob = (value: object): ReplyBlob => replyBlob(new TextEncoder().encode(JSON.stringify(value)));

export function replyBlob(bytes: Uint8Array): ReplyBlob {
  const ready = new Map<ContentEncoding, Promise<Uint8Array>>();
  return {
    checksum: createHash("sha256").update(bytes).digest("hex"),
    compressed(encoding) {
      let compressed = ready.get(encoding);
      if (compressed === undefined) {
        compressed = compress(bytes, encoding);
        ready.set(encoding, compressed);
      }
      return compressed;
    },
  };
}

async function compress(bytes: Uint8Array, encoding: ContentEncoding): Promise<Uint8Array> {
  if (encoding === "identity") return bytes;
  if (encoding === "gzip") return deflate(bytes, { level: GZIP_LEVEL });
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotli(bytes, { params });
}
