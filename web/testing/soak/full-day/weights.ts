/** What processes weigh over the days, and whether they grow: a day fills up as it passes, so whole days are compared. */
import { slopeOf } from "../../../../server/testing/soak/line.ts";

/**
 * Days that are not judged: in the first one processes are killed, from the second on the one before is packed, and of what its
 * threads freed glibc keeps most in the next two.
 */
const SETTLING_DAYS = 3;
const MINUTE_MS = 60_000;

interface Weight {
  readonly at: number;
  readonly date: string;
  readonly megabytes: number;
}

export interface Growth {
  readonly name: string;
  /** MB, the mean of each day. */
  readonly days: readonly number[];
  /** MB. */
  readonly most: number;
  /** MB a minute, of a line through the settled days; NaN before there are two. */
  readonly slope: number;
}

export class Weights {
  readonly #now: () => number;
  readonly #of = new Map<string, Weight[]>();

  /** @param now monotonic milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  add(name: string, date: string, megabytes: number): void {
    const at = this.#now() / MINUTE_MS;
    this.#of.set(name, [...(this.#of.get(name) ?? []), { at, date, megabytes }]);
  }

  /**
   * By name.
   *
   * @param dates of the days that were whole
   */
  grown(dates: readonly string[]): readonly Growth[] {
    return [...this.#of].map(([name, weights]) => {
      const days = dates
        .map((date) => weights.filter((weight) => weight.date === date))
        .filter((day) => day.length > 0)
        .map((day) => ({ at: meanOf(day, "at"), value: meanOf(day, "megabytes") }));
      return {
        name,
        days: days.map(({ value }) => value),
        most: Math.max(...weights.map(({ megabytes }) => megabytes)),
        slope: slopeOf(days.slice(SETTLING_DAYS)),
      };
    });
  }
}

const meanOf = (day: readonly Weight[], of: "at" | "megabytes"): number =>
  day.reduce((sum, weight) => sum + weight[of], 0) / day.length;
