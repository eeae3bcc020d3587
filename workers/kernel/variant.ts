/**
 * The quant core's builds, one source compiled three ways, and the choice between them. They agree to rounding error and
 * are held to one test suite.
 *
 * - `simd`: fixed 128-bit vectors, the reference; every figure is the same on every machine.
 * - `relaxed`: with fused multiply-adds where the processor has them, thus the last bit may differ between machines.
 * - `scalar`: for hosts without vectors.
 */

export const VARIANTS = ["relaxed", "simd", "scalar"] as const;
export type Variant = (typeof VARIANTS)[number];

/** The least module that uses one instruction: a function without parameters that returns a v128. */
function probe(...body: readonly number[]): Uint8Array<ArrayBuffer> {
  const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const types = [0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b];
  const functions = [0x03, 0x02, 0x01, 0x00];
  const code = [0x0a, body.length + 4, 0x01, body.length + 2, 0x00, ...body, 0x0b];
  return new Uint8Array([...header, ...types, ...functions, ...code]);
}

const SPLAT_ZERO = [0x41, 0x00, 0xfd, 0x0f]; // i32.const 0, i8x16.splat
const RELAXED_MADD = [0xfd, 0x87, 0x02]; // f64x2.relaxed_madd

/** The fastest build that this host can run. */
export function chooseVariant(): Variant {
  if (WebAssembly.validate(probe(...SPLAT_ZERO, ...SPLAT_ZERO, ...SPLAT_ZERO, ...RELAXED_MADD))) return "relaxed";
  return WebAssembly.validate(probe(...SPLAT_ZERO)) ? "simd" : "scalar";
}
