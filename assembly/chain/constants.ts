/** What the loops of one call do not change, in memory: see `constant` in lanes.ts. */
import { discountLoss, discountLossLow, FIRST_BITS } from "../pricing/exact";

// Of a chain.
export const UNDERLYING: usize = memory.data(8, 8);
/** The underlying's leg: discounted where it is a forward. */
export const UNDERLYING_VALUE: usize = memory.data(8, 8);
/** The gap is undiscounted difference plus (K - this) u: 0 on the spot, else the forward. */
export const LOSS_ORIGIN: usize = memory.data(8, 8);
/** u = 1 - exp(-rT), its first 26 bits, and what they leave. */
export const LOSS: usize = memory.data(8, 8);
export const LOSS_HEAD: usize = memory.data(8, 8);
export const LOSS_REST: usize = memory.data(8, 8);
export const ROOT_YEARS: usize = memory.data(8, 8);
export const INVERSE_ROOT: usize = memory.data(8, 8);
/** -1 / 2T: vega (of v) and v give the decay. */
export const DECAY_SCALE: usize = memory.data(8, 8);
/** 1 / S^2. */
export const GAMMA_SCALE: usize = memory.data(8, 8);
/** Newton's miss (pricing/derived-iv.ts), in units of 1e-4, for d1 d2 / v. */
export const MISS_SCALE: usize = memory.data(8, 8);

// Of each side, the call's first.
/** 1 or -1, discounted as the underlying's leg. */
export const DELTA_SCALE: usize = memory.data(16, 8);
/** Rate and sign of what carry adds to theta: the price on a forward, else the strike's leg. */
export const CARRY_SCALE: usize = memory.data(16, 8);

/** setDiscount must have run. */
export function setChain(isForward: bool, underlying: f64, years: f64, rate: f64): void {
  const loss = discountLoss + discountLossLow;
  const head = reinterpret<f64>(reinterpret<u64>(loss) & FIRST_BITS);
  const rootYears = Math.sqrt(years);
  store<f64>(UNDERLYING, underlying);
  store<f64>(UNDERLYING_VALUE, isForward ? underlying - underlying * loss : underlying);
  store<f64>(LOSS_ORIGIN, isForward ? underlying : 0.0);
  store<f64>(LOSS, loss);
  store<f64>(LOSS_HEAD, head);
  store<f64>(LOSS_REST, discountLoss - head + discountLossLow);
  store<f64>(ROOT_YEARS, rootYears);
  store<f64>(INVERSE_ROOT, 1.0 / rootYears);
  store<f64>(DECAY_SCALE, -0.5 / years);
  store<f64>(GAMMA_SCALE, 1.0 / underlying / underlying);
  store<f64>(MISS_SCALE, 1.25e-5 * rootYears);
  const deltaScale: f64 = isForward ? 1.0 - discountLoss : 1.0;
  store<f64>(DELTA_SCALE, deltaScale);
  store<f64>(DELTA_SCALE, -deltaScale, 8);
  store<f64>(CARRY_SCALE, isForward ? rate : -rate);
  store<f64>(CARRY_SCALE, rate, 8);
}
