/**
 * The previous close of an underlying, found exactly from rounded changes.
 *
 * The source gives price and change in per cent with three decimals, which admits a stretch of closes a few paise
 * wide. Each snapshot admits another stretch; the close lies in all of them. Once they have one price of the
 * exchange's grid in common, that is the close; until then nothing is said.
 */
import { ABSENT } from "#contract/domain/units.ts";

/** Half of the last decimal of the change, in per cent, and a hair for the source's own arithmetic. */
const HALF_DIGIT = 0.0005 + 1e-9;

export class PreviousClose {
  /** Scaled. */
  readonly #grid: number;
  #from = 0;
  #to = Number.POSITIVE_INFINITY;

  /** @param grid what prices are multiples of, scaled. */
  constructor(grid: number) {
    this.#grid = grid;
  }

  /** `price` scaled; ABSENT or NaN says nothing. */
  narrow(price: number, changePercent: number): void {
    if (price === ABSENT || Number.isNaN(changePercent)) return;
    this.#from = Math.max(this.#from, price / (1 + (changePercent + HALF_DIGIT) / 100));
    this.#to = Math.min(this.#to, price / (1 + (changePercent - HALF_DIGIT) / 100));
  }

  /** Scaled; ABSENT where no price, or more than one, fits all that was said. */
  get value(): number {
    if (!Number.isFinite(this.#to)) return ABSENT;
    const first = Math.ceil(this.#from / this.#grid - 1e-6) * this.#grid;
    const second = first + this.#grid;
    return first <= this.#to + 1e-3 && second > this.#to + 1e-3 ? Math.round(first) : ABSENT;
  }
}
