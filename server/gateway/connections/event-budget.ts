/** How many events one socket may send: a bucket that is filled again, by the time that went by, when it is empty. */
import type { WallClock } from "../../platform/clocks.ts";

/** A workspace that rejoins all its rooms at once, and acknowledges them twice a second. */
const PER_SECOND = 100;
const BURST = 300;
/** A client that goes on and on is not ours. */
const PATIENCE = 2000;

export class EventBudget {
  readonly #clock: WallClock;
  #left = BURST;
  #refilled: number;
  #refused = 0;

  constructor(clock: WallClock) {
    this.#clock = clock;
    // Whole: a fraction would be an object of its own.
    this.#refilled = Math.floor(clock.monotonic());
  }

  /** Takes one event; false when there is none left. */
  take(): boolean {
    if (this.#left < 1) this.#refill();
    if (this.#left < 1) {
      this.#refused++;
      return false;
    }
    this.#left--;
    return true;
  }

  #refill(): void {
    const now = Math.floor(this.#clock.monotonic());
    this.#left = Math.min(BURST, this.#left + ((now - this.#refilled) * PER_SECOND) / 1000);
    this.#refilled = now;
  }

  /** It has been refused so often that the connection is not worth keeping. */
  get isExhausted(): boolean {
    return this.#refused > PATIENCE;
  }
}
