/**
 * The simulated exchange's clock: wall time at the schedule's rates, in small steps, without catching up.
 *
 * It moves only in step(): by the wall time since the last step, times the rate, but never past the end of a minute or
 * a change of rate in one step. So every tick of a minute is written before the clock stands in the next. A process that
 * was suspended goes on where it was.
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import { type DaySchedule, rateAt, type Start } from "./schedule.ts";

/** A longer wait than this between two steps is a stall, not a late timer. */
const STALL_MS = 1500;

export interface Step {
  /** The clock stands at the end of a minute that was not over before. */
  readonly minuteEnded: boolean;
  /** The rate is another one than before, or the wall ran on without the clock. */
  readonly changed: boolean;
  readonly dayOver: boolean;
}

export class SimulatedClock {
  readonly #wall: WallClock;
  /** The slowest that it runs. */
  readonly #speed: number;
  #day: DaySchedule;
  /** Exchange seconds since midnight. */
  #at: number;
  #last: number;
  /** Wall milliseconds that a step had to leave for the next. */
  #owed = 0;

  constructor(wall: WallClock, speed: number, day: DaySchedule, start: Start) {
    this.#wall = wall;
    this.#speed = speed;
    this.#day = day;
    this.#at = start.minute * 60;
    this.#last = wall.monotonic();
  }

  /** Exchange seconds since midnight. */
  get seconds(): number {
    return this.#at;
  }

  /** 0 once the day is over: its last minute is then closed. */
  get rate(): number {
    if (this.#isOver) return 0;
    return Math.max(rateAt(this.#day, this.#at / 60), this.#speed);
  }

  /** Puts the clock at a new day's first minute. */
  open(day: DaySchedule): void {
    this.#day = day;
    this.#at = day.from * 60;
    this.#owed = 0;
    this.#last = this.#wall.monotonic();
  }

  step(): Step {
    const now = this.#wall.monotonic();
    const elapsed = now - this.#last;
    this.#last = now;
    const stalled = elapsed > STALL_MS;
    const rate = this.rate;
    const ms = stalled ? 0 : elapsed + this.#owed;
    const before = this.#at;
    const minuteEnd = (Math.floor(before / 60) + 1) * 60;
    const wanted = before + (ms * rate) / 1000;
    this.#at = Math.min(wanted, minuteEnd);
    this.#owed = rate > 0 ? Math.min(((wanted - this.#at) * 1000) / rate, STALL_MS) : 0;
    return {
      minuteEnded: this.#at === minuteEnd,
      changed: stalled || this.rate !== rate,
      dayOver: this.#isOver,
    };
  }

  get #isOver(): boolean {
    return this.#at >= this.#day.to * 60;
  }

  time(): ExchangeTime {
    return {
      source: "sim",
      date: this.#day.date,
      minute: this.#at / 60,
      rate: this.rate,
      wall: this.#wall.now(),
    };
  }
}
