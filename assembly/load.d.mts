/** The compiled quant core, built first if its sources changed. */
export declare function loadQuantModule(): WebAssembly.Module;
