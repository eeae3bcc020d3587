/**
 * The underlying's price at a moment, and which price ATM and the model stand on when there is no live spot.
 *
 * The index stands still from 15:15 through the cash market's closing auction while its options trade on to 15:40:
 * on the recorded expiry day the near forward moved 70 points against a frozen spot. In that window, and where the
 * source has no spot, ATM uses the future, else the parity forward, and the model prices on F e^(-rT). Putting F
 * itself in as a spot leaves one option in eight without an implied volatility.
 */

import { LTP, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { closingAuction } from "#contract/domain/reference/calendar.ts";
import { ABSENT, type Minute, type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import type { StrikeTable } from "../strikes/strikes.ts";
import { type Moment, priceOf } from "./moment.ts";
import { parityForward } from "./parity-forward.ts";

/** What ATM and the model stand on; the screen says so unless it is 'spot'. */
export type ReferenceBasis = "spot" | "future" | "forward" | "none";

/** Reused between runs. */
export interface ReferencePrice {
  /** Last and previous close of the spot; ABSENT where unknown. A frozen spot is still its last price. */
  spot: ScaledPrice;
  prevSpot: ScaledPrice;
  /** Last and previous close of the future; ABSENT where unknown. */
  future: ScaledPrice;
  prevFuture: ScaledPrice;
  /** The parity forward; NaN where it was not needed, or fewer than three strikes have both sides. */
  forward: ScaledPrice;
  basis: ReferenceBasis;
  /** The price that ATM is nearest to; NaN when there is none. The future itself, not discounted: also Black-76's F. */
  underlying: ScaledPrice;
  /** S of the Black-Scholes model: the spot, or F e^(-rT). NaN when there is none. */
  modelSpot: ScaledPrice;
}

const NONE = scaledPrice(ABSENT);
const UNKNOWN = scaledPrice(Number.NaN);

export const createReferencePrice = (): ReferencePrice => ({
  spot: NONE,
  prevSpot: NONE,
  future: NONE,
  prevFuture: NONE,
  forward: UNKNOWN,
  basis: "none",
  underlying: UNKNOWN,
  modelSpot: UNKNOWN,
});

export interface ReferenceInput {
  readonly minute: Minute;
  /** Years to expiry, and the model's rate a year: for F e^(-rT). */
  readonly years: number;
  readonly rate: number;
  /** Whether the room's future expires with its options. That of another month is off by its carry, so parity goes first. */
  readonly futureIsOfExpiry: boolean;
}

export function readReferencePrice(
  out: ReferencePrice,
  day: RoomDay,
  table: StrikeTable,
  moment: Moment,
  input: ReferenceInput,
): ReferencePrice {
  const { prevClose } = day.tokens;
  out.spot = priceOf(moment, LTP, table.eq);
  out.prevSpot = table.eq < 0 ? NONE : scaledPrice(prevClose[table.eq]!);
  out.future = priceOf(moment, LTP, table.fut);
  out.prevFuture = table.fut < 0 ? NONE : scaledPrice(prevClose[table.fut]!);
  out.forward = UNKNOWN;
  const live = out.spot > 0 && !spotStandsStill(day, table.eq, out.spot, input.minute);
  if (live) return settle(out, "spot", out.spot, 1);
  const discount = Math.exp(-input.rate * input.years);
  // A room without a spot stands on its future. One whose spot stands still has a choice: the future of another month
  // is off by its carry, so parity goes first.
  if (out.future > 0 && (input.futureIsOfExpiry || table.eq < 0)) return settle(out, "future", out.future, discount);
  out.forward = parityForward(table, moment);
  if (!Number.isNaN(out.forward)) return settle(out, "forward", out.forward, discount);
  if (out.future > 0) return settle(out, "future", out.future, discount);
  // Nothing trades that could replace it: a spot that stands still is better than none.
  if (out.spot > 0) return settle(out, "spot", out.spot, 1);
  return settle(out, "none", UNKNOWN, 1);
}

function settle(out: ReferencePrice, basis: ReferenceBasis, underlying: ScaledPrice, discount: number): ReferencePrice {
  out.basis = basis;
  out.underlying = underlying;
  out.modelSpot = scaledPrice(underlying * discount);
  return out;
}

/**
 * Whether a spot is the frozen one of the closing auction: unchanged since 15:16 (stamps lag by up to a minute), and
 * in the first two minutes in any case. Once the auction has matched, the index prints its close and is a spot again.
 */
function spotStandsStill(day: RoomDay, eq: number, spot: ScaledPrice, minute: Minute): boolean {
  const auction = closingAuction(underlyingOf(day.symbol).segment, day.date);
  if (!auction || minute < auction.from) return false;
  const { state, stride, slots, columns } = day.minutes;
  const first = auction.from + 1 - day.open;
  const last = Math.min(Math.floor(minute) - day.open, slots);
  for (let slot = first; slot < last; slot++) {
    const frozen = state[slot] === MISSING_MINUTE ? ABSENT : columns[LTP]![slot * stride + eq]!;
    if (frozen > 0) return frozen === spot;
  }
  return minute < auction.to;
}
