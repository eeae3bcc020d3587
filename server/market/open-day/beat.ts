import type { WallClock } from "../../platform/clocks.ts";

/**
 * Beats at points of a grid in time, and only at those that were asked for: each beat wakes an idle process.
 *
 *     const beat = new Beat(clock, 100, (point) => look());
 *     beat.at(beat.next + 4); // in 400 to 500 ms
 */
export class Beat {
  readonly #clock: Pick<WallClock, "monotonic" | "after">;
  readonly #ms: number;
  readonly #task: (point: number) => void;
  #wanted = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => undefined;

  /** @param ms between two points @param task is told the point, or a later one where the process was busy */
  constructor(clock: Pick<WallClock, "monotonic" | "after">, ms: number, task: (point: number) => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#task = task;
  }

  /** The point that comes next. */
  get next(): number {
    return this.#now + 1;
  }

  /** Beats at this point, or before it where that was asked for. */
  at(point: number): void {
    if (point >= this.#wanted) return;
    this.#cancel();
    this.#wanted = point;
    this.#cancel = this.#clock.after(Math.max(point * this.#ms - this.#clock.monotonic(), 0), () => {
      this.#wanted = Number.POSITIVE_INFINITY;
      // Timers may come a fraction of a millisecond early.
      this.#task(Math.max(point, this.#now));
    });
  }

  /** Beats no more. */
  stop(): void {
    this.#cancel();
    this.#wanted = Number.NEGATIVE_INFINITY;
  }

  get #now(): number {
    return Math.floor(this.#clock.monotonic() / this.#ms);
  }
}
