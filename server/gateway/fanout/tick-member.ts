/**
 * How far behind the readers of ticks are. Deltas build on each other, so none is skipped: a reader that falls behind in a
 * room is sent no tick frames of it at all, and one snapshot when it has caught up.
 *
 * A reader is a connection. The server marks a message with the number of its turn when it wants to hear of it, and the
 * reader acknowledges the highest number that it has read, for all its rooms at once. Two frames of a room may be on
 * their way; each second one is asked about.
 */

/** More than this in front of a frame means that the reader does not keep up. */
export const MAX_BACKLOG_BYTES = 64 * 1024;
/** A reader that has not answered for so long is gone. */
const GIVE_UP_MS = 60_000;

const NONE: readonly never[] = [];

export class TickReader<Peer> {
  readonly peer: Peer;
  /** The highest turn that the reader has acknowledged. */
  acked = 0;
  /** The last turn that it was asked about. */
  #asked = 0;
  /** Since when it owes an answer, monotonic ms. */
  #waitingSince: number | undefined;
  /** Rooms in which it lags. */
  #behind: TickMember<Peer>[] | undefined;

  /** Whether it is asked about the first frame of a room already: half of the readers are, so that answers come evenly. */
  readonly beginsAsked: boolean;

  constructor(peer: Peer, beginsAsked = false) {
    this.peer = peer;
    this.beginsAsked = beginsAsked;
  }

  /** Whether a message of this turn is still to be marked. */
  asks(turn: number, now: number): boolean {
    if (this.#asked === turn) return false;
    this.#asked = turn;
    this.#waitingSince ??= now;
    return true;
  }

  /** Whether an answer to a question asked in `turn` or later is still to come. */
  owes(turn: number): boolean {
    return this.#asked >= turn && this.acked < this.#asked;
  }

  /**
   * The reader has read everything up to `turn`.
   * @returns the rooms in which it has thereby caught up; undefined for a number that says nothing, since it was not asked about
   */
  acknowledge(turn: number): readonly TickMember<Peer>[] | undefined {
    if (turn <= this.acked || turn > this.#asked) return undefined;
    this.acked = turn;
    if (turn === this.#asked) this.#waitingSince = undefined;
    if (this.#behind === undefined) return NONE;
    const caughtUp = this.#behind.filter(({ sent }) => sent <= turn);
    for (const member of caughtUp) this.forget(member);
    return caughtUp;
  }

  lags(member: TickMember<Peer>): void {
    this.#behind = [...(this.#behind ?? []), member];
  }

  /** The room was left, or starts over. */
  forget(member: TickMember<Peer>): void {
    const behind = this.#behind?.filter((each) => each !== member);
    this.#behind = behind === undefined || behind.length === 0 ? undefined : behind;
  }

  isGone(now: number): boolean {
    return this.#waitingSince !== undefined && now - this.#waitingSince > GIVE_UP_MS;
  }
}

/** One room of one reader. */
export class TickMember<Peer> {
  readonly reader: TickReader<Peer>;
  readonly name: string;
  lagging = false;
  /** The turn of the last frame that the reader was sent and that matters; 0 for none. */
  sent = 0;
  /** The turn of the frame before that. */
  #before = 0;

  constructor(reader: TickReader<Peer>, name: string) {
    this.reader = reader;
    this.name = name;
  }

  /** Whether the next frame may be written; marks the room as lagging where not. */
  mayWrite(line: { readonly backlog: number }): boolean {
    if (this.lagging) return false;
    const { acked } = this.reader;
    if (this.sent <= acked) return true;
    this.lagging = acked < this.#before || line.backlog > MAX_BACKLOG_BYTES;
    if (this.lagging) this.reader.lags(this);
    return !this.lagging;
  }

  /** A frame was written. @returns whether the reader is to be asked about it: it did not answer for the one before. */
  wrote(turn: number): boolean {
    const isAsked = this.sent === 0 ? this.reader.beginsAsked : this.sent > this.reader.acked;
    this.#before = this.sent;
    this.sent = turn;
    return isAsked;
  }

  /** Starts over from a snapshot, which is not acknowledged by itself. */
  restart(): void {
    this.sent = 0;
    this.#before = 0;
    if (this.lagging) this.reader.forget(this);
    this.lagging = false;
  }
}
