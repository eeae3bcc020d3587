/**
 * What is known of how far behind one reader of one room is. A chained delta is never skipped: a reader that lags is
 * sent no tick frames at all, and one snapshot when it has caught up. Two frames may be on their way: a reader answers
 * each second one, within the time of another.
 */

const MAX_SILENCE_MS = 10_000;
export const MAX_BACKLOG_BYTES = 64 * 1024;
/** A reader that has acknowledged nothing for so long is gone. */
const GIVE_UP_MS = 60_000;

export class TickMember<Peer> {
  readonly peer: Peer;
  readonly name: string;
  /** Number of the last frame written to it. */
  sent: number;
  lagging = false;
  /** Number of the one before that. Minutes have numbers in between. */
  #before: number;
  #acked: number;
  #sentAt = 0;
  /** Since when something is unacknowledged, monotonic ms. */
  #waitingSince: number | undefined;

  constructor(peer: Peer, name: string, seq: number) {
    this.peer = peer;
    this.name = name;
    this.sent = seq;
    this.#before = seq;
    this.#acked = seq;
  }

  /** Whether the next frame may be written; marks the reader as lagging where not. */
  mayWrite(now: number, line: { readonly backlog: number }): boolean {
    if (this.lagging) return false;
    // It has read what was written last: little waits in front of that, and finding out how much costs something.
    if (this.sent === this.#acked) return true;
    const isSilent = this.#waitingSince !== undefined && now - this.#waitingSince > MAX_SILENCE_MS;
    this.lagging = this.#acked < this.#before || isSilent || line.backlog > MAX_BACKLOG_BYTES;
    return !this.lagging;
  }

  wrote(seq: number, now: number): void {
    this.#before = this.sent;
    this.sent = seq;
    this.#sentAt = now;
    this.#waitingSince ??= now;
  }

  /** The reader has applied everything up to `seq`. True when a lagging reader has thereby caught up. */
  acknowledge(seq: number): boolean {
    // Minutes have numbers as well, beyond that of the last tick frame.
    this.#acked = Math.max(this.#acked, Math.min(seq, this.sent));
    const isCaughtUp = this.#acked >= this.sent;
    this.#waitingSince = isCaughtUp ? undefined : this.#sentAt;
    return this.lagging && isCaughtUp;
  }

  /** Starts over from a snapshot. One that the reader has already is not acknowledged, so none is waited for. */
  restart(seq: number): void {
    this.sent = seq;
    this.#before = seq;
    this.#acked = seq;
    this.#waitingSince = undefined;
    this.lagging = false;
  }

  isGone(now: number): boolean {
    return this.#waitingSince !== undefined && now - this.#waitingSince > GIVE_UP_MS;
  }
}
