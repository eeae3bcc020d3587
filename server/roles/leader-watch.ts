/**
 * What an edge concludes from the beats of feeds: who leads, whether the day that it mirrors is the leader's, and
 * whether anything was missed on the way.
 */
import { type ExchangeTime, extrapolateMinute } from "#contract/domain/clock.ts";
import type { WallClock } from "../platform/clocks.ts";
import type { Beat } from "./bus-messages.ts";

/** What a beat means for the rooms that are mirrored. */
export type BeatNews =
  /** From a feed that does not lead any more. */
  | "deposed"
  /** All as it was. */
  | "well"
  /** Another leader, or another day of the same: the day is to be fetched. */
  | "day-changed"
  /** Tick frames may be missing. */
  | "doubtful"
  /** Minutes are missing: whoever shows the day has to fetch it again. */
  | "minutes-missed";

/** A leader that says nothing for longer is silent: its clock is not believed beyond. */
const SILENCE_MS = 3000;

export class LeaderWatch {
  readonly #clock: WallClock;
  #beat: Beat | undefined;
  #heardAt = 0;
  #isDoubtful = false;

  constructor(clock: WallClock) {
    this.#clock = clock;
  }

  get beat(): Beat | undefined {
    return this.#beat;
  }

  /** Milliseconds since the last beat; undefined before the first. */
  get age(): number | undefined {
    return this.#beat && this.#clock.monotonic() - this.#heardAt;
  }

  get isSilent(): boolean {
    return (this.age ?? Number.POSITIVE_INFINITY) > SILENCE_MS;
  }

  /** The exchange clock now, as the leader told it; undefined before the first beat. */
  time(): ExchangeTime | undefined {
    if (this.#beat === undefined) return undefined;
    const { time } = this.#beat;
    const minute = extrapolateMinute(time, Math.min(this.age ?? 0, SILENCE_MS));
    return { ...time, minute, wall: this.#clock.now() };
  }

  /** Messages may have been missed: the next beat tells what. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  hear(beat: Beat): BeatNews {
    const before = this.#beat;
    if (before !== undefined && beat.term < before.term) return "deposed";
    const wasDoubtful = this.#isDoubtful;
    this.#isDoubtful = false;
    this.#beat = beat;
    this.#heardAt = this.#clock.monotonic();
    if (before === undefined || !isSameDay(before, beat)) return "day-changed";
    const isDoubtful = wasDoubtful || beat.lost !== before.lost;
    if (beat.closed !== before.closed && (isDoubtful || beat.closedBefore !== before.closed)) return "minutes-missed";
    return isDoubtful ? "doubtful" : "well";
  }
}

const isSameDay = (a: Beat, b: Beat): boolean => a.term === b.term && a.epoch === b.epoch;
