/**
 * The underlying's price at a moment, and which price ATM and the model stand on when there is no live spot.
 *
 * The index stands still from 15:15 through the cash market's closing auction while its options trade on to 15:40:
 * on the recorded expiry day the near forward moved 70 points against a frozen spot. In that window, and where the
 * source has no spot, ATM uses the future, else the parity forward, and the model prices on F e^(-rT). Putting F
 * itself in as a spot leaves one option in eight without an implied volatility.
 */
import { closingAuction } from "#contract/domain/calendar.ts";
import { LTP, MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { ABSENT, type Minute } from "#contract/domain/units.ts";
import { cellOf, columnOf, type Moment } from "./moment.ts";
import type { StrikeTable } from "./strikes.ts";

/** What ATM and the model stand on; the screen says so unless it is 'spot'. */
export type ReferenceBasis = "spot" | "future" | "forward" | "none";

/** All prices scaled. Reused between runs. */
export interface ReferencePrice {
  /** Last and previous close of the spot; ABSENT where unknown. A frozen spot is still its last price. */
  spot: number;
  prevSpot: number;
  /** Last and previous close of the future; ABSENT where unknown. */
  future: number;
  prevFuture: number;
  /** The parity forward; NaN where it was not needed, or fewer than three strikes have both sides. */
  forward: number;
  basis: ReferenceBasis;
  /** The price that ATM is nearest to; NaN when there is none. The future itself, not discounted: also Black-76's F. */
  underlying: number;
  /** S of the Black-Scholes model: the spot, or F e^(-rT). NaN when there is none. */
  modelSpot: number;
}

export const createReferencePrice = (): ReferencePrice => ({
  spot: ABSENT,
  prevSpot: ABSENT,
  future: ABSENT,
  prevFuture: ABSENT,
  forward: Number.NaN,
  basis: "none",
  underlying: Number.NaN,
  modelSpot: Number.NaN,
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
  out.spot = cellOf(moment, LTP, table.eq);
  out.prevSpot = table.eq < 0 ? ABSENT : prevClose[table.eq]!;
  out.future = cellOf(moment, LTP, table.fut);
  out.prevFuture = table.fut < 0 ? ABSENT : prevClose[table.fut]!;
  out.forward = Number.NaN;
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
  return settle(out, "none", Number.NaN, 1);
}

function settle(out: ReferencePrice, basis: ReferenceBasis, underlying: number, discount: number): ReferencePrice {
  out.basis = basis;
  out.underlying = underlying;
  out.modelSpot = underlying * discount;
  return out;
}

/**
 * Whether a spot is the frozen one of the closing auction: unchanged since 15:16 (stamps lag by up to a minute), and
 * in the first two minutes in any case. Once the auction has matched, the index prints its close and is a spot again.
 */
function spotStandsStill(day: RoomDay, eq: number, spot: number, minute: Minute): boolean {
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

/** Strikes that the parity forward is taken from. */
const PARITY_STRIKES = 7;
const gaps = new Float64Array(PARITY_STRIKES);
const forwards = new Float64Array(PARITY_STRIKES);

/** The median of K + C - P over the (up to) seven strikes with the smallest |C - P|, scaled; NaN below three. */
export function parityForward(table: StrikeTable, moment: Moment): number {
  const ltp = columnOf(moment, LTP);
  if (!ltp) return Number.NaN;
  let held = 0;
  for (let i = 0; i < table.count; i++) {
    const ce = table.ce[i]!;
    const pe = table.pe[i]!;
    if (ce < 0 || pe < 0) continue;
    const call = ltp[moment.base + ce]!;
    const put = ltp[moment.base + pe]!;
    if (call <= 0 || put <= 0) continue;
    const gap = Math.abs(call - put);
    if (held === PARITY_STRIKES && gap >= gaps[held - 1]!) continue;
    let at = held < PARITY_STRIKES ? held++ : held - 1;
    for (; at > 0 && gaps[at - 1]! > gap; at--) {
      gaps[at] = gaps[at - 1]!;
      forwards[at] = forwards[at - 1]!;
    }
    gaps[at] = gap;
    forwards[at] = table.strikes[i]! + call - put;
  }
  if (held < 3) return Number.NaN;
  // An odd count has a middle one: the widest gap is dropped from an even count.
  const odd = held - ((held + 1) % 2);
  const sorted = forwards.subarray(0, odd).sort();
  return sorted[odd >> 1]!;
}
