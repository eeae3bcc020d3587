/**
 * Max pain: the strike at which all options together pay out least. pain(S) = sum over K < S of callOi (S - K) plus sum
 * over K > S of putOi (K - S) is convex and piecewise linear in S; its slope right of strike j is
 * callOi(0..j) - putOi(j+1..), so the least pain is at the first strike where callOi(0..j) + putOi(0..j) >= all putOi: a
 * weighted median, one pass. On a tie this is the lowest strike of least pain.
 *
 * Open interest is f64 throughout (exact to 2^53: whole-market sums pass 2^31); absent, negative or NaN counts as 0.
 *
 * Hot (bench question: kernels).
 */
import {
  OK,
  OVER_CAPACITY,
  PAIN_CALL_OI,
  PAIN_CAPACITY,
  PAIN_INDEX,
  PAIN_PUT_OI,
  PAIN_STRIKE,
  PAIN_TOTAL,
  SLOT_CAPACITY,
} from "../layout";

/** PAIN_CALL_OI, PAIN_PUT_OI ([slot][strike], strikes ascending) -> PAIN_INDEX: i32 a slot, -1 where nobody holds anything. */
export function maxPain(count: i32, slots: i32): i32 {
  if (<u32>slots > <u32>SLOT_CAPACITY || <u64>(<u32>count) * <u64>(<u32>slots) > <u64>PAIN_CAPACITY)
    return OVER_CAPACITY;
  const rowBytes = (<usize>count) << 3;
  for (let slot = 0; slot < slots; slot++) {
    const start = <usize>slot * rowBytes;
    const end = start + rowBytes;
    let puts: f64 = 0.0;
    let calls: f64 = 0.0;
    for (let cell = start; cell < end; cell += 8) {
      puts += held(PAIN_PUT_OI + cell);
      calls += held(PAIN_CALL_OI + cell);
    }
    let index = -1;
    if (puts + calls > 0.0) {
      let below: f64 = 0.0;
      for (let cell = start; cell < end; cell += 8) {
        below += held(PAIN_CALL_OI + cell) + held(PAIN_PUT_OI + cell);
        if (below >= puts) {
          index = <i32>((cell - start) >> 3);
          break;
        }
      }
    }
    store<i32>(PAIN_INDEX + ((<usize>slot) << 2), index);
  }
  return OK;
}

/** PAIN_STRIKE, PAIN_CALL_OI, PAIN_PUT_OI (one slot) -> PAIN_TOTAL: rupees times OI at each strike; sums of positive terms only. */
export function painAt(count: i32): i32 {
  if (<u32>count > <u32>PAIN_CAPACITY) return OVER_CAPACITY;
  if (count == 0) return OK;
  const last = (<usize>count - 1) << 3;
  let openInterest: f64 = 0.0;
  let pain: f64 = 0.0;
  store<f64>(PAIN_TOTAL, 0.0);
  for (let row: usize = 8; row <= last; row += 8) {
    openInterest += held(PAIN_CALL_OI + row - 8);
    pain += openInterest * (load<f64>(PAIN_STRIKE + row) - load<f64>(PAIN_STRIKE + row - 8));
    store<f64>(PAIN_TOTAL + row, pain);
  }
  openInterest = 0.0;
  pain = 0.0;
  for (let row = last; row > 0; row -= 8) {
    openInterest += held(PAIN_PUT_OI + row);
    pain += openInterest * (load<f64>(PAIN_STRIKE + row) - load<f64>(PAIN_STRIKE + row - 8));
    store<f64>(PAIN_TOTAL + row - 8, load<f64>(PAIN_TOTAL + row - 8) + pain);
  }
  return OK;
}

function held(address: usize): f64 {
  const oi = load<f64>(address);
  return oi > 0.0 ? oi : 0.0;
}
