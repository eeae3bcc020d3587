/**
 * Max pain by slot: the strike at which all options together pay out least. pain(S) = sum over K < S of callOi (S - K)
 * plus sum over K > S of putOi (K - S) is convex and piecewise linear in S; its slope right of strike j is
 * callOi(0..j) - putOi(j+1..), so the least pain is at the first j where callOi(0..j) >= putOi(j+1..): a weighted median,
 * and on a tie the lowest strike of least pain.
 *
 * From any j the two sums tell on which side the answer lies, and a step towards it moves one contract of each side
 * across. Max pain moves little from slot to slot, so each slot starts where the one before ended: it costs one read a
 * strike and a few steps.
 *
 * Hot (bench question: kernels).
 */
import { OK, OVER_CAPACITY } from "../layout";
import {
  BLOCK,
  BLOCK_CELLS,
  BLOCK_SLOTS,
  CALL_ROW,
  CALLS_BELOW,
  PUT_ROW,
  PUTS_BELOW,
  ROW_CAPACITY,
  SLOT_INDEX,
} from "./layout";
import { held, sumAlternate, sumRows } from "./rows";

/**
 * BLOCK (open interest), CALL_ROW, PUT_ROW, CALLS_BELOW, PUTS_BELOW -> SLOT_INDEX: an index of the `strikes` ascending
 * strikes, -1 where nobody holds anything. `start` is any index to look from first. `pairs` is the row of the first call where
 * the rows are pairs, a call and its put, one after another by strike (they are read with half the work), else -1.
 */
export function maxPain(slots: i32, stride: i32, strikes: i32, start: i32, pairs: i32): i32 {
  if (<u32>slots > <u32>BLOCK_SLOTS || <u64>(<u32>slots) * <u64>(<u32>stride) > <u64>BLOCK_CELLS) return OVER_CAPACITY;
  if (<u32>strikes > <u32>ROW_CAPACITY || <u32>start >= <u32>strikes) return OVER_CAPACITY;
  const slotBytes = (<usize>stride) << 3;
  const callCount = below(CALLS_BELOW, strikes);
  const putCount = below(PUTS_BELOW, strikes);
  let slot = BLOCK;
  let at = start;
  for (let i = 0; i < slots; i++) {
    let calls: f64, puts: f64; // at strikes up to `at`, and above it
    if (pairs >= 0) {
      const first = slot + ((<usize>pairs) << 3);
      const middle = first + ((<usize>at + 1) << 4);
      calls = sumAlternate(first, middle);
      puts = sumAlternate(middle + 8, first + ((<usize>strikes) << 4));
    } else {
      calls = sumRows(slot, CALL_ROW, 0, below(CALLS_BELOW, at + 1));
      puts = sumRows(slot, PUT_ROW, below(PUTS_BELOW, at + 1), putCount);
    }
    let isEmpty = false;
    if (calls < puts) {
      while (calls < puts && at < strikes - 1) {
        at++;
        calls += heldAt(slot, CALL_ROW, CALLS_BELOW, at);
        puts -= heldAt(slot, PUT_ROW, PUTS_BELOW, at);
      }
    } else {
      while (at > 0) {
        calls -= heldAt(slot, CALL_ROW, CALLS_BELOW, at);
        puts += heldAt(slot, PUT_ROW, PUTS_BELOW, at);
        if (calls < puts) break; // not at the strike below any more
        at--;
      }
      isEmpty = at == 0 && sumRows(slot, PUT_ROW, 0, putCount) == 0.0 && sumRows(slot, CALL_ROW, 0, callCount) == 0.0;
    }
    store<i32>(SLOT_INDEX + ((<usize>i) << 2), isEmpty ? -1 : at);
    slot += slotBytes;
  }
  return OK;
}

/** Contracts of a side below the strike. */
function below(counts: usize, strike: i32): i32 {
  return load<i32>(counts + ((<usize>strike) << 2));
}

/** Open interest of one side at the strike; 0 where it lacks that side. */
function heldAt(slot: usize, rows: usize, counts: usize, strike: i32): f64 {
  const index = below(counts, strike);
  return index < below(counts, strike + 1) ? held(slot, rows + ((<usize>index) << 2)) : 0.0;
}
