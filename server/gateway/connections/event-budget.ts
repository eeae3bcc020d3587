/** How many events a client may send: a bucket that is filled again, by the time that went by, when it is empty. */
import type { WallClock } from "../../platform/clocks.ts";

export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

/** A workspace that rejoins all its rooms at once, and acknowledges them twice a second. */
const OF_A_SOCKET: Allowance = { perSecond: 100, burst: 300 };
/** A client that goes on and on is not ours. */
const PATIENCE = 2000;

export class EventBudget {
  readonly #clock: WallClock;
  readonly #allowance: Allowance;
  #left: number;
  #refilled: number;
  #refused = 0;

  constructor(clock: WallClock, allowance = OF_A_SOCKET) {
    this.#clock = clock;
    this.#allowance = allowance;
    this.#left = allowance.burst;
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
    const { perSecond, burst } = this.#allowance;
    this.#left = Math.min(burst, this.#left + ((now - this.#refilled) * perSecond) / 1000);
    this.#refilled = now;
  }

  /** The next event would be refused. */
  get isEmpty(): boolean {
    if (this.#left < 1) this.#refill();
    return this.#left < 1;
  }

  /** It has been refused so often that the connection is not worth keeping. */
  get isExhausted(): boolean {
    return this.#refused > PATIENCE;
  }
}
