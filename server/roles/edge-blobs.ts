/**
 * Room-days of the open day as an edge serves them: the feed's own bytes under the feed's own checksum. The feed is
 * asked each time whether they still hold, once for everybody who waits. What a reader gets has every minute that he was told
 * before he asked: who comes after a newer minute waits for the next question.
 *
 * While the feed does not answer, what was told last stands where no minute is known to be missing. Older bytes are told of a
 * feed that is silent only: better than none, and their readers are told again when it is back. For a feed that is only busy
 * they wait: its answer has their minutes, whatever was heard since.
 */
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { ContentEncoding, ReplyBlob } from "../platform/http/blob-reply.ts";
import { ByteCache } from "../platform/limits/byte-cache.ts";
import type { BlobAnswer, Reply } from "./bus-messages.ts";
import type { FeedAsker } from "./feed-asker.ts";

/** The leader that is believed: what a deposed feed tells is not heard. */
export interface BlobLeader {
  readonly term: number;
  /** The last minute that it has told of, of any room. */
  readonly closed: number;
  readonly isSilent: boolean;
}

/** What is asked for: the room and its session. */
type Room = Pick<RoomDay, "room" | "date" | "source" | "open" | "minutes">;

interface Question {
  readonly number: number;
  readonly room: RoomName;
  /** The room's last minute. */
  readonly last: number;
  /** Of the leader as it was asked: an answer of this term has this minute, where the room has it. */
  readonly term: number;
  readonly closed: number;
}

interface Asked {
  readonly question: Question;
  readonly answer: Promise<ReplyBlob | undefined>;
  /** For everybody who needs a newer one. */
  next?: Promise<ReplyBlob | undefined>;
}

interface KeptBlob extends ReplyBlob {
  /** Brotli. */
  readonly bytes: Uint8Array;
  /** The last question that it answers; the term is that of the answer. */
  readonly question: Question;
}

const MAX_BYTES = 64e6;
/** Longer than a feed takes that packs a room while it catches up. */
const PATIENCE_MS = 8000;
const GZIP_LEVEL = 1;
const decompress = promisify(brotliDecompress);
const deflate = promisify(gzip);

export class EdgeBlobs {
  readonly #asker: FeedAsker;
  readonly #leader: () => BlobLeader;
  readonly #kept = new ByteCache<KeptBlob>({ maxBytes: MAX_BYTES });
  /** The question that is on its way, by name of the room-day. */
  readonly #asked = new Map<string, Asked>();
  /** By room, the last question that was asked before its newest minute was heard. */
  readonly #before = new Map<RoomName, number>();
  /** Rooms of which old bytes were told while the feed was silent. */
  readonly #doubted = new Set<RoomName>();
  #questions = 0;

  constructor(asker: FeedAsker, leader: () => BlobLeader) {
    this.#asker = asker;
    this.#leader = leader;
  }

  /** undefined where no feed has told what is known to be there. */
  of(room: Room): Promise<ReplyBlob | undefined> {
    const asked = this.#asked.get(nameOf(room));
    if (asked === undefined) return this.#ask(room);
    if (this.#isCurrent(asked.question)) return asked.answer;
    asked.next ??= asked.answer.then(() => this.of(room));
    return asked.next;
  }

  /** A minute or contracts of the room are heard: what was asked before may be without. */
  outdate(room: RoomName): void {
    this.#before.set(room, this.#questions);
  }

  /** The rooms whose readers may have been told old minutes since this was asked last. */
  takeDoubted(): readonly RoomName[] {
    const rooms = [...this.#doubted];
    this.#doubted.clear();
    return rooms;
  }

  #ask(room: Room): Promise<ReplyBlob | undefined> {
    const { term, closed } = this.#leader();
    const name = nameOf(room);
    const last = room.open + room.minutes.slots - 1;
    const question: Question = { number: ++this.#questions, room: room.room, last, term, closed };
    const known = this.#kept.get(name)?.checksum ?? null;
    const answer = new Promise<ReplyBlob | undefined>((resolve) => {
      let isTold = false;
      const tell = (blob: ReplyBlob | undefined): void => {
        isTold = true;
        this.#asked.delete(name);
        resolve(blob);
      };
      const heard = (reply: Reply | undefined): void => {
        const taken = this.#take(name, question, reply);
        if (!isTold) tell(taken ?? this.#fallback(name));
      };
      const slow = (): void => {
        if (isTold) return;
        const stands = this.#fallback(name);
        const leader = this.#leader();
        // A feed that was deposed does not answer, nor does one that is silent: whoever asks again asks its successor.
        if (stands || leader.isSilent || leader.term > term) tell(stands);
      };
      this.#asker.ask({ what: "blob", room: room.room, known }, heard, { patienceMs: PATIENCE_MS, slow });
    });
    this.#asked.set(name, { question, answer });
    return answer;
  }

  /** @returns undefined where it does not tell, or something newer is here. */
  #take(name: string, question: Question, reply: Reply | undefined): ReplyBlob | undefined {
    const answer = reply?.answer as BlobAnswer | null | undefined;
    const kept = this.#kept.get(name);
    const isOld = (kept?.question.number ?? 0) > question.number;
    if (!reply || !answer || isOld || reply.term < this.#leader().term) return undefined;
    // What another leader had closed by then is not known.
    const answered = reply.term === question.term ? question : { ...question, term: reply.term, closed: -1 };
    const blob = answer.bytes
      ? blobFrom(answer.checksum, Buffer.from(answer.bytes), answered)
      : kept?.checksum === answer.checksum && { ...kept, question: answered };
    if (!blob) return undefined;
    this.#kept.set(name, blob);
    return blob;
  }

  /** What was told last, where the feed does not tell. */
  #fallback(name: string): ReplyBlob | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined || this.#isCurrent(kept.question)) return kept;
    if (!this.#leader().isSilent) return undefined;
    this.#doubted.add(kept.question.room);
    return kept;
  }

  /** Whether its answer has every minute of the room that is known to be closed. */
  #isCurrent({ number, room, last, term, closed }: Question): boolean {
    const leader = this.#leader();
    const isHeardSince = (this.#before.get(room) ?? 0) >= number;
    return !isHeardSince && term >= leader.term && closed >= Math.min(leader.closed, last);
  }
}

/** Another day's bytes are never told. */
const nameOf = ({ room, date, source }: Room): string => `${source} ${date} ${room}`;

function blobFrom(checksum: string, bytes: Buffer, question: Question): KeptBlob {
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
