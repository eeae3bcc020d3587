/** The WebAssembly that Node has, and that its types leave out: what a command needs to make a kernel. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    private readonly __wasmModule;
  }
}
