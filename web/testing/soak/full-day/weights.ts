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
  readonly #begun = performance.now();
  readonly #of = new Map<string, Weight[]>();

  add(name: string, date: string, megabytes: number): void {
    const at = (performance.now() - this.#begun) / MINUTE_MS;
    this.#of.set(name, [...(this.#of.get(name) ?? []), { at, date, megabytes }]);
  }

  /** By name: MB at the end, at most, and MB a minute of a line through the means of the whole days; NaN before there are two. */
  grown(): readonly { readonly name: string; readonly last: number; readonly most: number; readonly slope: number }[] {
    return [...this.#of].map(([name, weights]) => {
      const days = [...new Set(weights.map(({ date }) => date))];
      // The last one has only begun.
      const whole = days.slice(SETTLING_DAYS, -1).map((date) => weights.filter((weight) => weight.date === date));
      const mean = (day: readonly Weight[], of: "at" | "megabytes"): number =>
        day.reduce((sum, weight) => sum + weight[of], 0) / day.length;
      return {
        name,
        last: weights.at(-1)?.megabytes ?? Number.NaN,
        most: Math.max(...weights.map(({ megabytes }) => megabytes)),
        slope: slopeOf(whole.map((day) => ({ at: mean(day, "at"), value: mean(day, "megabytes") }))),
      };
    });
  }
}
