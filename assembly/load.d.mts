import type { Variant } from "../workers/kernel/variant.ts";

/** A build of the quant core (`simd`, the reference, where none is named), built first if its sources changed. */
export declare function loadQuantModule(variant?: Variant): WebAssembly.Module;
/** The same, not compiled. */
export declare function readQuantBytes(variant?: Variant): Uint8Array<ArrayBuffer>;
