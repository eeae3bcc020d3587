/**
 * Sums over chosen rows of one slot. What is absent (-1, as the day store marks it), negative or not a number counts 0.
 * Quantities are f64: whole numbers, so that every sum is exact to 2^53, in whatever order it is added up.
 *
 * Hot (bench question: kernels).
 */

/** Sum of the cells of the rows [from, to) of a side; `slot` is the address of the slot's first cell. */
export function sumRows(slot: usize, rows: usize, from: i32, to: i32): f64 {
  let row = rows + ((<usize>from) << 2);
  const end = rows + ((<usize>to) << 2);
  let sum: f64 = 0.0;
  if (ASC_FEATURE_SIMD) {
    const zero = f64x2.splat(0.0);
    let a = zero; // four running sums: each addition waits for the one before
    let b = zero;
    let c = zero;
    let d = zero;
    for (; row + 32 <= end; row += 32) {
      a = f64x2.add(a, f64x2.pmax(zero, pairAt(slot, row)));
      b = f64x2.add(b, f64x2.pmax(zero, pairAt(slot, row + 8)));
      c = f64x2.add(c, f64x2.pmax(zero, pairAt(slot, row + 16)));
      d = f64x2.add(d, f64x2.pmax(zero, pairAt(slot, row + 24)));
    }
    for (; row + 8 <= end; row += 8) a = f64x2.add(a, f64x2.pmax(zero, pairAt(slot, row)));
    a = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
    sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  }
  for (; row < end; row += 4) sum += held(slot, row);
  return sum;
}

/** The cells of the rows at the addresses `row` and `row + 4`. */
function pairAt(slot: usize, row: usize): v128 {
  return v128.load64_lane(slot + load<u32>(row, 4), v128.load64_zero(slot + load<u32>(row)), 1);
}

/** Sum of every other cell from `start` to `end`: one side of pairs of neighbours, a call and its put. */
export function sumAlternate(start: usize, end: usize): f64 {
  let cell = start;
  let sum: f64 = 0.0;
  if (ASC_FEATURE_SIMD) {
    const zero = f64x2.splat(0.0);
    let a = zero;
    let b = zero;
    let c = zero;
    let d = zero;
    for (; cell + 128 <= end; cell += 128) {
      a = f64x2.add(a, f64x2.pmax(zero, alternatePair(cell)));
      b = f64x2.add(b, f64x2.pmax(zero, alternatePair(cell + 32)));
      c = f64x2.add(c, f64x2.pmax(zero, alternatePair(cell + 64)));
      d = f64x2.add(d, f64x2.pmax(zero, alternatePair(cell + 96)));
    }
    for (; cell + 32 <= end; cell += 32) a = f64x2.add(a, f64x2.pmax(zero, alternatePair(cell)));
    a = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
    sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  }
  for (; cell < end; cell += 16) sum += counted(load<f64>(cell));
  return sum;
}

/** A cell and the next but one. */
function alternatePair(cell: usize): v128 {
  return v128.load64_lane(cell, v128.load64_zero(cell), 1, 16);
}

/** Whether any of a side's first `count` rows has a figure (0 is one). */
export function hasFigure(slot: usize, rows: usize, count: i32): bool {
  const end = rows + ((<usize>count) << 2);
  for (let row = rows; row < end; row += 4) if (load<f64>(slot + load<u32>(row)) >= 0.0) return true;
  return false;
}

/** The cell of the row at the address `row`, or 0. */
export function held(slot: usize, row: usize): f64 {
  return counted(load<f64>(slot + load<u32>(row)));
}

function counted(units: f64): f64 {
  return units > 0.0 ? units : 0.0;
}
