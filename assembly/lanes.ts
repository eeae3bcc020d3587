/**
 * Doubles side by side: T is v128 (two doubles) in the builds with vectors, f64 in the one without, so that a formula is
 * written once. A comparison gives a mask, all bits set where it holds; a mask or'ed into a double makes it NaN.
 */

/** Rows that one T holds. */
export function lanes<T>(): i32 {
  return sizeof<T>() >> 3;
}

export function splat<T>(x: f64): T {
  if (isVector<T>()) return f64x2.splat(x);
  else return <T>x;
}

/**
 * A constant from memory. V8 builds a splat of a literal anew in every round of a loop, with three instructions, and even
 * moves what a loop does not change into it.
 */
export function constant<T>(address: usize): T {
  if (isVector<T>()) return v128.load64_splat(address);
  else return load<T>(address);
}

export function add<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.add(a, b);
  else return a + b;
}

export function sub<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.sub(a, b);
  else return a - b;
}

export function mul<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.mul(a, b);
  else return a * b;
}

export function div<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.div(a, b);
  else return a / b;
}

/** a b + c, rounded once or twice as the machine likes it (once in the relaxed build only). */
export function madd<T>(a: T, b: T, c: T): T {
  if (isVector<T>()) {
    if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, c);
    else return f64x2.add(f64x2.mul(a, b), c);
  } else return a * b + c;
}

/** c - a b, as madd. */
export function nmadd<T>(a: T, b: T, c: T): T {
  if (isVector<T>()) {
    if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_nmadd(a, b, c);
    else return f64x2.sub(c, f64x2.mul(a, b));
  } else return c - a * b;
}

export function abs<T>(a: T): T {
  if (isVector<T>()) return f64x2.abs(a);
  else return Math.abs(a);
}

/** The lesser; `limit` where x is NaN. */
export function atMost<T>(limit: T, x: T): T {
  if (isVector<T>()) return f64x2.pmin(limit, x);
  else return x < limit ? x : limit;
}

/** The greater; `limit` where x is NaN. */
export function atLeast<T>(limit: T, x: T): T {
  if (isVector<T>()) return f64x2.pmax(limit, x);
  else return limit < x ? x : limit;
}

export function isLess<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.lt(a, b);
  else return reinterpret<f64>(-(<i64>(a < b)));
}

export function isLessOrEqual<T>(a: T, b: T): T {
  if (isVector<T>()) return f64x2.le(a, b);
  else return reinterpret<f64>(-(<i64>(a <= b)));
}

export function isNaNs<T>(a: T): T {
  if (isVector<T>()) return f64x2.ne(a, a);
  else return reinterpret<f64>(-(<i64>(a != a)));
}

export function and<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.and(a, b);
  else return reinterpret<f64>(reinterpret<u64>(a) & reinterpret<u64>(b));
}

/** a where the mask is not set, else 0. */
export function andNot<T>(a: T, mask: T): T {
  if (isVector<T>()) return v128.andnot(a, mask);
  else return reinterpret<f64>(reinterpret<u64>(a) & ~reinterpret<u64>(mask));
}

export function or<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.or(a, b);
  else return reinterpret<f64>(reinterpret<u64>(a) | reinterpret<u64>(b));
}

export function xor<T>(a: T, b: T): T {
  if (isVector<T>()) return v128.xor(a, b);
  else return reinterpret<f64>(reinterpret<u64>(a) ^ reinterpret<u64>(b));
}

/** Bit i is set where lane i of the mask is. */
export function laneBits<T>(mask: T): i32 {
  if (isVector<T>()) return i64x2.bitmask(mask);
  else return <i32>(reinterpret<u64>(mask) >> 63);
}

// Bits of doubles as 64-bit integers.

export function subBits<T>(a: T, b: T): T {
  if (isVector<T>()) return i64x2.sub(a, b);
  else return reinterpret<f64>(reinterpret<u64>(a) - reinterpret<u64>(b));
}

/** The lesser of the lower 32 bits of each lane as whole numbers without a sign; the upper ones are 0 where those of `limit` are. */
export function lesserBits<T>(limit: T, a: T): T {
  if (isVector<T>()) return i32x4.min_u(limit, a);
  else return reinterpret<f64>(<u64>min(<u32>reinterpret<u64>(limit), <u32>reinterpret<u64>(a)));
}

export function shiftRight<T>(a: T, n: i32): T {
  if (isVector<T>()) return i64x2.shr_u(a, n);
  else return reinterpret<f64>(reinterpret<u64>(a) >> n);
}

// Tables of rows of eight doubles. The addresses of the lanes' rows are read from memory, where an earlier loop has left them (32
// bits at `rows`, the second lane's 8 bytes on): so no loop waits for an address on its way from a vector to the general registers.

/**
 * The polynomials of degree 7 in w whose eight coefficients are the rows, lowest first. Even and odd powers run side by side, a
 * coefficient pair a load, so that no lane has to be gathered.
 */
export function lookUpPolynomial<T>(rows: usize, w: T): T {
  const w2 = mul(w, w);
  if (isVector<T>()) {
    const row0 = <usize>load<u32>(rows);
    const row1 = <usize>load<u32>(rows, 8);
    const x0 = v128.shuffle<u64>(w2, w2, 0, 0);
    const x1 = v128.shuffle<u64>(w2, w2, 1, 1);
    let p0 = madd<v128>(v128.load(row0, 48), x0, v128.load(row0, 32));
    let p1 = madd<v128>(v128.load(row1, 48), x1, v128.load(row1, 32));
    p0 = madd<v128>(p0, x0, v128.load(row0, 16));
    p1 = madd<v128>(p1, x1, v128.load(row1, 16));
    p0 = madd<v128>(p0, x0, v128.load(row0));
    p1 = madd<v128>(p1, x1, v128.load(row1));
    return madd<v128>(v128.shuffle<u64>(p0, p1, 1, 3), w, v128.shuffle<u64>(p0, p1, 0, 2));
  } else {
    const row = <usize>load<u32>(rows);
    const even = ((load<f64>(row, 48) * w2 + load<f64>(row, 32)) * w2 + load<f64>(row, 16)) * w2 + load<f64>(row);
    const odd = ((load<f64>(row, 56) * w2 + load<f64>(row, 40)) * w2 + load<f64>(row, 24)) * w2 + load<f64>(row, 8);
    return odd * w + even;
  }
}

/** The polynomials of degree 6 whose coefficients are the rows' first seven. The eighth is left alone: see lookUpEighth. */
export function lookUpSextic<T>(rows: usize, w: T): T {
  const w2 = mul(w, w);
  if (isVector<T>()) {
    const row0 = <usize>load<u32>(rows);
    const row1 = <usize>load<u32>(rows, 8);
    const x0 = v128.shuffle<u64>(w2, w2, 0, 0);
    const x1 = v128.shuffle<u64>(w2, w2, 1, 1);
    let p0 = madd<v128>(v128.load64_zero(row0, 48), x0, v128.load(row0, 32));
    let p1 = madd<v128>(v128.load64_zero(row1, 48), x1, v128.load(row1, 32));
    p0 = madd<v128>(p0, x0, v128.load(row0, 16));
    p1 = madd<v128>(p1, x1, v128.load(row1, 16));
    p0 = madd<v128>(p0, x0, v128.load(row0));
    p1 = madd<v128>(p1, x1, v128.load(row1));
    return madd<v128>(v128.shuffle<u64>(p0, p1, 1, 3), w, v128.shuffle<u64>(p0, p1, 0, 2));
  } else {
    const row = <usize>load<u32>(rows);
    const even = ((load<f64>(row, 48) * w2 + load<f64>(row, 32)) * w2 + load<f64>(row, 16)) * w2 + load<f64>(row);
    const odd = (load<f64>(row, 40) * w2 + load<f64>(row, 24)) * w2 + load<f64>(row, 8);
    return odd * w + even;
  }
}

/** The rows' eighth doubles. */
export function lookUpEighth<T>(rows: usize): T {
  if (isVector<T>())
    return v128.load_lane<u64>(<usize>load<u32>(rows, 8), v128.load64_zero(<usize>load<u32>(rows), 56), 1, 56);
  else return load<f64>(<usize>load<u32>(rows), 56);
}
