/**
 * Watches the exchange clock pass from minute to minute and says what is known of each minute that ended: whether the
 * source was up for all, some or none of it, or whether nobody watched.
 */
import { COMPLETE, MISSING_MINUTE, PARTIAL } from "#contract/domain/columns.ts";

/** A day that opens later than this into a minute has missed part of it. 6 s of the exchange. */
const MISSED_FRACTION = 0.1;

export class MinuteWatch {
  /** The minute that is being filled. */
  current: number;
  #down: boolean;
  #wasDown: boolean;
  #wasUp: boolean;

  constructor(at: number, down: boolean) {
    this.current = Math.floor(at);
    this.#down = down;
    this.#wasUp = !down;
    this.#wasDown = down || at - this.current > MISSED_FRACTION;
  }

  setDown(down: boolean): void {
    this.#down = down;
    if (down) this.#wasDown = true;
    else this.#wasUp = true;
  }

  /** What is known of the current minute so far. */
  get state(): number {
    if (!this.#wasUp) return MISSING_MINUTE;
    return this.#wasDown ? PARTIAL : COMPLETE;
  }

  /** Goes to a later minute. */
  moveTo(minute: number): void {
    this.current = minute;
    this.#wasDown = this.#down;
    this.#wasUp = !this.#down;
  }
}
