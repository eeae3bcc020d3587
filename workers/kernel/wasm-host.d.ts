/** The few WebAssembly names that every host (browser, worker, Node) has; the ES library alone does not declare them. */
declare namespace WebAssembly {
  interface Module {
    readonly __wasmModule?: never;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  class Instance {
    constructor(module: Module, imports?: Record<string, never>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
