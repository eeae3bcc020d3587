/**
 * Room-days of the open day as an edge serves them: the feed's own bytes under the feed's own checksum. The feed is
 * asked each time whether they still hold, once for everybody who waits; while it does not answer, what was told last
 * stands.
 */
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { ContentEncoding, ReplyBlob } from "../platform/http/blob-reply.ts";
import { ByteCache } from "../platform/limits/byte-cache.ts";
import type { BlobAnswer } from "./bus-messages.ts";
import type { FeedAsker } from "./feed-asker.ts";

interface KeptBlob extends ReplyBlob {
  /** Brotli. */
  readonly bytes: Uint8Array;
}

const MAX_BYTES = 64e6;
const GZIP_LEVEL = 1;
const decompress = promisify(brotliDecompress);
const deflate = promisify(gzip);

export class EdgeBlobs {
  readonly #asker: FeedAsker;
  readonly #kept = new ByteCache<KeptBlob>({ maxBytes: MAX_BYTES });
  readonly #asked = new Map<string, Promise<ReplyBlob | undefined>>();

  constructor(asker: FeedAsker) {
    this.#asker = asker;
  }

  /** @param day names the open day: another day's bytes are never told. undefined where no feed has told any. */
  of(room: RoomName, day: string): Promise<ReplyBlob | undefined> {
    const key = `${day} ${room}`;
    const asked = this.#asked.get(key) ?? this.#ask(key, room);
    this.#asked.set(key, asked);
    return asked;
  }

  #ask(key: string, room: RoomName): Promise<ReplyBlob | undefined> {
    const kept = this.#kept.get(key);
    return new Promise((resolve) => {
      this.#asker.ask({ what: "blob", room, known: kept?.checksum ?? null }, (reply) => {
        this.#asked.delete(key);
        const answer = reply?.answer as BlobAnswer | null | undefined;
        const bytes = answer?.bytes;
        if (!answer || !bytes) resolve(kept);
        else {
          const blob = blobFrom(answer.checksum, Buffer.from(bytes));
          this.#kept.set(key, blob);
          resolve(blob);
        }
      });
    });
  }
}

function blobFrom(checksum: string, bytes: Buffer): KeptBlob {
  let zipped: Promise<Uint8Array> | undefined;
  return {
    checksum,
    bytes,
    async compressed(encoding: ContentEncoding) {
      if (encoding === "br") return bytes;
      if (encoding === "identity") return decompress(bytes);
      zipped ??= decompress(bytes).then((plain) => deflate(plain, { level: GZIP_LEVEL }));
      return zipped;
    },
  };
}
