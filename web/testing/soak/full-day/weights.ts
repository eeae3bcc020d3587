/** What processes weigh over the days, and whether they grow: a day fills up as it passes, so whole days are compared. */
import { slopeOf } from "../../../../server/testing/soak/line.ts";

/** Days after which nothing settles any more: in the first one processes are killed, and from the second on the one before is packed. */
const SETTLING_DAYS = 1;
const MINUTE_MS = 60_000;

interface Weight {
  readonly at: number;
  readonly date: string;
  readonly megabytes: number;
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
   * By name: MB at the end, at most, and MB a minute of a line through the means of the settled days; NaN before there are two.
   *
   * @param dates of the days that were whole
   */
  grown(
    dates: readonly string[],
  ): readonly { readonly name: string; readonly last: number; readonly most: number; readonly slope: number }[] {
    return [...this.#of].map(([name, weights]) => {
      const settled = dates
        .slice(SETTLING_DAYS)
        .map((date) => weights.filter((weight) => weight.date === date))
        .filter((day) => day.length > 0);
      const mean = (day: readonly Weight[], of: "at" | "megabytes"): number =>
        day.reduce((sum, weight) => sum + weight[of], 0) / day.length;
      return {
        name,
        last: weights.at(-1)?.megabytes ?? Number.NaN,
        most: Math.max(...weights.map(({ megabytes }) => megabytes)),
        slope: slopeOf(settled.map((day) => ({ at: mean(day, "at"), value: mean(day, "megabytes") }))),
      };
    });
  }
}
