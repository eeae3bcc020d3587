/**
 * A running quant core: what the call files of this folder share. Only they (`*-calls.ts`) know its pointers; memory never
 * grows, so views over it stay valid for the module's life.
 */
import type { instantiate } from "../../assembly/build/quant.js";

export type QuantExports = Awaited<ReturnType<typeof instantiate>>;

export interface Core {
  readonly calls: QuantExports;
  /** The status of a call that went well, read once: a look at a global of the module costs as much as a few contracts. */
  readonly ok: number;
  /** Views over the core's memory, at an address of assembly's layout files. */
  floats(address: number, length: number): Float64Array;
  integers(address: number, length: number): Int32Array;
}

/** A compiled quant core -> one with memory of its own. */
export function instantiateCore(module: WebAssembly.Module): Core {
  const calls = new WebAssembly.Instance(module).exports as unknown as QuantExports;
  const { buffer } = calls.memory;
  return {
    calls,
    ok: calls.OK.value,
    floats: (address, length) => new Float64Array(buffer, address, length),
    integers: (address, length) => new Int32Array(buffer, address, length),
  };
}

/** Bad rows are no errors; a status other than OK means that a call file passed what the core cannot take. */
export function check({ ok }: Core, status: number): void {
  if (status !== ok) throw new Error(`quant core: status ${status}`);
}

/** A plain loop: for the few hundred values of a chain it beats `set` with its `subarray`, and allocates nothing. */
export function copy(from: Float64Array, fromStart: number, to: Float64Array, toStart: number, count: number): void {
  for (let i = 0; i < count; i++) to[toStart + i] = from[fromStart + i]!;
}
