/** What crosses the threads: the only file of a screen that both of them see, besides screen.ts. */

/** What the view sets. Keep it small and plain: it is cloned to the worker on each change. */
export interface Params {
  readonly side: "CE" | "PE";
}

/** What the derivation makes: numbers and typed arrays, never rows of objects. NaN is "not computable", drawn '-'. */
export interface Snapshot {
  /** Units. */
  readonly totalOi: number;
  readonly contracts: number;
}
