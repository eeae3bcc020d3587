export interface BundleSizes {
  /** Main-thread JavaScript until the chain shows live figures. */
  readonly firstScreen: number;
  /** What the largest view loads beyond that, uPlot not counted. */
  readonly largestRoute: number;
  /** Every worker, the largest derivation of those that are loaded when asked for, and the largest WASM core. */
  readonly workers: number;
  /** Every script and WASM module. */
  readonly all: number;
}

/** kB of gzip. @throws Error where there is no build, or it lacks a chunk that is measured. */
export function bundleSizes(web: string): BundleSizes;
