/**
 * The exchange clock of a recorded day. It runs at the speed it was given, but enters a minute only when the feed has
 * put that minute's figures in place: at 60x a late timer would otherwise give a minute the figures of the one before.
 */
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { WallClock } from "../../platform/clocks.ts";

/** A longer wait than this was a stall (a suspended machine), and is not caught up with. */
const STALL_MS = 1500;
/** The first moment within a minute that was entered: the stroke itself still belongs to the minute before. */
const BEGUN = 1 / 60_000;
/** The last moment of a minute. */
const ALMOST = 1 - 1 / 60_000;

export class RecordedClock {
  readonly #wall: WallClock;
  readonly #date: IsoDate;
  readonly #speed: number;
  /** The minute that is in place. */
  #minute: number;
  /** Monotonic time at which it began. */
  #since: number;
  #stands = false;
  #least = 0;

  constructor(wall: WallClock, date: IsoDate, speed: number, minute: number) {
    this.#wall = wall;
    this.#date = date;
    this.#speed = speed;
    this.#minute = minute;
    this.#since = wall.monotonic();
  }

  get minute(): number {
    return this.#minute;
  }

  get time(): ExchangeTime {
    const passed = this.#stands ? 0 : ((this.#wall.monotonic() - this.#since) * this.#speed) / 60_000;
    return {
      source: "recorded",
      date: this.#date,
      minute: this.#minute + Math.min(Math.max(passed, this.#least), ALMOST),
      rate: this.#stands ? 0 : this.#speed,
      wall: this.#wall.now(),
    };
  }

  /** Whole wall milliseconds until the next minute is due; 0 when it is. */
  get untilNext(): number {
    return Math.max(0, Math.ceil(this.#since + 60_000 / this.#speed - this.#wall.monotonic()));
  }

  /** Enters the next minute. @returns whether wall time was lost, so that whoever extrapolates has to be told. */
  next(): boolean {
    const due = this.#since + 60_000 / this.#speed;
    const late = this.#wall.monotonic() - due;
    this.#minute++;
    this.#least = BEGUN;
    this.#since = late > STALL_MS ? this.#wall.monotonic() : due;
    return late > STALL_MS;
  }

  /** Stands at the beginning of a minute from now on. */
  standAt(minute: number): void {
    this.#minute = minute;
    this.#least = BEGUN;
    this.#stands = true;
  }

  /** Goes on from the stroke of another minute. */
  jumpTo(minute: number): void {
    this.#minute = minute;
    this.#since = this.#wall.monotonic();
    this.#least = 0;
    this.#stands = false;
  }
}
