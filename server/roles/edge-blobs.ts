/**
 * Room-days of the open day as an edge serves them: the feed's own bytes under the feed's own checksum. The feed is
 * asked each time whether they still hold, once for everybody who waits; while it does not answer, what was told last
 * stands. An answer that comes too late for who has asked serves who asks next: where a busy feed is late each time, all would
 * be shown the same old minutes.
 */
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { ContentEncoding, ReplyBlob } from "../platform/http/blob-reply.ts";
import { ByteCache } from "../platform/limits/byte-cache.ts";
import type { BlobAnswer, Reply } from "./bus-messages.ts";
import type { FeedAsker } from "./feed-asker.ts";

interface KeptBlob extends ReplyBlob {
  /** Brotli. */
  readonly bytes: Uint8Array;
  /** Number of the question that it answers. */
  readonly question: number;
}

const MAX_BYTES = 64e6;
const GZIP_LEVEL = 1;
const decompress = promisify(brotliDecompress);
const deflate = promisify(gzip);

export class EdgeBlobs {
  readonly #asker: FeedAsker;
  readonly #term: () => number;
  readonly #kept = new ByteCache<KeptBlob>({ maxBytes: MAX_BYTES });
  readonly #asked = new Map<string, Promise<ReplyBlob | undefined>>();
  #questions = 0;

  /** @param term of the leader that is believed: what a deposed feed tells is not heard. */
  constructor(asker: FeedAsker, term: () => number) {
    this.#asker = asker;
    this.#term = term;
  }

  /** @param day names the open day: another day's bytes are never told. undefined where no feed has told any. */
  of(room: RoomName, day: string): Promise<ReplyBlob | undefined> {
    const key = `${day} ${room}`;
    const asked = this.#asked.get(key) ?? this.#ask(key, room);
    this.#asked.set(key, asked);
    return asked;
  }

  #ask(key: string, room: RoomName): Promise<ReplyBlob | undefined> {
    const question = ++this.#questions;
    const known = this.#kept.get(key)?.checksum ?? null;
    return new Promise((resolve) => {
      const heard = (reply: Reply | undefined): void => {
        this.#asked.delete(key);
        resolve(this.#take(key, question, reply) ?? this.#kept.get(key));
      };
      this.#asker.ask({ what: "blob", room, known }, heard, { late: (reply) => void this.#take(key, question, reply) });
    });
  }

  /** @returns undefined where it brings nothing newer. */
  #take(key: string, question: number, reply: Reply | undefined): ReplyBlob | undefined {
    const answer = reply?.answer as BlobAnswer | null | undefined;
    const isOld = (this.#kept.get(key)?.question ?? 0) > question;
    if (!reply || !answer?.bytes || isOld || reply.term < this.#term()) return undefined;
    const blob = blobFrom(answer.checksum, Buffer.from(answer.bytes), question);
    this.#kept.set(key, blob);
    return blob;
  }
}

function blobFrom(checksum: string, bytes: Buffer, question: number): KeptBlob {
  let zipped: Promise<Uint8Array> | undefined;
  return {
    checksum,
    bytes,
    question,
    async compressed(encoding: ContentEncoding) {
      if (encoding === "br") return bytes;
      if (encoding === "identity") return decompress(bytes);
      zipped ??= decompress(bytes).then((plain) => deflate(plain, { level: GZIP_LEVEL }));
      return zipped;
    },
  };
}
