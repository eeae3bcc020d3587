export interface BundleSizes {
  /** Main-thread JavaScript until the chain shows live figures. */
  readonly firstScreen: number;
  /** What the largest view loads beyond that, uPlot not counted. */
  readonly largestRoute: number;
  /** Workers and WASM together. */
  readonly threads: number;
}

/** kB of gzip. @throws Error where there is no build, or it lacks a chunk that is measured. */
export function bundleSizes(web: string): BundleSizes;
