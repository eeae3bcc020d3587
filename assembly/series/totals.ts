/**
 * Totals of both sides by slot: open interest or volume of the chosen contracts.
 *
 * Hot (bench question: kernels).
 */
import { OK, OVER_CAPACITY } from "../layout";
import { BLOCK, BLOCK_CELLS, BLOCK_SLOTS, CALL_ROW, CALL_SUM, PUT_ROW, PUT_SUM, ROW_CAPACITY } from "./layout";
import { hasFigure, sumRows } from "./rows";

/** BLOCK, the first `calls` of CALL_ROW, the first `puts` of PUT_ROW -> CALL_SUM, PUT_SUM: NaN where no row has a figure. */
export function sumSides(slots: i32, stride: i32, calls: i32, puts: i32): i32 {
  if (<u32>slots > <u32>BLOCK_SLOTS || <u64>(<u32>slots) * <u64>(<u32>stride) > <u64>BLOCK_CELLS) return OVER_CAPACITY;
  if (<u32>calls > <u32>ROW_CAPACITY || <u32>puts > <u32>ROW_CAPACITY) return OVER_CAPACITY;
  const slotBytes = (<usize>stride) << 3;
  let slot = BLOCK;
  for (let offset: usize = 0, end = (<usize>slots) << 3; offset < end; offset += 8) {
    store<f64>(CALL_SUM + offset, sideSum(slot, CALL_ROW, calls));
    store<f64>(PUT_SUM + offset, sideSum(slot, PUT_ROW, puts));
    slot += slotBytes;
  }
  return OK;
}

function sideSum(slot: usize, rows: usize, count: i32): f64 {
  const sum = sumRows(slot, rows, 0, count);
  return sum > 0.0 || hasFigure(slot, rows, count) ? sum : NaN;
}
